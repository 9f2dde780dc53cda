import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { log } from "~/platform/monitoring/log.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { isLoopbackAddress, isPublicAddress } from "~/platform/values/public-address";

export interface ResolvedAddress {
  address: string;
  family: number;
}

export interface PictureHosts {
  /** `POST_IMAGE_HOSTS`. */
  hosts: readonly string[];
  /** Allows hosts on loopback, on any port and without TLS, if listed without a wildcard. Not in production. */
  loopback: boolean;
  resolve?: (hostname: string) => Promise<ResolvedAddress[]>;
}

/** The picture does not exist or must not be shown. Not an outage of its host. */
export class PictureRefused extends Error {
  override name = "PictureRefused";
}

/** Decides which addresses pictures may be fetched from: listed hosts on the public internet. */
export function createHostList({
  hosts,
  loopback,
  resolve = (hostname) => lookup(hostname, { all: true }),
}: PictureHosts) {
  const entries = hosts.map((entry) => withoutBrackets(entry.toLowerCase()));
  const loggedEntries = new Set<string>();
  /**
   * By entry, the one lookup under way. Where the names of a suffix hang, each would take a thread from the lookups of other
   * systems (DECISIONS.md#outside-systems).
   */
  const lookups = new Map<string, { name: string; found: Promise<ResolvedAddress[]> }>();

  /** The entry that lists a host, e.g. `*.cdn.example`. */
  function entryOf(hostname: string): string | undefined {
    const name = withoutBrackets(hostname);
    if (entries.includes(name)) return name;
    if (isIP(name)) return undefined;
    return entries.find((entry) => entry.startsWith("*.") && name.endsWith(entry.slice(1)));
  }

  /** The URL without its fragment if it may be fetched; undefined if not. Makes no DNS query. */
  function allowed(address: string): URL | undefined {
    if (address.length > 2_048 || !URL.canParse(address)) return undefined;
    const url = new URL(address);
    const entry = entryOf(url.hostname);
    if (!entry || url.username || url.password) return undefined;
    if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
    if (!isStandardHttps(url) && !(loopback && entry === withoutBrackets(url.hostname))) {
      if (!loggedEntries.has(entry))
        log.warn({ host: entry, reason: standardHttpsOnly }, neverFetched);
      loggedEntries.add(entry);
      return undefined;
    }
    url.hash = "";
    return url;
  }

  /**
   * Resolves the host of a URL that `allowed` returned. Refuses it if any address is off the public internet.
   * @param signal aborted when nobody waits any more: then no lookup begins
   */
  async function checkedAddresses(url: URL, signal: AbortSignal): Promise<ResolvedAddress[]> {
    const name = withoutBrackets(url.hostname);
    const family = isIP(name);
    const found = family ? [{ address: name, family }] : await resolveName(name, signal);
    const onLoopback = loopback && entries.includes(name);
    const acceptable = ({ address }: ResolvedAddress) =>
      (isPublicAddress(address) && isStandardHttps(url)) ||
      (onLoopback && isLoopbackAddress(address));
    if (found.length === 0 || !found.every(acceptable))
      throw new PictureRefused("an address off the public internet");
    return found;
  }

  async function resolveName(name: string, signal: AbortSignal): Promise<ResolvedAddress[]> {
    const entry = entryOf(name) ?? name;
    let running = lookups.get(entry);
    while (running && running.name !== name) {
      await running.found.catch(() => undefined);
      if (signal.aborted) throw new UpstreamError("pictures", "timeout");
      running = lookups.get(entry);
    }
    if (!running) {
      const found = resolve(name).finally(() => lookups.delete(entry));
      running = { name, found };
      lookups.set(entry, running);
    }
    try {
      return [...(await running.found)];
    } catch {
      throw new UpstreamError("pictures", "unreachable");
    }
  }

  /** Warns at startup about each listed host that can never be fetched from. */
  async function warnOfUnusableHosts(): Promise<void> {
    await Promise.all(
      entries.map(async (entry) => {
        const reason = await whyNeverFetched(entry);
        if (reason) log.warn({ host: entry.slice(0, 100), reason }, neverFetched);
      }),
    );
  }

  async function whyNeverFetched(entry: string): Promise<string | undefined> {
    if (!isIP(entry) && !/^(\*\.)?[a-z\d_-]+(\.[a-z\d_-]+)*\.?$/.test(entry))
      return `not a host name; ${standardHttpsOnly}`;
    if (loopback) return undefined;
    if (privateNames.test(entry)) return "not on the public internet";
    if (entry.startsWith("*.")) return undefined;
    // DNS may fail now and work later, so a failure is no reason to warn.
    const found = isIP(entry) ? [{ address: entry }] : await resolve(entry).catch(() => []);
    return found.every(({ address }) => isPublicAddress(address))
      ? undefined
      : "not on the public internet";
  }

  return { entries, entryOf, allowed, checkedAddresses, warnOfUnusableHosts };
}

const standardHttpsOnly = "pictures are fetched by https from its usual port";
const neverFetched = "POST_IMAGE_HOSTS names a host whose pictures are never fetched";
/** Names reserved for private networks (RFC 6761, 6762, 8375 and ICANN's `internal`). */
const privateNames = /(^|\.)(localhost|local|internal|home\.arpa)$/;

function isStandardHttps(url: URL): boolean {
  return url.protocol === "https:" && url.port === "";
}

/** `[::1]` (in URLs) → `::1` (for IP functions). */
function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}
