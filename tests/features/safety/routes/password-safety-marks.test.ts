import { beforeEach, expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { address, read } from "#tests/setup/breaches";
import { few } from "#tests/setup/cases";
import { storedSettings } from "#tests/setup/letters";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { visibleText } from "#tests/setup/visible-text";

const breach = (Name: string, BreachDate: string, ...DataClasses: string[]) => ({
  Name,
  Domain: "",
  BreachDate,
  DataClasses,
});

let member: Member;
beforeEach(async () => {
  member = await newMember();
  sandbox.world.breaches.set(member.email, [
    breach("Mild", "2020-02-02", "Usernames"),
    breach("Grave & Co", "2019-01-01", "Passwords"),
    breach("Later", "2024-03-03", "Passwords"),
  ]);
  const account = sandbox.world.accounts.get(member.uid);
  if (account) account.passwordUpdatedAt = Date.parse("2021-06-01T12:00Z");
});

const press = (fields: Record<string, string>) =>
  visit(address, { method: "POST", body: new URLSearchParams(fields), cookie: member.cookie });
const text = async () => visibleText((await read(member.cookie)).html);
const order = (shown: string) =>
  ["Grave & Co", "Later", "Mild"]
    .map((name) => ({ name, at: shown.indexOf(`${name} Breach Date`) }))
    .sort((one, other) => one.at - other.at)
    .map(({ name }) => name);

test("each breach is dated against the last password change here, the most serious first", async () => {
  const shown = await text();
  expect(order(shown)).toEqual(["Later", "Grave & Co", "Mild"]);
  expect(
    shown.match(/Your password here is newer than this breach: set on Jun 1, 2021/g),
  ).toHaveLength(2);
  expect(
    shown.match(/Your password here is older than this breach: set on Jun 1, 2021/g),
  ).toHaveLength(1);
  expect(shown).toContain("If you used the same one there, change it");
});

test("a breach is marked as dealt with, keeps that, and the mark can be taken back", async () => {
  const steps: [Record<string, string>, string[]][] = [
    [{ press: "dealt-with", breach: "Later" }, ["Later"]],
    [{ press: "dealt-with", breach: "Later" }, ["Later"]],
    [{ press: "dealt-with", breach: "Grave & Co" }, ["Later", "Grave & Co"]],
    [{ press: "open", breach: "Later" }, ["Grave & Co"]],
  ];
  for (const [fields, dealtWith] of steps) {
    const answer = await press(fields);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, address]);
    expect((await storedSettings(member))?.dealtWith).toEqual(dealtWith);
  }
  const shown = await text();
  expect(order(shown)).toEqual(["Later", "Mild", "Grave & Co"]);
  expect(shown).toContain("is compromised on 3 breached sites");
  expect(shown).toContain("Not dealt with yet: Grave & Co");
});

const presses: [string, Record<string, string>][] = [
  ["one that is not in the list", { press: "dealt-with", breach: "Adobe" }],
  ["no breach", { press: "dealt-with" }],
  ["another press", { press: "erase", breach: "Mild" }],
];
test.each(few(presses, 2))("%s is refused, and nothing is kept", async (_, fields) => {
  const answer = await press(fields);
  expect(answer.status).toBe(400);
  expect(visibleText(await answer.text())).toContain("Nothing has changed");
  expect(await storedSettings(member)).toBeUndefined();
});

test("while the breaches cannot be looked up, a press says that nothing was saved", async () => {
  sandbox.faults.set("functions", { kind: "status", status: 500 });
  const answer = await press({ press: "dealt-with", breach: "Mild" });
  expect(answer.status).toBe(503);
  expect(await storedSettings(member)).toBeUndefined();
});

test("while the provider cannot say when the password was set, the breaches are shown without it", async () => {
  await read(member.cookie);
  sandbox.faults.set("identity", { kind: "status", status: 500 });
  const shown = await text();
  expect(order(shown)).toEqual(["Later", "Grave & Co", "Mild"]);
  expect(shown).not.toContain("Your password here");
});
