import fresh from "fresh";
import Negotiator from "negotiator";

/** Best first, where a client takes several equally gladly. */
const encodings = ["br", "zstd", "gzip", "identity"] as const;

export type Encoding = (typeof encodings)[number];

/** Answers by header, as reading one takes 1 to 3 µs. Browsers send some ten; strangers cannot make it large. */
const known = new Map<string, readonly Encoding[]>();
const mostKnown = 100;
const longestKnown = 256;

/** The encodings that an Accept-Encoding header allows, the one to be sent first. */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (!header) return ["identity"];
  const answered = known.get(header);
  if (answered) return answered;
  const negotiator = new Negotiator({ headers: { "accept-encoding": header } });
  const accepted = negotiator.encodings(encodings, encodings);
  if (known.size >= mostKnown) known.clear();
  if (header.length <= longestKnown) known.set(header, accepted);
  return accepted;
}

/** Whether an If-None-Match header names this ETag (weak comparison) or is `*`: the client is then sent 304. */
export const matchesEtag = (ifNoneMatch: string | null | undefined, etag: string): boolean =>
  ifNoneMatch === etag || fresh({ "if-none-match": ifNoneMatch ?? undefined }, { etag });
