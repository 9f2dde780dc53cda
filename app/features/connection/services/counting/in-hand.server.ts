import type { AskInstagram } from "~/features/connection/services/readings/asker.server";
import type { AccountReading } from "~/features/history/account-reading";
import type { CountingPayload, CountingProgress } from "~/features/history/counting.server";
import type { KeptCounts } from "~/features/history/instagram-counts";
import { changeCounts } from "~/features/history/readings.server";
import type { Run } from "~/platform/outbox/runner.server";
import type { AccessToken } from "~/platform/tokens/access-token";

export type CountingRun = Run<CountingPayload, CountingProgress, never>;

/** What a run of the counting has in hand. */
export interface Counting {
  uid: string;
  /** Of the connection. */
  key: string;
  token: AccessToken;
  ask: AskInstagram;
  /** By which Instagram's days are known. */
  reach: AccountReading["reach"];
  counts: KeptCounts;
  /** Whether what fails may be asked for again later; else the counting goes on without it. */
  isPatient: boolean;
}

/** The connection has ended: nothing of it may be kept. */
export class ConnectionEnded extends Error {
  override name = "ConnectionEnded";
}

/** Changes what is kept. @throws ConnectionEnded */
export async function keepCounts(
  counting: Counting,
  change: (known: KeptCounts) => KeptCounts,
): Promise<void> {
  const changed = await changeCounts(counting, change);
  if (!changed) throw new ConnectionEnded();
  counting.counts = changed;
}
