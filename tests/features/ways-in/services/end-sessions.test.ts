import { expect, test } from "vitest";
import { newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { isLetIn } from "#tests/setup/security";
import { endAllSessions } from "~/features/ways-in/services/security/end-sessions.server";
import { beginSession } from "~/platform/session/session.server";

const second = 1_000;
const thisSecond = () => Math.floor(Date.now() / second) * second;

test.each([
  ["in an earlier second", -second],
  ["in this second", 0],
  ["in a process whose clock is two seconds ahead", 2 * second],
])("a session that began %s ends", async (_, ahead) => {
  const { uid, email } = await newMember();
  const account = sandbox.world.accounts.get(uid);
  if (!account) throw new Error("no account");
  const before = thisSecond() + ahead;
  account.validSince = before / second;
  const session = await beginSession({ uid, email, validSince: before });
  const cookie = session.cookie.split(";", 1)[0] ?? "";
  expect(await isLetIn(cookie)).toBe(true);

  const validSince = await endAllSessions(uid, before);
  expect(validSince).toBeGreaterThan(before);
  expect(account.validSince * second).toBe(validSince);
  expect(await isLetIn(cookie)).toBe(false);
});

test("a clock that is far behind keeps nobody waiting", async () => {
  const { uid } = await newMember();
  const begun = performance.now();
  await endAllSessions(uid, Date.now() + 60 * second);
  expect(performance.now() - begun).toBeLessThan(10 * second);
});
