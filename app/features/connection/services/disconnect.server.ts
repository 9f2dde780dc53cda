import { createHash } from "node:crypto";
import { disconnections } from "~/features/connection/services/outbox/disconnection.server";
import { readSoon } from "~/features/connection/services/read-soon.server";
import { openSignedRequest } from "~/features/connection/store/instagram.server";
import {
  connectionsOfAccount,
  endConnection,
  withdrawConnection,
} from "~/features/history/connections.server";
import { disconnectionAt, keepDisconnection } from "~/features/history/disconnections.server";
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

/**
 * Meta says that somebody has removed the app: the same as a withdrawn token (docs/product.md#connection).
 * @returns false if the `signed_request` is not Meta's; then nothing has changed
 * @throws UpstreamError if Firestore failed; Meta may call again
 */
export async function deauthorize(signedRequest: string): Promise<boolean> {
  const request = openSignedRequest(signedRequest);
  if (!request) return false;
  const { userId, issuedAt } = request;
  for (const connection of await connectionsOfAccount(userId)) {
    // The reading that is due finds no token, and sends the letter.
    if (await withdrawConnection(connection, issuedAt)) readSoon(connection.uid);
  }
  return true;
}

/**
 * Meta passes on somebody's wish that their data be deleted. It is kept before it is answered, and carried out in the
 * background. The same call again is the same wish.
 * @returns the confirmation code; undefined if the `signed_request` is not Meta's
 * @throws UpstreamError if Firestore failed
 */
export async function requestDeletion(signedRequest: string): Promise<string | undefined> {
  const request = openSignedRequest(signedRequest);
  if (!request) return undefined;
  const code = createHash("sha256").update(signedRequest).digest("hex").slice(0, 24);
  const account = { id: request.userId, issuedAt: request.issuedAt };
  const { claim } = await keepDisconnection(code, { account });
  if (claim)
    inBackground("data deletion", carryOut(disconnections, claim, { userAgent: "" }).finished);
  return code;
}

/** How far a data deletion is; undefined for a code that was never given. */
export async function deletionState(code: string): Promise<"received" | "done" | undefined> {
  if (!/^[\da-f]{24}$/.test(code)) return undefined;
  const entry = await disconnectionAt(code);
  return entry && (entry.state === "done" ? "done" : "received");
}
