import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { log } from "~/clients/log.server";
import { PictureRefused } from "~/clients/pictures/refusal.server";
import { UpstreamError } from "~/clients/upstream.server";
import { isLoopbackAddress, isPublicAddress } from "~/domain/public-address";

export interface ResolvedAddress {
  address: string;
  family: number;
}

export interface PictureHosts {
  /** `POST_IMAGE_HOSTS`. */
  hosts: readonly string[];
  /** Outside production a host that is listed exactly may live on loopback, on any port, without TLS. */
  loopback: boolean;
  resolve?: (hostname: string) => Promise<ResolvedAddress[]>;
}

/** Decides which addresses pictures may be fetched from: listed hosts on the public internet. */
export function createHostList({
  hosts,
  loopback,
  resolve = (hostname) => lookup(hostname, { all: true }),
}: PictureHosts) {
  const entries = hosts.map((entry) => withoutBrackets(entry.toLowerCase()));
  const loggedEntries = new Set<string>();

  /** The entry that lists a host, e.g. `*.cdn.example`. */
  function entryOf(hostname: string): string | undefined {
    const name = withoutBrackets(hostname);
    if (entries.includes(name)) return name;
    if (isIP(name)) return undefined;
    return entries.find((entry) => entry.startsWith("*.") && name.endsWith(entry.slice(1)));
  }

  /** The address in normal form if it may be fetched, as far as that can be told without asking anybody. */
  function allowed(address: string): URL | undefined {
    if (address.length > 2_048 || !URL.canParse(address)) return undefined;
    const url = new URL(address);
    const entry = entryOf(url.hostname);
    if (!entry || url.username || url.password) return undefined;
    if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
    if (isPlain(url) && !(loopback && entry === withoutBrackets(url.hostname))) {
      if (!loggedEntries.has(entry)) log.warn({ host: entry, reason: notSafe }, neverFetched);
      loggedEntries.add(entry);
      return undefined;
    }
    url.hash = "";
    return url;
  }

  /** The IP addresses of what `allowed` let through. Refused if any of them is off the public internet. */
  async function checkedAddresses(url: URL): Promise<ResolvedAddress[]> {
    const name = withoutBrackets(url.hostname);
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
      throw new UpstreamError("pictures", "unreachable");
    }
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

  return { entries, entryOf, allowed, checkedAddresses, warnOfUnfetched };
}

const notSafe = "pictures are fetched by https from its usual port";
const neverFetched = "POST_IMAGE_HOSTS names a host whose pictures are never fetched";
/** Names that the public internet does not know (RFC 6761, 6762, 8375 and ICANN's `internal`). */
const privateNames = /(^|\.)(localhost|local|internal|home\.arpa)$/;

function isPlain(url: URL): boolean {
  return url.protocol !== "https:" || url.port !== "";
}

/** `[::1]` → `::1`, as URLs and IP functions write it. */
function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}
