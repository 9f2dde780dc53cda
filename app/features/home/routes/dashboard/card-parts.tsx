export const cardStyle =
  "rounded-card bg-surface text-ink no-underline shadow-card transition-shadow hover:shadow-float";

/** From one file, as eleven would be fetched after each other. Sized in pixels, so that it leaves room for enlarged text. */
export function Art({ name, className }: { name: string; className: string }) {
  return (
    <img
      src={`/images/cards.svg#${name}`}
      alt=""
      width="240"
      height="240"
      className={`shrink-0 ${className}`}
    />
  );
}
