import "#tests/setup/mail";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { everyCase, few } from "#tests/setup/cases";
import {
  changeLetter,
  mailsTo,
  makeLetterDue,
  stopLinkIn,
  storedLetter,
} from "#tests/setup/letters";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import { turnOffLetter, turnOnBreachAlerts } from "~/features/account/letter-choices.server";
import { breachAlerts } from "~/features/letters/services/outbox/breach-alert.server";
import { markBreach } from "~/features/safety/store/breach-marks.server";
import { runEntry } from "~/platform/outbox/runner.server";

const { world, faults } = sandbox;
const letter = "breachAlerts";
const day = 86_400_000;

let member: Member;
beforeEach(async () => {
  member = await newMember();
});
afterEach(() => {
  faults.clear();
  vi.useRealTimers();
});

const breach = (Name: string, DataClasses = ["Passwords"]) => ({
  Name,
  Domain: `${Name.toLowerCase()}.example`,
  BreachDate: "2026-05-05",
  DataClasses,
});
const list = (...names: string[]) =>
  void world.breaches.set(
    member.email,
    names.map((name) => breach(name)),
  );
const look = () => runEntry(breachAlerts, member.uid);
const lookAgain = async () => {
  await makeLetterDue(letter, member);
  await look();
};
/** Turned on and looked at once: what is there then is known. */
async function on(...names: string[]) {
  if (names.length > 0) list(...names);
  await turnOnBreachAlerts(member.uid);
  await look();
}
const subjects = () => mailsTo(member).map(({ subject }) => subject);
const lookUps = () =>
  world.calls.filter(({ path }) => path.includes(encodeURIComponent(member.email))).length;

test("what is there when they are turned on is recorded, and not mailed", async () => {
  await on("Adobe", "LinkedIn");
  expect(subjects()).toEqual([]);
  const stored = await storedLetter(letter, member);
  expect(stored?.progress?.known).toEqual([
    "Adobe",
    "adobe.example 2026-05-05",
    "LinkedIn",
    "linkedin.example 2026-05-05",
  ]);
  expect(stored?.dueAt).toBeGreaterThan(Date.now() + day / 2);
  expect(stored?.dueAt).toBeLessThan(Date.now() + 32 * day);
  expect(JSON.stringify(stored)).not.toContain(member.email);
});

test("a breach that was not there before is told once, with the headers of RFC 8058", async () => {
  await on("Adobe");
  list("Adobe", "Canva");
  await lookAgain();
  await lookAgain();
  expect(subjects()).toEqual(["Your email is in a new data breach: Canva"]);
  const [mail] = mailsTo(member);
  expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  expect(stopLinkIn(mail)).toMatch(/^\/letters\/stop\?t=[\w.-]+$/);
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain("Canva");
    expect(part).toContain("Passwords");
    expect(part).toContain("/letters/stop?t=");
    expect(part).not.toContain("Adobe");
  }
});

test("several new ones are one letter, the most serious first; who had none before is told, too", async () => {
  await on();
  world.breaches.set(member.email, [breach("Mild", ["Usernames"]), breach("Grave")]);
  await lookAgain();
  expect(subjects()).toEqual(["Your email is in 2 new data breaches"]);
  const text = mailsTo(member)[0]?.text ?? "";
  expect(text.indexOf("Grave")).toBeLessThan(text.indexOf("Mild"));
});

test("one of which only the name is known leaves no paragraph empty", async () => {
  await on();
  const bare = { ...breach("Bare", []), Domain: "", BreachDate: "" };
  world.breaches.set(member.email, [bare]);
  await lookAgain();
  const html = mailsTo(member)[0]?.html ?? "";
  expect(html).toContain("Bare");
  expect(html).not.toMatch(/<p[^>]*>\s*<\/p>/);
});

describe("no letter goes out", () => {
  test.each<[string, () => Promise<unknown>]>([
    [
      "of one that was dealt with",
      () => markBreach(member.uid, { name: "Canva", domain: "", date: "" }, true),
    ],
    ["once they are turned off", () => turnOffLetter(member.uid, letter)],
    [
      "once the plan has ended",
      async () => {
        for (const one of world.subscriptions) if (one.id === member.id) one.status = "expired";
      },
    ],
    [
      "to an account that is disabled",
      async () => {
        resetApp();
        const account = world.accounts.get(member.uid);
        if (account) account.disabled = true;
        const { accountByUid } = await import("~/features/account/identity.server");
        expect((await accountByUid(member.uid))?.disabled).toBe(true);
      },
    ],
  ])("%s", async (_, happen) => {
    await on("Adobe");
    list("Adobe", "Canva");
    await happen();
    if ((await storedLetter(letter, member))?.dueAt !== null) await makeLetterDue(letter, member);
    const { runEntry: run } = await import("~/platform/outbox/runner.server");
    const { breachAlerts: kind } = await import(
      "~/features/letters/services/outbox/breach-alert.server"
    );
    await run(kind, member.uid);
    expect(subjects()).toEqual([]);
  });
});

