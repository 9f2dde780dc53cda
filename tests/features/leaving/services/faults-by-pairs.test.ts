import "#tests/setup/mail";
import { expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { effects, faults, world } from "#tests/setup/cancellations";
import { everyCase } from "#tests/setup/cases";
import { type Member, newMember } from "#tests/setup/member";
import { cancelOwn } from "~/features/leaving/cancellation.server";
import { declarationsOf } from "~/features/leaving/declarations.server";
import { notMeLink } from "~/features/leaving/services/not-me-link.server";
import { cancellations } from "~/features/leaving/services/outbox/cancellation.server";
import { declarationForms } from "~/features/leaving/services/outbox/declaration-form.server";
import { openDeclarations } from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { firestore } from "~/platform/store/firebase.server";
import { asBackgroundWork, unlessDown } from "~/platform/upstream/upstream.server";
import { backgroundSettled } from "~/platform/work/background.server";

const systems = ["mail", "billing", "firestore", "identity"] as const;
const combinations = systems.flatMap((one, nth) => [
  [one],
  ...systems.slice(nth + 1).map((other) => [one, other]),
]);

/** Two pairs, in which each system stands once. */
const telling = ["mail and firestore", "billing and identity"];

const fails = {
  mail: { kind: "status", status: 451 },
  billing: { kind: "reset" },
  // Its connection stays: in this process no other can be opened.
  firestore: { kind: "hang" },
  identity: { kind: "reset" },
} as const;

const hour = 3_600_000;

/** The clock stands between these steps. Other files declare at their times, so this one has years of its own. */
function pass(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });
}
const goTo = (nth: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2041, 0, 1, 10, 30) + nth * 2_400 * hour });

/** What a breaker stays open for passes, until reads of pages and of the background reach Firestore. */
const wellAgain = () =>
  vi.waitFor(
    async () => {
      pass(6_000);
      await declarationsOf("nobody");
      await asBackgroundWork(() => declarationsOf("nobody"));
    },
    { timeout: 20_000, interval: 50 },
  );

async function post(path: string, fields: Record<string, string>): Promise<number> {
  const body = new URLSearchParams(fields);
  return (await visit(path, { method: "POST", body, redirect: "manual" })).status;
}

async function object({ id: subscriptionId }: Member, declaration: string): Promise<number> {
  const link = new URL(await notMeLink({ subscriptionId, declaration }));
  return post("/cancel/not-me", { t: link.searchParams.get("t") ?? "" });
}

/** What of these people is open goes on, once every back-off and lease has passed. */
async function goOn(members: readonly Member[]): Promise<void> {
  pass(hour / 3);
  const forms = await (await firestore()).collection("declarationForms").get();
  const addresses = members.map(({ email }) => email);
  for (const form of forms.docs)
    if (addresses.includes(form.data().payload.email)) await runEntry(declarationForms, form.id);
  for (const kind of [openDeclarations, cancellations])
    for (const { id } of members) {
      await backgroundSettled();
      await runEntry(kind, id);
    }
}

/** Letters are one where their Message-ID is one. */
const lettersOf = (subject: RegExp, about: string): number =>
  new Set(
    world.mails
      .filter(
        (mail) => subject.test(mail.subject) && [...mail.to, mail.text].join().includes(about),
      )
      .map(({ headers }) => headers["message-id"]),
  ).size;
const receipt = /^We have your/;
const canceled = /^Your membership has been canceled/;

test.each(
  combinations
    .map((down, nth) => ({ name: down.join(" and "), down, nth }))
    .filter(({ name }) => everyCase || telling.includes(name)),
)(
  "$name down: no declaration is lost, none is carried out twice or after 'not me', receipts come once",
  async ({ down, nth }) => {
    const breakThem = () => {
      for (const system of down) faults.set(system, fails[system]);
    };
    const mend = async () => {
      faults.clear();
      await wellAgain();
      await backgroundSettled();
    };
    const keeps = !down.includes("firestore");
    goTo(nth);
    const recent = { planCode: "ig_premium_one_month", days: 3 };
    const [canceler, withdrawer, leaver] = [
      await newMember(recent),
      await newMember(recent),
      await newMember(recent),
    ];
    const strangers = [canceler, withdrawer];
    const members = [...strangers, leaver];
    const states = async ({ id }: Member) => (await declarationsOf(id)).map(({ state }) => state);
    const declare = () =>
      Promise.all([
        post("/cancel", { email: canceler.email }),
        post("/withdraw", { email: withdrawer.email, press: "confirm" }),
      ]);

    breakThem();
    const [answers, pressed] = await Promise.all([declare(), cancelOwn(leaver, "test")]);
    expect(answers).toEqual(keeps ? [303, 303] : [503, 503]);
    expect(pressed.outcome).not.toMatch(/not-found|declined|failed/);
    if (!keeps) {
      // It comes back first.
      faults.clear("firestore");
      await wellAgain();
      expect(await declare()).toEqual([303, 303]);
    }
    await backgroundSettled();
    await mend();
    await goOn(members);
    await goOn(members);
    expect(strangers.map(({ email }) => lettersOf(receipt, email))).toEqual([1, 1]);
    expect(members.map(({ id }) => effects(id).length)).toEqual([0, 0, 1]);
    expect(await states(leaver)).toEqual(["carried-out"]);
    expect(lettersOf(canceled, leaver.email)).toBe(1);

    const [{ id: declaration = "" } = {}] = await declarationsOf(canceler.id);
    pass(25 * hour);
    breakThem();
    const [objected] = await Promise.all([
      object(canceler, declaration),
      unlessDown(runEntry(openDeclarations, withdrawer.id)),
    ]);
    expect(objected).toBe(keeps ? 200 : 503);
    if (keeps) await backgroundSettled();
    await mend();
    if (!keeps) expect(await object(canceler, declaration)).toBe(200);
    await goOn(members);
    await goOn(members);
    await goOn(members);

    expect(members.map(({ id }) => effects(id).length)).toEqual([0, 1, 1]);
    expect(await Promise.all(members.map(states))).toEqual([
      ["stopped"],
      ["carried-out"],
      ["carried-out"],
    ]);
    expect(strangers.map(({ email }) => lettersOf(receipt, email))).toEqual([1, 1]);
    expect(lettersOf(/^A withdrawal: money is due/, withdrawer.id)).toBe(1);
    expect(members.map(({ email }) => lettersOf(canceled, email))).toEqual([0, 1, 1]);
  },
);
