import { type AccountState, accountByUidNow } from "~/clients/identity.server";
import { createLimit } from "~/clients/rate-limits.server";
import { UpstreamError } from "~/clients/upstream.server";
import { forgetUse, markStateUsed } from "~/clients/used-states.server";
import { clientNetwork } from "~/domain/client-network";
import type { Unreadable } from "~/services/encrypted-token.server";
import { type Entry, enter, reportFailure, unavailable } from "~/services/ways-in/enter.server";
import { openSignInLink, type SignInLink } from "~/services/ways-in/sign-in-link.server";

/**
 * `used-now`: it was used seconds ago, perhaps by the same person's second press. `void`: the account has a new password
 * or address, was signed out everywhere or deleted since it was mailed.
 */
export type RefusedLink = Unreadable | "used" | "used-now" | "void" | "disabled";

export type ByLink =
  | Entry
  | { outcome: "refused"; reason: RefusedLink }
  /** Too many tries from this network. `wait` in milliseconds. */
  | { outcome: "limited"; wait: number };

const triesOfClient = createLimit("sign-in-link-use", { points: 30, seconds: 15 * 60 });
/** Milliseconds in which a second press is taken for the same person's. */
const sameMoment = 30_000;

interface Visitor {
  userAgent: string;
  clientAddress: string;
}

/** Signs in with a mailed link (contract 13). One use: of two presses at once, one gets in. */
export async function signInByLink(
  token: string,
  { userAgent, clientAddress }: Visitor,
): Promise<ByLink> {
  const wait = await triesOfClient.take(clientNetwork(clientAddress));
  if (wait !== undefined) return { outcome: "limited", wait };
  const link = await openSignInLink(token);
  if ("unreadable" in link) return refuse(link.unreadable, "", userAgent);
  try {
    // Read before the mark, so that the session's `validSince` is not later than this proof of who they are.
    const account = await accountByUidNow(link.uid);
    const reason = reasonAgainst(link, account) ?? (await markUse(link));
    if (reason || !account) return refuse(reason ?? "void", link.email, userAgent);
    return await enterOrForgetUse(link, account, userAgent);
  } catch (error) {
    return unavailable(error, { email: link.email, userAgent });
  }
}

function refuse(reason: RefusedLink, email: string, userAgent: string): ByLink {
  reportFailure("sign_in_failed", `link-${reason}`, email, userAgent);
  return { outcome: "refused", reason };
}

function reasonAgainst(
  { email, validSince }: SignInLink,
  account: AccountState | undefined,
): RefusedLink | undefined {
  if (!account || account.email !== email || account.validSince !== validSince) return "void";
  return account.disabled ? "disabled" : undefined;
}

async function markUse({ id, expiresAt }: SignInLink): Promise<RefusedLink | undefined> {
  const usedAt = await markStateUsed(id, expiresAt);
  if (usedAt === undefined) return undefined;
  return Date.now() - usedAt < sameMoment ? "used-now" : "used";
}

/** While the subscription service is down nobody gets in, so the link stays unused and can be pressed again. */
async function enterOrForgetUse(
  { id }: SignInLink,
  { uid, email, validSince }: AccountState,
  userAgent: string,
): Promise<Entry> {
  try {
    return await enter({ uid, email, validSince }, { way: "link", userAgent });
  } catch (error) {
    if (error instanceof UpstreamError) await forgetUse(id);
    throw error;
  }
}
