import { connectionKeyOf, loadReading } from "~/clients/connections/load-reading.server";
import { log } from "~/clients/log.server";
import { UpstreamError } from "~/clients/upstream.server";
import type { AccountReading } from "~/domain/instagram/account-reading";
import { env } from "~/env.server";

/** A subscriber's connection that has given figures. */
export interface Connected {
  /** Names this connection: the next one has another. */
  key: string;
  reading: AccountReading;
}

/**
 * Undefined before the first figures, and where Instagram is no source. Figures that cannot be read count as none: an
 * import must not fail by them, and the next reading brings them anew.
 */
export async function connectedOf(uid: string): Promise<Connected | undefined> {
  if (!env.ANALYSIS_SOURCES.has("instagram")) return undefined;
  const key = await connectionKeyOf(uid);
  if (key === undefined) return undefined;
  try {
    const reading = await loadReading(uid);
    return reading && { key, reading };
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.kind !== "malformed") throw error;
    log.warn({}, "the figures of a connection cannot be read");
    return undefined;
  }
}
