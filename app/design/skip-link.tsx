/** Attributes of the page's `main`, which the skip link leads to. */
export const skipTarget = { id: "content", tabIndex: -1 } as const;

/** The first element that Tab reaches on pages with a header before the content. */
export function SkipLink() {
  return (
    <a
      href={`#${skipTarget.id}`}
      className="fixed start-2 top-2 z-50 -translate-y-24 rounded-full bg-brand px-5 py-3 font-bold text-on-brand no-underline focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
