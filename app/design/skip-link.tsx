/** Attributes of the page's `main`, which the skip link leads to. */
export const skipTarget = { id: "content", tabIndex: -1 } as const;

/** The first element that Tab reaches on pages with a header before the content. */
export function SkipLink() {
  return (
    <a href={`#${skipTarget.id}`} className="skip-link">
      Skip to content
    </a>
  );
}
