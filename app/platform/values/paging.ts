/** People on a page. */
export const pageSize = 50;

/** The longest text that is searched for: as long as a username may be. */
const longestText = 120;

/** `?q=` as usernames are compared: `" @Ana "` → `"ana"`. */
export function searchText(query: string | null): string {
  return (query ?? "").trim().replace(/^@/, "").slice(0, longestText).toLowerCase();
}

/** `?page=`, from 1 on; what is no page number is the first page. */
export function pageNumber(text: string | null): number {
  return /^[1-9]\d{0,8}$/.test(text ?? "") ? Number(text) : 1;
}

/** How many pages a list takes; an empty one has a page, too. */
export const pageCount = (total: number): number => Math.max(1, Math.ceil(total / pageSize));
