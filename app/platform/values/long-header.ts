/** A header's list, cut at the last comma within so many characters: anybody may send 15 KB of it with each request. */
export const beginningOfList = (header: string, characters: number): string =>
  header.length <= characters
    ? header
    : header.slice(0, Math.max(0, header.lastIndexOf(",", characters)));
