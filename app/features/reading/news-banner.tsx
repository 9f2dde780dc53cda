import { addresses } from "~/platform/values/addresses";
import { buttonStyle } from "../../design/button.tsx";

/** The promotion for the news at the end of several pages (docs/product.md#reading). */
export function NewsBanner() {
  return (
    <aside
      aria-label="News"
      className="mt-12 overflow-hidden rounded-card bg-tint px-5 pt-5 pb-6 text-center"
    >
      <img
        src="/images/cards.svg#news"
        alt=""
        width="240"
        height="240"
        loading="lazy"
        className="mx-auto size-28"
      />
      <p className="mt-3 text-lg leading-snug font-bold text-balance">
        Keep up to date with the latest news in the field of promotion of Instagram accounts and
        learn new things
      </p>
      <a href={addresses.news} className={buttonStyle("primary", "mt-5 w-full @2xl:w-auto")}>
        Read news
      </a>
    </aside>
  );
}
