import { say } from "~/platform/values/say";

/** The title of the page that answers a refused form. */
export const refusedTitle = (title: string): string => `${say`Error`} · ${title}`;

const inEnglish = "Error · ";

/** Without what `refusedTitle` adds. A hydrated page, which is in English, has no such title: what it refuses leads to no new page. */
export const titleOfPage = (title: string): string =>
  title.startsWith(inEnglish) ? title.slice(inEnglish.length) : title;
