import { say } from "~/platform/values/say";

/** The title of the page that answers a refused form. */
export const refusedTitle = (title: string): string => `${say`Error`} · ${title}`;

/**
 * The title without what `refusedTitle` adds. A hydrated page, which is in English, renders no such title itself: a
 * refusal does not load it anew.
 */
export const titleOfPage = (title: string): string => title.replace(/^Error · /, "");
