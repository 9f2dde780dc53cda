import { lookup } from "node:dns/promises";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { log } from "~/clients/log.server";
import {
  createUpstream,
  readLimited,
  type Upstream,
  UpstreamError,
} from "~/clients/upstream.server";
import { type PictureType, pictureType } from "~/domain/picture-type";
import { isLoopbackAddress, isPublicAddress } from "~/domain/public-address";
import type { System } from "~/domain/systems";
import { env } from "~/env.server";

const system = "pictures" satisfies System;
const mostBytes = 5 * 1_048_576;
/** Milliseconds for a picture all told: name, connection, bytes, and what `use` does with them. */
const deadline = 3_000;

interface ResolvedAddress {
  address: string;
  family: number;
}

export interface PictureSource {
  /** `POST_IMAGE_HOSTS`. */
  hosts: readonly string[];
  /** Outside production a host that is listed exactly may live on loopback, on any port, without TLS. */
  loopback: boolean;
  resolve?: (hostname: string) => Promise<ResolvedAddress[]>;
}

export interface FetchedPicture {
  bytes: Buffer;
  type: PictureType;
}

/** The picture is not there, or not one that may be shown; the host itself is well. */
export class PictureRefused extends Error {
  override name = "PictureRefused";
}

/**
 * Fetches pictures of the listed hosts and of no other place: names are resolved here, an answer that holds
 * any address off the public internet is refused, and the connection goes to the addresses that were checked,
 * so that a name which changes its mind reaches nothing. Redirects are not followed.
 */
export function createPictureSource({
  hosts,
  loopback,
  resolve = (hostname) => lookup(hostname, { all: true }),
}: PictureSource) {
  const entries = hosts.map((entry) => unbracketed(entry.toLowerCase()));
  // A breaker for each entry: a host that is down hides no other host's pictures.
  const upstreams = new Map<string, Upstream>(
    entries.map((entry) => [
      entry,
      createUpstream(system, { readDeadline: deadline, maxBytes: mostBytes }),
    ]),
  );

  const toldOf = new Set<string>();

  function entryOf(hostname: string): string | undefined {
    const name = unbracketed(hostname);
    if (entries.includes(name)) return name;
    if (isIP(name)) return undefined;
    return entries.find((entry) => entry.startsWith("*.") && name.endsWith(entry.slice(1)));
  }

  /** The address in normal form where it may be asked for, as far as that can be told without asking. */
  function allowed(address: string): URL | undefined {
    if (address.length > 2_048 || !URL.canParse(address)) return undefined;
    const url = new URL(address);
    const entry = entryOf(url.hostname);
    if (!entry || url.username || url.password) return undefined;
    if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
    if (isPlain(url) && !(loopback && entry === unbracketed(url.hostname))) {
      if (!toldOf.has(entry)) log.warn({ host: entry, reason: notSafe }, neverFetched);
      toldOf.add(entry);
      return undefined;
    }
    url.hash = "";
    return url;
  }

  async function checkedAddresses(url: URL): Promise<ResolvedAddress[]> {
    const name = unbracketed(url.hostname);
    const family = isIP(name);
    const found = family ? [{ address: name, family }] : await resolveName(name);
    const onLoopback = loopback && entries.includes(name);
    const acceptable = ({ address }: ResolvedAddress) =>
      (isPublicAddress(address) && !isPlain(url)) || (onLoopback && isLoopbackAddress(address));
    if (found.length === 0 || !found.every(acceptable))
      throw new PictureRefused("an address off the public internet");
    return found;
  }

  async function resolveName(name: string): Promise<ResolvedAddress[]> {
    try {
      return await resolve(name);
    } catch {
      throw new UpstreamError(system, "unreachable");
    }
  }

  /**
   * Fetches what `allowed` let through and hands it to `use`, within one deadline.
   * Throws `PictureRefused` or an `UpstreamError`.
   */
  async function fetchPicture<T>(
    url: URL,
    use: (picture: FetchedPicture) => Promise<T>,
  ): Promise<T> {
    const upstream = upstreams.get(entryOf(url.hostname) ?? "");
    if (!upstream) throw new PictureRefused("a host that is not listed");
    return upstream.call("read", async (signal) => {
      const response = await ask(url, await checkedAddresses(url), signal);
      try {
        const bytes = await readPicture(response);
        const type = pictureType(bytes);
        if (!type) throw new PictureRefused("not a raster picture");
        return await use({ bytes, type });
      } finally {
        response.destroy();
      }
    });
  }

  /** Logs each listed host whose pictures are never fetched; called at the start. */
  async function warnOfUnfetched(): Promise<void> {
    await Promise.all(
      entries.map(async (entry) => {
        const reason = await whyNeverFetched(entry);
        if (reason) log.warn({ host: entry.slice(0, 100), reason }, neverFetched);
      }),
    );
  }

  async function whyNeverFetched(entry: string): Promise<string | undefined> {
    if (!isIP(entry) && !/^(\*\.)?[a-z\d_-]+(\.[a-z\d_-]+)*\.?$/.test(entry))
      return `not a host name; ${notSafe}`;
    if (loopback) return undefined;
    if (privateNames.test(entry)) return "not on the public internet";
    if (entry.startsWith("*.")) return undefined;
    // A name that cannot be resolved now may be later.
    const found = isIP(entry) ? [{ address: entry }] : await resolve(entry).catch(() => []);
    return found.every(({ address }) => isPublicAddress(address))
      ? undefined
      : "not on the public internet";
  }

  return { allowed, fetchPicture, warnOfUnfetched };
}

