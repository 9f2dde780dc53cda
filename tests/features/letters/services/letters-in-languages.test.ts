import "#tests/setup/mail";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { exportsOf, growth } from "#tests/features/letters/rules/known.ts";
import { visit } from "#tests/setup/app";
import { few } from "#tests/setup/cases";
import { exportOf, importInto } from "#tests/setup/imports";
import { keepGrowth } from "#tests/setup/keep-growth";
import { changeLetter, mailsTo, makeLetterDue, storedLetter } from "#tests/setup/letters";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import type { LetterName } from "~/features/account/settings";

let member: Member;
beforeAll(() => withLanguages("en, de, ar"));
beforeEach(async () => {
  member = await newMember();
});
afterEach(() => void vi.useRealTimers());

function withLanguages(languages: string) {
  vi.stubEnv("LANGUAGES", languages);
  vi.stubEnv("ANALYSIS_SOURCES", "export");
  resetApp();
}

const presses = {
  weeklyLetter: "weekly-on",
  breachAlerts: "alerts-on",
  importReminder: "reminder-on",
} satisfies Record<LetterName, string>;
const letters = Object.keys(presses) as LetterName[];

/** On a page that is in the language of the browser's cookie: the subscriber has set none. */
const turnOn = async (letter: LetterName, language: string) => {
  const answer = await visit("/dashboard/notifications", {
    method: "POST",
    body: new URLSearchParams({ press: presses[letter], timeZone: "Europe/Berlin" }),
    cookie: `${member.cookie}; language=${language}`,
    redirect: "manual",
  });
  expect(answer.status).toBe(303);
};
const payloadOf = async (letter: LetterName) => (await storedLetter(letter, member))?.payload;

async function run(letter: LetterName) {
  const { runEntry } = await import("~/platform/outbox/runner.server");
  const { weeklyLetters } = await import("~/features/letters/services/outbox/weekly-letter.server");
  const { breachAlerts } = await import("~/features/letters/services/outbox/breach-alert.server");
  const { importReminders } = await import(
    "~/features/letters/services/outbox/import-reminder.server"
  );
  if (letter === "weeklyLetter") await runEntry(weeklyLetters, member.uid);
  else if (letter === "breachAlerts") await runEntry(breachAlerts, member.uid);
  else await runEntry(importReminders, member.uid);
}

/** Makes something happen of which the letter tells, and lets it be written. */
const tellers: Record<LetterName, () => Promise<void>> = {
  async weeklyLetter() {
    const exports = exportsOf(["2026-10-01", 80], ["2026-11-18", 95]);
    await keepGrowth(member, { growth: growth({ exports }), came: ["a.one"] });
    const dueAt = (await storedLetter("weeklyLetter", member))?.dueAt as unknown as number;
    vi.useFakeTimers({ toFake: ["Date"], now: dueAt });
    await run("weeklyLetter");
  },
  async breachAlerts() {
    await run("breachAlerts");
    const breach = { Name: "Canva", Domain: "", BreachDate: "2026-05-05", DataClasses: [] };
    sandbox.world.breaches.set(member.email, [breach]);
    await makeLetterDue("breachAlerts", member);
    await run("breachAlerts");
  },
  async importReminder() {
    await importInto(member, await exportOf(0));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 40 * 86_400_000 });
    await makeLetterDue("importReminder", member);
    await run("importReminder");
  },
};

const expectLetterIn = async (language: string) => {
  const [mail, ...more] = mailsTo(member);
  expect(more).toEqual([]);
  expect(mail?.html).toContain(` lang="${language}"`);
  const tag = language === "en" ? "" : `/${language}`;
  expect(mail?.html).toContain(`http://localhost:3000${tag}/letters/stop?t=`);
};

test.each(letters)(
  "%s comes in the language of the page where it was turned on",
  async (letter) => {
    await turnOn(letter, "de");
    await tellers[letter]();
    await expectLetterIn("de");
  },
);

test("what the subscriber has set since counts more", async () => {
  await turnOn("breachAlerts", "de");
  await visit("/language", {
    method: "POST",
    body: new URLSearchParams({ language: "ar", returnTo: "/dashboard" }),
    cookie: member.cookie,
    redirect: "manual",
  });
  await tellers.breachAlerts();
  await expectLetterIn("ar");
});

test("one that was turned on before languages were kept still comes", async () => {
  await turnOn("breachAlerts", "de");
  await changeLetter("breachAlerts", member, { payload: { uid: member.uid } });
  await tellers.breachAlerts();
  await expectLetterIn("en");
});

test.each(few(letters, 2))(
  "%s turned on again takes the newer page's language alone",
  async (letter) => {
    await turnOn(letter, "de");
    const payload = { uid: member.uid, language: "de" };
    expect(await payloadOf(letter)).toEqual(payload);
    // Also while it is on its way.
    await changeLetter(letter, member, { leaseUntil: Date.now() + 60_000 });
    const onItsWay = await storedLetter(letter, member);
    await turnOn(letter, "ar");
    expect(await storedLetter(letter, member)).toEqual({
      ...onItsWay,
      payload: { ...payload, language: "ar" },
      updatedAt: expect.any(Number),
    });
  },
);

// The last one: it changes the languages.
test.each(few(letters, 1))("with one language %s keeps none", async (letter) => {
  withLanguages("en");
  await turnOn(letter, "de");
  await turnOn(letter, "de");
  expect(await payloadOf(letter)).toEqual({ uid: member.uid });
});
