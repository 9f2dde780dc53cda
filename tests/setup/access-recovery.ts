import { ask } from "#tests/setup/ask";
import { sandbox } from "#tests/setup/outside";
import { type Outcome, trap } from "#tests/setup/requests";
import { daysApart } from "./days-apart.ts";

daysApart();

export const address = (id: string, token?: string) =>
  `/access-recovery?${new URLSearchParams({ id, ...(token !== undefined && { t: token }) })}`;
export const openLink = (id: string, token?: string) =>
  ask(address(id, token)) as Promise<Outcome & { body: { view: Record<string, unknown> } }>;
export const create = (id: string, password: string, token?: string, email = "") =>
  ask(address(id, token), { fields: { ...trap, email, password } });
/** The token of a link that is mailed now. */
export const signed = async (id: string, mailedTo: string) => {
  const { signLinkToken } = await import("~/platform/tokens/link-token.server");
  const validSince = account(mailedTo)?.validSince;
  return signLinkToken("activation", id, {
    address: mailedTo,
    validSince: validSince === undefined ? null : validSince * 1_000,
  });
};

export const account = (email: string) =>
  [...sandbox.world.accounts.values()].find((candidate) => candidate.email === email);
export const callsTo = (path: string) =>
  sandbox.world.calls.filter((call) => call.path.includes(path));
export const dashboard = { status: 303, location: "/dashboard" };
