import fresh from "fresh";
import Negotiator from "negotiator";
import { beginningOfList } from "~/platform/values/long-header";

/** `dcz` is zstd with a dictionary that the client has (RFC 9842). */
export type Encoding = "dcz" | "br" | "zstd" | "gzip" | "identity";

/** Limit of the results kept by header, as parsing one takes 1 to 3 µs. Browsers send some ten different ones. */
const mostKnown = 100;
/** In characters. What a longer header says after that is not read. */
const longestRead = 1_024;

/**
 * Reads Accept-Encoding (RFC 9110). Without the header, only `identity` is sent.
 * @param available best first: decides between those that a client takes equally gladly
 * @returns a function that finds the encodings that a header allows, best first
 */
function createNegotiation(available: readonly Encoding[]) {
  const known = new Map<string, readonly Encoding[]>();
  const none = available.filter((encoding) => encoding === "identity");
  return (whole: string | undefined): readonly Encoding[] => {
    if (!whole) return none;
    const header = beginningOfList(whole, longestRead);
    const answered = known.get(header);
    if (answered) return answered;
    // Negotiator knows neither an upper-case `Q` nor gzip's old name (RFC 9110, 8.4.1.3).
    const lower = header.toLowerCase().replaceAll("x-gzip", "gzip");
    const negotiator = new Negotiator({ headers: { "accept-encoding": lower } });
    // A client that takes `*` has not said that it knows dictionaries.
    const offered = lower.includes("dcz") ? available : available.filter((one) => one !== "dcz");
    const accepted = negotiator.encodings(offered, offered);
    if (known.size >= mostKnown) known.clear();
    known.set(header, accepted);
    return accepted;
  };
}

/** For bodies that are compressed as a whole. */
export const acceptedEncodings = createNegotiation(["dcz", "br", "zstd", "gzip", "identity"]);

/** For pages that are kept in pieces: Brotli cannot join them, so it would compress each answer anew. */
export const acceptedOfPieces = createNegotiation(["dcz", "zstd", "gzip", "br", "identity"]);

/** Parameters of a media range, such as a charset, but not its quality. */
const rangeParameters = /;\s*(?!q\s*=)[^;,="]+=("[^"]*"|[^;,]*)/gi;

/**
 * Whether an Accept header (RFC 9110) prefers JSON to HTML, whatever parameters it names of them. Where it takes both as
 * gladly, the one that it names more exactly counts, then what it names first. Who sends no header gets HTML.
 */
export function prefersJson(accept: string | undefined): boolean {
  const header = accept && beginningOfList(accept, longestRead).replace(rangeParameters, "");
  const types = ["text/html", "application/json"];
  return new Negotiator({ headers: { accept: header } }).mediaType(types) === types[1];
}

/** Whether an If-None-Match header names this ETag (weak comparison) or is `*`: the client is then sent 304. */
export const matchesEtag = (ifNoneMatch: string | null | undefined, etag: string): boolean =>
  ifNoneMatch === etag || fresh({ "if-none-match": ifNoneMatch ?? undefined }, { etag });
