/** A clock in place of a number that is still being counted (docs/product.md#analytics). */
export function StillCounting() {
  return (
    <svg
      viewBox="0 0 36 36"
      className="size-9 text-blue-ink"
      role="img"
      aria-label="Still counting"
    >
      <circle cx="18" cy="18" r="15" fill="none" stroke="currentColor" strokeWidth="3" />
      <path
        d="M18 18V9"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        className="origin-center animate-tick"
      />
      <path d="M18 18h6" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
