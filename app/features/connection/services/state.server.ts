import { sign, useOnce, verify } from "~/platform/tokens/tokens.server";

interface Session {
  uid: string;
  sessionId: string;
}

/** The `state` that a subscriber takes along to Instagram. */
export const issueState = ({ uid, sessionId }: Session): string =>
  sign("instagram state", [uid, sessionId]);

export type Redeemed =
  | { verdict: "valid" }
  | { verdict: "used"; issuedAt: number; usedAt: number }
  /** `foreign`: not this session's, or not ours at all. */
  | { verdict: "expired" | "foreign" };

/** Uses a state up. @throws UpstreamError if Firestore does not say whether it was used: then it counts as used */
export async function redeemState(state: string, { uid, sessionId }: Session): Promise<Redeemed> {
  const read = verify("instagram state", state, [uid, sessionId]);
  if (read.verdict !== "valid") return read;
  const usedAt = await useOnce("instagram state", read);
  const { issuedAt } = read;
  return usedAt === undefined ? { verdict: "valid" } : { verdict: "used", issuedAt, usedAt };
}