const notSafe = "pictures are fetched by https from its usual port";
const neverFetched = "POST_IMAGE_HOSTS names a host whose pictures are never fetched";
/** Names that the public internet does not know (RFC 6761, 6762, 8375 and ICANN's `internal`). */
const privateNames = /(^|\.)(localhost|local|internal|home\.arpa)$/;

const agents = {
  "http:": new http.Agent({ keepAlive: true, maxFreeSockets: 8, timeout: 10_000 }),
  "https:": new https.Agent({ keepAlive: true, maxFreeSockets: 8, timeout: 10_000 }),
};

function ask(
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
        lookup: only(addresses),
        signal,
        headers: {
          accept: "image/avif,image/webp,image/png,image/jpeg,image/gif",
          "accept-encoding": "identity",
        },
      },
      resolve,
    ).on("error", () =>
      reject(new UpstreamError(system, signal.aborted ? "timeout" : "unreachable")),
    );
  });
}

/** Stands in for name resolution at connection time: the addresses that were checked, and no others. */
function only(addresses: ResolvedAddress[]): LookupFunction {
  return (_, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, addresses);
    else callback(null, first?.address ?? "", first?.family ?? 4);
  };
}

async function readPicture(response: IncomingMessage): Promise<Buffer> {
  const { statusCode: status = 0, headers } = response;
  if (status >= 300 && status < 400) throw new PictureRefused("a redirect");
  if (status >= 400 && status < 500 && status !== 429) throw new PictureRefused("not there");
  if (status !== 200) throw new UpstreamError(system, "status", status);
  if ((headers["content-encoding"] ?? "identity") !== "identity")
    throw new PictureRefused("an encoded body");
  if (Number(headers["content-length"] ?? 0) > mostBytes) throw new PictureRefused("too large");
  try {
    return await readLimited(
      system,
      new Response(Readable.toWeb(response) as ReadableStream<Uint8Array<ArrayBuffer>>),
      mostBytes,
    );
  } catch (error) {
    if (error instanceof UpstreamError && error.kind === "too-large")
      throw new PictureRefused("too large");
    throw error;
  }
}

function isPlain(url: URL): boolean {
  return url.protocol !== "https:" || url.port !== "";
}

function unbracketed(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/** The source of contract 1's `POST_IMAGE_HOSTS`. */
export const pictureSource = createPictureSource({
  hosts: env.POST_IMAGE_HOSTS,
  loopback: env.APP_ENV !== "production",
});
