import { expect, test, vi } from "vitest";
import { newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { isLetIn, passwordOf } from "#tests/setup/security";
import { changeOwnPassword } from "~/features/ways-in/services/security/password-change.server";
import { answerWithin } from "~/platform/work/deadline.server";

test("a password that was said to be the same as before is not set afterwards", async () => {
  const member = await newMember();
  const { promise, resolve } = Promise.withResolvers<void>();
  sandbox.faults.set("identity", { kind: "held", until: promise });
  const passwords = { present: "member-pass", next: "three small words" };
  const visitor = { userAgent: "", clientAddress: "192.0.2.78", device: undefined };
  // The request is nearly at its end.
  const begun = performance.now() - answerWithin + 800;
  expect(await changeOwnPassword(member, passwords, { ...visitor, begun })).toEqual({
    outcome: "unavailable",
    isUnchanged: true,
  });
  resolve();
  sandbox.faults.clear();
  const asked = () => sandbox.world.calls.filter(({ path }) => path.includes("signInWithPassword"));
  await vi.waitFor(() => expect(asked()).not.toEqual([]), 20_000);
  for (let times = 0; times < 5; times += 1) expect(await isLetIn(member.cookie)).toBe(true);
  expect(passwordOf(member)).toBe(passwords.present);
});
