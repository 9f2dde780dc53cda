import { ask } from "#tests/setup/ask";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { trap } from "#tests/setup/requests";

/** Presses the button on the page of a mailed link. */
export const press = (
  t: string,
  { cookie = "", client, ...more }: { cookie?: string; client?: string; instead?: "yes" } = {},
) => ask("/sign-in/link", { fields: { t, ...more }, cookie, client });

export const askForLink = (email: string, client?: string, cookie?: string) =>
  ask("/sign-in/link", { fields: { ...trap, email }, client, ...(cookie && { cookie }) });

/** The token of a link as it is mailed to somebody. */
export async function tokenFor({ uid, email }: Member): Promise<string> {
  const { signInLink } = await import("~/features/ways-in/services/sign-in-link.server");
  const account = { uid, email, validSince: validSinceOf(uid) };
  const link = await signInLink(account, crypto.randomUUID());
  return new URL(link).searchParams.get("t") ?? "";
}

const validSinceOf = (uid: string) => (sandbox.world.accounts.get(uid)?.validSince ?? 0) * 1_000;

/** Somebody new, and the token of a link for them. */
export async function mailed(): Promise<{ member: Member; token: string }> {
  const member = await newMember();
  return { member, token: await tokenFor(member) };
}

export const accountOf = ({ uid }: Member) => {
  const account = sandbox.world.accounts.get(uid);
  if (!account) throw new Error("no account");
  return account;
};
