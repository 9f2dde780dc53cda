/**
 * The number of followers as Instagram shows it: `1,361`, `1.361`, `1 361`, `12.3K`, `1,2M`.
 * @returns undefined for an empty text, NaN for one that is no such number
 */
export function parseShownCount(text: string): number | undefined {
  const shown = text.trim();
  if (shown === "") return undefined;
  const short = /^(\d{1,4})(?:[.,](\d))?\s?([km])$/i.exec(shown);
  if (short) {
    const [, whole = "", tenths = "0", unit = ""] = short;
    return Number(`${whole}.${tenths}`) * (unit.toLowerCase() === "k" ? 1_000 : 1_000_000);
  }
  return /^(\d{1,10}|\d{1,3}([.,\s'’]\d{3})+)$/.test(shown)
    ? Number(shown.replace(/\D/g, ""))
    : Number.NaN;
}
