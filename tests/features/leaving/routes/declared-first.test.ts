import { expect, test } from "vitest";
import { faults, world } from "#tests/setup/cancellations";
import { everyCase } from "#tests/setup/cases";
import { declare, hours, later, mailsTo } from "#tests/setup/declaring";
import type { Member } from "#tests/setup/member";
import { objector, pass } from "#tests/setup/objecting";
import { declarationForms } from "~/features/leaving/services/outbox/declaration-form.server";
import { runDue } from "~/platform/outbox/run-due.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

// Under an objection each declaration has a letter of its own, three an hour: whoever has declared first has theirs first.

let networks = 0;
/** Declares from a network of its own. */
async function declareAs(name: string, { email }: Member, more = {}): Promise<void> {
  networks += 1;
  await declare({ email, name, ...more }, "/cancel", `198.51.100.${networks}`);
  // Two that come in one millisecond came at once.
  pass(1);
}

/** Those whose declarations have had their letters, in order. */
const served = ({ email }: Member) =>
  mailsTo(email).flatMap(({ text }) => /Name: “(.+)”/.exec(text)?.[1] ?? []);

/** What waits is tried again, as its back-off says. */
async function tryWaiting(milliseconds: number): Promise<void> {
  pass(milliseconds);
  await runDue(declarationForms);
  await backgroundSettled();
}

/** One whose letters of this hour are used up: the third declaration waits for its own. */
async function besieged(): Promise<Member> {
  const member = await objector();
  for (const name of ["One", "Two", "Three"]) await declareAs(name, member);
  expect(served(member)).toEqual(["One", "Two"]);
  return member;
}

test("those who declare later, again and again, do not come before the owner, who waits", async () => {
  const member = await besieged();
  await declareAs("The owner", member);
  const step = everyCase ? 5 : 20;
  for (let minutes = 0; minutes < (everyCase ? 55 : 40); minutes += step) {
    await tryWaiting((step / 60) * hours);
    if (minutes % 20 === 0) await declareAs(`Before ${minutes}`, member);
  }
  for (let hour = 0; hour < (everyCase ? 2 : 1); hour += 1) {
    await later(1.1 * hours, member);
    for (const nth of [1, 2]) await declareAs(`Late ${hour}-${nth}`, member);
    await tryWaiting(hours / 8);
  }
  expect(served(member).slice(0, 4)).toEqual(["One", "Two", "Three", "The owner"]);
});

/** The entry of what somebody has declared, while it waits. */
async function formOf(name: string, { email }: Member) {
  const forms = (await firestore()).collection("declarationForms");
  const { docs } = await forms.where("payload.email", "==", email).get();
  return docs.find((document) => document.data().payload.name === name);
}

test("one that is tried in vain for its own trouble holds up nobody who came later", async () => {
  const member = await besieged();
  for (const name of ["Stuck", "The owner"]) await declareAs(name, member);
  const stuck = await formOf("Stuck", member);
  const tried = Date.now() + hours / 3;
  await stuck?.ref.update({ updatedAt: tried, dueAt: tried + 2 * hours });
  await later(1.1 * hours, member);
  await tryWaiting(hours / 8);
  expect(served(member)).toEqual(["One", "Two", "Three", "The owner"]);
});

test.runIf(everyCase)("who cannot be looked up for an hour keeps their place", async () => {
  const member = await besieged();
  await declareAs("The owner", member);
  faults.set("subscriptions", { kind: "status", status: 503 });
  const step = everyCase ? 10 : 30;
  for (let minutes = 0; minutes < 60; minutes += step) await tryWaiting((step / 60) * hours);
  faults.clear();
  await later(1.1 * hours, member);
  await declareAs("Late", member);
  for (const _ of [1, 2, 3]) await tryWaiting(hours / 8);
  expect(served(member).slice(0, 4)).toEqual(["One", "Two", "Three", "The owner"]);
});

test.runIf(everyCase)(
  "nor does one that has its letter, and waits only to be told the operator",
  async () => {
    const member = await besieged();
    const reason = { kind: "extraordinary", reason: "x" };
    await declareAs("For a reason", member, reason);
    await declareAs("The owner", member);
    await tryWaiting(1.1 * hours);
    await later(1_000, member);
    const others = await Promise.all([1, 2, 3].map(() => objector()));
    for (const other of others) await declareAs("Another", other, reason);
    await tryWaiting(hours / 8);
    const told = world.mails.filter(({ subject }) => subject === "An extraordinary cancellation");
    expect(told).toHaveLength(3);
    expect((await formOf("For a reason", member))?.data()).toMatchObject({ state: "open" });
    await tryWaiting(hours / 8);
    expect(served(member)).toEqual(["One", "Two", "Three", "For a reason", "The owner"]);
  },
);
