import { endConnection } from "~/clients/connections.server";
import { claimEntry } from "~/clients/outbox/claim.server";
import { unlessDown, within } from "~/clients/upstream.server";
import { inBackground } from "~/services/background.server";
import { disconnections } from "~/services/outbox/disconnection.server";
import { carryOut } from "~/services/outbox/runner.server";

/** Milliseconds that the press waits. What takes longer goes on in the background, and in any process. */
const answeredWithin = 3_000;

/**
 * Ends a subscriber's connection at once, and erases what only it gave.
 * @throws UpstreamError if Firestore failed before the connection ended
 */
export async function disconnect(uid: string): Promise<"erased" | "received" | "none"> {
  const id = await endConnection(uid);
  if (id === undefined) return "none";
  // Another process may have been quicker. Where Firestore fails now, any process does it later.
  const claim = await unlessDown(claimEntry(disconnections, id));
  if (!claim) return "received";
  const { answer, finished } = carryOut(disconnections, claim, { userAgent: "" });
  inBackground("disconnection", finished);
  return (await within(answeredWithin, answer)) ?? "received";
}
