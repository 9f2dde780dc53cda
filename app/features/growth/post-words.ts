import { formatDate } from "../../platform/values/dates.ts";
import type { GrowthPost, LedgerPost } from "./growth.ts";

/** `Reel of Nov 21, 2026`. Of some posts only the time is known. */
export const postName = ({ kind, postedAt }: Pick<LedgerPost, "kind" | "postedAt">): string =>
  `${kind === "reel" ? "Reel" : kind === "post" ? "Post" : "Post or reel"} of ${formatDate(postedAt * 1_000)}`;

/** The post's address, if it leads to Instagram: an address comes from outside. */
export const instagramLink = ({ permalink }: Pick<GrowthPost, "permalink">): string | null =>
  permalink?.startsWith("https://www.instagram.com/") ? permalink : null;
