import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { Readable } from "node:stream";
import type { ResolvedAddress } from "~/platform/pictures/hosts.server";
import { PictureRefused } from "~/platform/pictures/refusal.server";
import { readLimited, statusFailure, UpstreamError } from "~/platform/upstream/upstream.server";

export const maxPictureBytes = 5 * 1_048_576;

const agents = {
  "http:": new http.Agent({ keepAlive: true, maxFreeSockets: 8, timeout: 10_000 }),
  "https:": new https.Agent({ keepAlive: true, maxFreeSockets: 8, timeout: 10_000 }),
};

/** Requests a picture from exactly these IP addresses, without a second DNS query. */
export function requestPicture(
  url: URL,
  addresses: ResolvedAddress[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const protocol = url.protocol as keyof typeof agents;
  const { get } = protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    get(
      url,
      {
        agent: agents[protocol],
        lookup: resolvingTo(addresses),
        signal,
        headers: {
          accept: "image/avif,image/webp,image/png,image/jpeg,image/gif",
          "accept-encoding": "identity",
        },
      },
      resolve,
    ).on("error", () =>
      reject(new UpstreamError("pictures", signal.aborted ? "timeout" : "unreachable")),
    );
  });
}

/** Replaces the DNS query of the connection. */
function resolvingTo(addresses: ResolvedAddress[]): LookupFunction {
  return (_, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, addresses);
    else callback(null, first?.address ?? "", first?.family ?? 4);
  };
}

/** Reads the body; throws `PictureRefused` or an `UpstreamError` if the answer cannot be a picture. */
export async function readPicture(response: IncomingMessage): Promise<Buffer> {
  const { statusCode: status = 0, headers } = response;
  if (status >= 300 && status < 400) throw new PictureRefused("a redirect");
  if (status >= 400 && status < 500 && status !== 429) throw new PictureRefused("not there");
  if (status !== 200) throw statusFailure("pictures", status);
  if ((headers["content-encoding"] ?? "identity") !== "identity")
    throw new PictureRefused("an encoded body");
  if (Number(headers["content-length"] ?? 0) > maxPictureBytes)
    throw new PictureRefused("too large");
  try {
    return await readLimited(
      "pictures",
      new Response(Readable.toWeb(response) as ReadableStream<Uint8Array<ArrayBuffer>>),
      maxPictureBytes,
    );
  } catch (error) {
    if (error instanceof UpstreamError && error.kind === "too-large")
      throw new PictureRefused("too large");
    throw error;
  }
}
