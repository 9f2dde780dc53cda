import fresh from "fresh";
import Negotiator from "negotiator";
import { beginningOfList } from "~/platform/values/long-header";

/** `dcz` is zstd with a dictionary that the client has (RFC 9842). */
export type Encoding = "dcz" | "br" | "zstd" | "gzip" | "identity";

/** Answers by header, as reading one takes 1 to 3 µs. Browsers send some ten; strangers cannot make it large. */
const mostKnown = 100;
/** In characters. What a longer header says after that is not read. */
const longestRead = 256;

/**
 * Reads Accept-Encoding (RFC 9110), which is absent where only `identity` is taken.
 * @param available best first, where a client takes several equally gladly
 * @returns finds those that a header allows, the one to be sent first
 */
function createNegotiation<E extends string>(available: readonly E[]) {
  const known = new Map<string, readonly E[]>();
  const none = available.filter((encoding) => encoding === "identity");
  return (whole: string | undefined): readonly E[] => {
    if (!whole) return none;
    const header = beginningOfList(whole, longestRead);
    const answered = known.get(header);
    if (answered) return answered;
    // Negotiator reads no `Q`.
    const lower = header.toLowerCase();
    const negotiator = new Negotiator({ headers: { "accept-encoding": lower } });
    // Who takes `*` has not said that it knows dictionaries.
    const offered = lower.includes("dcz") ? available : available.filter((one) => one !== "dcz");
    const accepted = negotiator.encodings(offered, offered);
    if (known.size >= mostKnown) known.clear();
    known.set(header, accepted);
    return accepted;
  };
}

/** For what is compressed as a whole, at once or once for all. */
export const acceptedEncodings = createNegotiation<Encoding>([
  "dcz",
  "br",
  "zstd",
  "gzip",
  "identity",
]);

/** For what is kept in pieces: Brotli cannot join them, so each answer would be compressed anew. */
export const acceptedOfPieces = createNegotiation<Encoding>([
  "dcz",
  "zstd",
  "gzip",
  "br",
  "identity",
]);

/** Whether an If-None-Match header names this ETag (weak comparison) or is `*`: the client is then sent 304. */
export const matchesEtag = (ifNoneMatch: string | null | undefined, etag: string): boolean =>
  ifNoneMatch === etag || fresh({ "if-none-match": ifNoneMatch ?? undefined }, { etag });
