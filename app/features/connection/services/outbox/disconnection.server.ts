import { forgetTold } from "~/features/account/letter-choices.server";
import { newestCounts } from "~/features/growth/followers";
import { growthOf } from "~/features/growth/growth.server";
import { isAboutConnection } from "~/features/history/connecting";
import { connectionsOfAccount, eraseConnection } from "~/features/history/connections.server";
import {
  type DisconnectionPayload,
  type DisconnectionProgress,
  disconnectionEntries,
} from "~/features/history/disconnections.server";
import { eraseListsOfEnded } from "~/features/imports/cleanup.server";
import { refigure } from "~/features/imports/refigure.server";
import type { OutboxKind, Run, Verdict } from "~/platform/outbox/runner.server";
import { whileRenewing } from "~/platform/outbox/while-renewing.server";

/**
 * The end of a connection with all that it gave, stored in `disconnections/{id}`: a press of the subscriber, Meta's data
 * deletion, or a new connection in the place of a document that nobody could read.
 */
export const disconnections: OutboxKind<DisconnectionPayload, DisconnectionProgress, "erased"> = {
  ...disconnectionEntries,
  concurrency: 5,
  rate: { max: 20, duration: 1_000 },
  handle: disconnect,
};

type Disconnecting = Run<DisconnectionPayload, DisconnectionProgress, "erased">;
type Disconnected = Verdict<DisconnectionPayload, DisconnectionProgress, "erased">;

async function disconnect({ entry, saveProgress, answer }: Disconnecting): Promise<Disconnected> {
  const { payload, progress } = entry;
  let { connections } = progress;
  if (payload.account && !progress.isFound) {
    const { id, issuedAt } = payload.account;
    const named = await connectionsOfAccount(id);
    // Where a document does not say since when, it is erased rather than kept.
    connections = named.filter(
      ({ connectedAt }) => connectedAt === null || isAboutConnection(connectedAt, issuedAt),
    );
    // Kept first: once they are erased, nothing else says whose profiles must be computed anew.
    await saveProgress({ progress: { connections, isFound: true } });
  }
  for (const connection of connections) await eraseConnection(connection);
  // The profile may take its time. The token and the pieces are gone.
  answer("erased");
  const failures: unknown[] = [];
  for (const connection of connections) {
    await saveProgress({ progress: { connections } });
    try {
      await whileRenewing({ saveProgress }, () => refigure(connection.uid));
      await forgetWhatLettersSaid(connection.uid);
      await eraseListsOfEnded(connection.uid, entry.requestedAt);
      connections = connections.filter((one) => one !== connection);
    } catch (error) {
      // What is rotten of one subscriber must not hold up another's.
      failures.push(error);
    }
  }
  if (failures.length > 0) {
    await saveProgress({ progress: { connections } });
    throw failures[0];
  }
  return {
    end: "done",
    payload: { ...payload, account: null },
    progress: { connections: [], erasedAt: Date.now() },
  };
}

/** What an export says as well stays: by it the next letter knows what is new. */
async function forgetWhatLettersSaid(uid: string): Promise<void> {
  const growth = await growthOf(uid);
  await forgetTold(uid, {
    followers: (growth && newestCounts(growth).at(-1)?.followers) ?? null,
    newestPostAt: growth?.posts[0]?.postedAt ?? null,
  });
}
