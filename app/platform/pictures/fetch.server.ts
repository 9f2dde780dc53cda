import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { env, isLoopback } from "~/env.server";
import {
  createHostList,
  type PictureHosts,
  PictureRefused,
  type ResolvedAddress,
} from "~/platform/pictures/hosts.server";
import {
  codeOf,
  createUpstream,
  readLimited,
  statusFailure,
  type Upstream,
  UpstreamError,
} from "~/platform/upstream/upstream.server";
import { type PictureType, pictureType } from "~/platform/values/picture-type";

/** Milliseconds in total: DNS, connection, and download. */
const deadline = 3_000;

export interface FetchedPicture {
  bytes: Buffer;
  type: PictureType;
}

const maxPictureBytes = 5 * 1_048_576;

const agents = {
  "http:": new http.Agent({ keepAlive: true, maxFreeSockets: 8, timeout: 10_000 }),
  "https:": new https.Agent({ keepAlive: true, maxFreeSockets: 8, timeout: 10_000 }),
};

/** Requests a picture from exactly these IP addresses, without a second DNS query. */
function requestPicture(
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
    ).on("error", (error) =>
      reject(
        signal.aborted
          ? new UpstreamError("pictures", "timeout")
          : new UpstreamError("pictures", "unreachable", undefined, codeOf(error)),
      ),
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
async function readPicture(response: IncomingMessage): Promise<Buffer> {
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

/**
 * Fetches pictures from the listed hosts only. Prevents server-side request forgery (SSRF) and DNS rebinding: refuses a
 * host name that resolves to any address off the public internet, and connects only to the addresses that it checked.
 * Does not follow redirects.
 */
export function createPictureSource(hosts: PictureHosts) {
  const { entries, entryOf, allowed, checkedAddresses, warnOfUnusableHosts } =
    createHostList(hosts);
  // A circuit breaker per entry, so that a host that is down does not block other hosts' pictures.
  const upstreams = new Map<string, Upstream>(
    entries.map((entry) => [entry, createUpstream("pictures", { readDeadline: deadline })]),
  );

  /**
   * Throws `PictureRefused` or an `UpstreamError`.
   * @param url one that `allowed` returned
   */
  async function fetchPicture(url: URL): Promise<FetchedPicture> {
    const upstream = upstreams.get(entryOf(url.hostname) ?? "");
    if (!upstream) throw new PictureRefused("a host that is not listed");
    return upstream.call("read", async (signal) => {
      const response = await requestPicture(url, await checkedAddresses(url, signal), signal);
      try {
        const bytes = await readPicture(response);
        const type = pictureType(bytes);
        if (!type) throw new PictureRefused("not a raster picture");
        return { bytes, type };
      } finally {
        response.destroy();
      }
    });
  }

  return { allowed, fetchPicture, warnOfUnusableHosts };
}

/** Pictures of the hosts in `POST_IMAGE_HOSTS` (docs/configuration.md). */
export const pictureSource = createPictureSource({
  hosts: env.POST_IMAGE_HOSTS,
  loopback: env.APP_ENV !== "production" || isLoopback(new URL(env.APP_ORIGIN).hostname),
});
