/** The mark and the name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 text-lg font-extrabold tracking-tight">
      <img src="/images/logo-mark.svg" alt="" width="32" height="32" className="size-8" />
      Profile Analyzer
    </span>
  );
}
