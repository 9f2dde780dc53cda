/** As Typst calls them. */
export type Paper = "a4" | "us-letter";

/** Time zones of the United States and Canada: their printers hold Letter. Everybody else's hold A4, or both. */
const letterZones = new Set([
  ...["New_York", "Detroit", "Chicago", "Denver", "Boise", "Phoenix", "Los_Angeles", "Anchorage"],
  ...["Juneau", "Toronto", "Montreal", "Winnipeg", "Regina", "Edmonton", "Vancouver", "Halifax"],
  ...["St_Johns", "Moncton", "Indianapolis", "Louisville", "Puerto_Rico"],
]);

/**
 * The paper that was asked for, else what is usual where the subscriber lives.
 * @param asked `?paper=`: `a4` or `letter`; anything else counts as not asked
 * @param timeZone the subscriber's, where it is known
 */
export function paperFor(asked: string | null, timeZone: string | null): Paper {
  if (asked === "letter") return "us-letter";
  if (asked === "a4") return "a4";
  const [area, ...place] = (timeZone ?? "").split("/");
  const isLetter =
    (area === "America" && letterZones.has(place.at(-1) ?? "")) ||
    area === "US" ||
    area === "Canada" ||
    timeZone === "Pacific/Honolulu";
  return isLetter ? "us-letter" : "a4";
}
