import { randomUUID } from "node:crypto";
import { connectionOf } from "~/clients/connections.server";
import { keepDisconnection } from "~/clients/disconnections.server";
import { within } from "~/clients/upstream.server";
import { inBackground } from "~/services/background.server";
import { disconnections } from "~/services/outbox/disconnection.server";
import { carryOut } from "~/services/outbox/runner.server";

/** Milliseconds that the press waits. What takes longer goes on in the background, and in any process. */
const answeredWithin = 3_000;

/**
 * Erases a subscriber's connection and what only it gave. Kept before anything is erased.
 * @throws UpstreamError if Firestore failed before that
 */
export async function disconnect(uid: string): Promise<"erased" | "received" | "none"> {
  const connection = await connectionOf(uid);
  if (!connection) return "none";
  const { claim } = await keepDisconnection(randomUUID(), {
    uid,
    connections: [{ uid, key: connection.key }],
  });
  if (!claim) return "received";
  const { answer, finished } = carryOut(disconnections, claim, { userAgent: "" });
  inBackground("disconnection", finished);
  return (await within(answeredWithin, answer)) ?? "received";
}