const outages = [
  ["an outage", { kind: "status", status: 500 }],
  ["no answer", { kind: "reset" }],
  ["the limit", { kind: "status", status: 429 }],
] as const;
test.each(few(outages, 2))("%s is retried later and is never 'no breaches'", async (_, fault) => {
  resetApp();
  const { breachAlerts: kind } = await import(
    "~/features/letters/services/outbox/breach-alert.server"
  );
  const { runEntry: run } = await import("~/platform/outbox/runner.server");
  const { log } = await import("~/platform/monitoring/log.server");
  vi.spyOn(log, "warn").mockImplementation(() => {});
  await on("Adobe");
  list("Adobe", "Canva");
  await makeLetterDue(letter, member);
  faults.set("functions", fault);
  await run(kind, member.uid);
  const stored = await storedLetter(letter, member);
  expect(stored?.progress?.known).toEqual(["Adobe", "adobe.example 2026-05-05"]);
  expect(stored?.dueAt).toBeGreaterThan(Date.now());
  expect(stored?.dueAt).toBeLessThan(Date.now() + day / 24);
  faults.clear();
  resetApp();
  await lookAgain();
  expect(subjects()).toHaveLength(1);
});

const atFirst = [
  ["the limit", { kind: "status", status: 429 }],
  ["an outage", { kind: "status", status: 500 }],
] as const;
test.each(few(atFirst, 1))(
  "a first look that meets %s: what comes up meanwhile is told, once, with what may have been there",
  async (_, fault) => {
    resetApp();
    const { breachAlerts: kind } = await import(
      "~/features/letters/services/outbox/breach-alert.server"
    );
    const { runEntry: run } = await import("~/platform/outbox/runner.server");
    const { log } = await import("~/platform/monitoring/log.server");
    vi.spyOn(log, "warn").mockImplementation(() => {});
    list("Adobe");
    await turnOnBreachAlerts(member.uid);
    faults.set("functions", fault);
    await run(kind, member.uid);
    list("Adobe", "Canva");
    faults.clear();
    resetApp();
    await lookAgain();
    expect(subjects()).toEqual(["Your email is in 2 data breaches"]);
    expect(mailsTo(member)[0]?.text).toContain("We could not look when you turned these alerts on");
    list("Adobe", "Canva", "Deezer");
    await lookAgain();
    await lookAgain();
    expect(subjects().slice(1)).toEqual(["Your email is in a new data breach: Deezer"]);
  },
);

test.runIf(everyCase)(
  "a look that was due long before, when no process was there, is late, too",
  async () => {
    list("Adobe");
    await turnOnBreachAlerts(member.uid);
    await changeLetter(letter, member, { requestedAt: Date.now() - day });
    await look();
    expect(subjects()).toEqual(["Your email is in a data breach: Adobe"]);
  },
);

test("after the limit nobody else is looked up for a while", async () => {
  resetApp();
  const { breachAlerts: kind } = await import(
    "~/features/letters/services/outbox/breach-alert.server"
  );
  const { runEntry: run } = await import("~/platform/outbox/runner.server");
  const { log } = await import("~/platform/monitoring/log.server");
  vi.spyOn(log, "warn").mockImplementation(() => {});
  await turnOnBreachAlerts(member.uid);
  faults.set("functions", { kind: "status", status: 429 });
  await run(kind, member.uid);
  faults.clear();
  const asked = lookUps();
  await makeLetterDue(letter, member);
  await run(kind, member.uid);
  expect(lookUps()).toBe(asked);
});

test("a letter that no server took is sent later, once", async () => {
  await on("Adobe");
  list("Adobe", "Canva");
  faults.set("mail", { kind: "status", status: 451 });
  await lookAgain();
  expect(subjects()).toEqual([]);
  expect((await storedLetter(letter, member))?.progress?.pending).toEqual(["Canva"]);
  faults.clear();
  await lookAgain();
  await lookAgain();
  expect(subjects()).toHaveLength(1);
});

test("after a death between the letter and its note, it is sent again as the same letter, and another one apart", async () => {
  await on("Adobe");
  list("Adobe", "Canva");
  await lookAgain();
  await changeLetter(letter, member, {
    "progress.known": ["Adobe"],
    "progress.pending": ["Canva"],
  });
  list("Adobe", "Canva", "Deezer");
  await lookAgain();
  await look();
  const ids = mailsTo(member).map(({ headers }) => headers["message-id"]);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(2);
  expect(subjects().at(-1)).toBe("Your email is in a new data breach: Deezer");
});

test("turned off and on again, only what is new since then is told", async () => {
  await on("Adobe");
  await turnOffLetter(member.uid, letter);
  list("Adobe", "Canva");
  await turnOnBreachAlerts(member.uid);
  await look();
  expect(subjects()).toEqual([]);
});

// fleet.test.ts tries the same with many weekly letters.
test.runIf(everyCase)("two processes that find it due at once send one letter", async () => {
  await on("Adobe");
  list("Adobe", "Canva");
  await makeLetterDue(letter, member);
  await Promise.all([look(), look(), look()]);
  expect(subjects()).toHaveLength(1);
});
