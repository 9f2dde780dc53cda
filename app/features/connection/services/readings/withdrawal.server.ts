import type { Read, ReadingRun } from "~/features/connection/services/readings/session.server";
import { tellOfWithdrawal } from "~/features/connection/services/withdrawal-letter.server";
import { type Connection, withdrawn } from "~/features/history/connecting";
import type { ConnectionPayload } from "~/features/history/connection";
import { isLetterGivenUp } from "~/platform/outbox/letter.server";

/** Takes the token out of a connection that only the person can renew, and tells them. What is known of it stays. */
export async function withdraw(
  { entry, saveProgress }: ReadingRun,
  payload: ConnectionPayload = entry.payload,
): Promise<Read> {
  const after = withdrawn({ ...entry, payload }, Date.now());
  await saveProgress({ payload: after.payload, progress: after.progress });
  return settleWithdrawal({ ...entry, payload: after.payload, progress: after.progress });
}

/** Sends the letter about a withdrawal, unless it is settled. Then nothing is due until the person connects again. */
export async function settleWithdrawal(connection: Connection): Promise<Read> {
  const { payload, progress } = connection;
  if (!progress.letterSent && !isLetterGivenUp(connection, progress.withdrawnAt ?? 0)) {
    const letter = await tellOfWithdrawal(connection);
    if (letter?.end === "again") return { ...letter, payload };
  }
  return { end: "later", dueAt: null, payload, progress: { ...progress, letterSent: true } };
}
