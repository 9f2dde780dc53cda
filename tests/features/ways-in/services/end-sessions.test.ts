import { expect, test } from "vitest";
import { few } from "#tests/setup/cases";
import { newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { isLetIn } from "#tests/setup/security";
import { endAllSessions } from "~/features/ways-in/services/security/end-sessions.server";
import { beginSession } from "~/platform/session/session.server";

const second = 1_000;
const thisSecond = () => Math.floor(Date.now() / second) * second;
const revocations = (uid: string) =>
  sandbox.world.calls.filter(
    ({ path, body }) => path.endsWith("accounts:update") && body.includes(uid),
  );

/** A member whose account has this `validSince`, and a session since then. */
async function memberSince(validSince: number) {
  const { uid, email } = await newMember();
  const account = sandbox.world.accounts.get(uid);
  if (!account) throw new Error("no account");
  account.validSince = validSince / second;
  const session = await beginSession({ uid, email, validSince });
  return { uid, account, cookie: session.cookie.split(";", 1)[0] ?? "" };
}

const beginnings: [string, number][] = [
  ["in an earlier second", -second],
  ["in this second", 0],
  ["by a clock that is a second ahead", second],
];
// The second one waits like the third, for less.
test.each(few(beginnings, 2))(
  "a session that began %s ends, whatever the caller knows of it",
  async (_, ahead) => {
    const validSince = thisSecond() + ahead;
    const { uid, account, cookie } = await memberSince(validSince);
    const ended = await endAllSessions(uid, 0);
    expect(ended).toBeGreaterThan(validSince);
    expect(account.validSince * second).toBe(ended);
    expect(revocations(uid)).toHaveLength(1);
    expect(await isLetIn(cookie)).toBe(false);
  },
);

test("a session that is later than its account's record ends, too", async () => {
  const { uid, account, cookie } = await memberSince(thisSecond() + second);
  const { validSince } = account;
  account.validSince = 0;
  await endAllSessions(uid, validSince * second);
  expect(account.validSince).toBeGreaterThan(validSince);
  expect(await isLetIn(cookie)).toBe(false);
});

test("what a clock that is far behind cannot end is not said to have ended, and nothing is set back", async () => {
  const validSince = thisSecond() + 60 * second;
  const { uid, account, cookie } = await memberSince(validSince);
  await expect(endAllSessions(uid, 0)).rejects.toMatchObject({ system: "identity" });
  expect(account.validSince * second).toBe(validSince);
  expect(revocations(uid)).toEqual([]);
  expect(await isLetIn(cookie)).toBe(true);
});
