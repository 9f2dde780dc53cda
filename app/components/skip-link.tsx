/** Where the skip link leads: spread on the page's `main`. */
export const skipTarget = { id: "content", tabIndex: -1 } as const;

/** The first thing that Tab reaches on pages whose header comes before the content. */
export function SkipLink() {
  return (
    <a
      href={`#${skipTarget.id}`}
      className="fixed top-2 left-2 z-50 -translate-y-24 rounded-full bg-brand px-5 py-3 font-bold text-on-brand no-underline focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
