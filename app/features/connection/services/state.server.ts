import { createOneUseTokens } from "~/platform/tokens/one-use-token.server";
import { minute } from "~/platform/values/durations";

/** Milliseconds within which the person must come back from Instagram. */
const lifetime = 10 * minute;

const states = createOneUseTokens("instagram state", lifetime);

interface Session {
  uid: string;
  sessionId: string;
}

/** The `state` that a subscriber takes along to Instagram: for this session, for one use, for ten minutes. */
export const issueState = ({ uid, sessionId }: Session): string => states.issue([uid, sessionId]);

export type Redeemed =
  | { verdict: "valid" }
  | { verdict: "used"; issuedAt: number; usedAt: number }
  /** `foreign`: not this session's, or not ours at all. */
  | { verdict: "expired" | "foreign" };

/** Uses a state up. @throws UpstreamError if Firestore does not say whether it was used: then it counts as used */
export async function redeemState(state: string, { uid, sessionId }: Session): Promise<Redeemed> {
  const read = states.read(state, [uid, sessionId]);
  if (read.verdict !== "valid") return read;
  const usedAt = await states.markUsed(read);
  const { issuedAt } = read;
  return usedAt === undefined ? { verdict: "valid" } : { verdict: "used", issuedAt, usedAt };
}
