import { createHash } from "node:crypto";
import { env } from "~/env.server";
import { timesInRange } from "~/features/account/leaked-range";
import {
  createUpstream,
  readText,
  send,
  statusFailure,
  UpstreamError,
} from "~/platform/upstream/upstream.server";

/** Short: a change of the password waits for it, and goes on without it. */
const upstream = createUpstream("pwned", { readDeadline: 1_500 });

const maxBytes = 262_144;

/**
 * How often a password was seen in known leaks, by k-anonymity: only the first five characters of its SHA-1 are sent.
 * @returns undefined where no range service is set
 * @throws UpstreamError if it gives no valid answer, so 0 means 'not found'
 */
export async function timesLeaked(password: string): Promise<number | undefined> {
  const { PWNED_RANGE_URL: service } = env;
  if (!service) return undefined;
  const hash = createHash("sha1").update(password).digest("hex").toUpperCase();
  const { system } = upstream;
  return upstream.call("read", async (signal) => {
    const url = `${service}/range/${hash.slice(0, 5)}`;
    // With padding, the answer's length does not tell which range was asked for. Padded lines have the count 0.
    const response = await send(system, url, { headers: { "add-padding": "true" }, signal });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw statusFailure(system, response.status);
    }
    const times = timesInRange(await readText(system, response, maxBytes), hash.slice(5));
    if (times === undefined) throw new UpstreamError(system, "garbled");
    return times;
  });
}
