import { say } from "~/platform/values/say";

/** The title of the page that answers a refused form. */
export const refusedTitle = (title: string): string => `${say`Error`} · ${title}`;

/** The title of the page that says what a press has done. */
export const titleAfter = (outcome: string, title: string): string =>
  title.startsWith(`${outcome} · `) ? title : `${outcome} · ${title}`;

/**
 * The title without what `refusedTitle` or `titleAfter` has added. A hydrated page, which is in English, renders no such
 * title itself: Remix does not tell `meta` what an action has answered.
 */
export function titleOfPage(title: string, outcome = "Error"): string {
  const own = title.startsWith(`${outcome} · `) ? title.slice(outcome.length + 3) : title;
  // Every page's own title ends with the name of the product, and is not that alone.
  return own.includes(" · ") ? own : title;
}
