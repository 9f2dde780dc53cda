import { env } from "~/env.server";
import { type ConnectedReading, connectedReading } from "~/features/history/load-reading.server";
import { log } from "~/platform/monitoring/log.server";
import { unlessMalformed } from "~/platform/upstream/upstream.server";

/**
 * What the subscriber's connection has given; undefined before the first figures, and where Instagram is no source. What
 * cannot be read counts as none: an import must not fail by it, and the next reading brings it anew.
 */
export async function connectedOf(uid: string): Promise<ConnectedReading | undefined> {
  if (!env.ANALYSIS_SOURCES.has("instagram")) return undefined;
  return unlessMalformed(connectedReading(uid), () => {
    log.warn({}, "the figures of a connection cannot be read");
    return undefined;
  });
}
