import { disconnections } from "~/features/connection/services/outbox/disconnection.server";
import { endConnection } from "~/features/history/connections.server";
import { carryOut } from "~/platform/outbox/runner.server";
import { claimEntry } from "~/platform/outbox/store/claim.server";
import { unlessDown, within } from "~/platform/upstream/upstream.server";
import { inBackground } from "~/platform/work/background.server";

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
