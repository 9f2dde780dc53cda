import { voiceNow } from "~/platform/values/say";

/**
 * Attributes of an element that holds what an outside system says, on a translated page. The systems are asked for it
 * without a language and an English page shows the same words as English, so they count as that; they are not ours, so
 * their direction is that of their letters.
 */
export const fromOutside = (): { lang?: string; dir?: "auto" } =>
  voiceNow() ? { lang: "en", dir: "auto" } : {};

/** A word from outside among the page's own, such as a domain: its direction moves nothing around it. */
export const OutsideWord = ({ children }: { children: string }) =>
  voiceNow() ? <bdi>{children}</bdi> : children;
