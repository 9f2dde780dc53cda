import { DocumentReference } from "firebase-admin/firestore";
import { describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { few } from "#tests/setup/cases";
import { storedLetter, storedSettings } from "#tests/setup/letters";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import { visibleText } from "#tests/setup/visible-text";
import { shownAt } from "~/platform/values/zoned-time";

const page = "/dashboard/notifications";

const press = ({ cookie }: Member, fields: Record<string, string>, init: RequestInit = {}) =>
  visit(page, { method: "POST", body: new URLSearchParams(fields), cookie, ...init });
const read = async ({ cookie }: Member) =>
  visibleText(await (await visit(page, { cookie })).text());

async function withSources(sources: string) {
  vi.stubEnv("ANALYSIS_SOURCES", sources);
  resetApp();
}

describe("where analyses are made here", () => {
  test("what a link claims is said only where it is so", async () => {
    await withSources("export");
    const member = await newMember();
    const claimed = async (done: string) =>
      visibleText(await (await visit(`${page}?done=${done}`, { cookie: member.cookie })).text());
    const on = ["weekly-on", "alerts-on", "reminder-on", "time-zone"];
    const words = [
      "The weekly letter is on.",
      "Breach alerts are on.",
      "The import reminder is on.",
      "Your time zone is saved.",
    ];
    const off = ["weekly-off", "alerts-off", "reminder-off"];
    const offWords = [
      "The weekly letter is off.",
      "Breach alerts are off.",
      "The import reminder is off.",
    ];
    const check = async (claims: string[], texts: string[], isSo: boolean) => {
      for (const [at, claim] of claims.entries())
        expect((await claimed(claim)).includes(texts[at] ?? ""), claim).toBe(isSo);
    };
    await check(on, words, false);
    await check(off, offWords, true);
    await press(member, { press: "weekly-on", timeZone: "Asia/Tokyo" });
    await press(member, { press: "alerts-on" });
    await press(member, { press: "reminder-on" });
    await check(on, words, true);
    await check(off, offWords, false);
  });

  test("all letters are off until they are chosen, and each press changes one thing", async () => {
    await withSources("outside,export");
    const member = await newMember();
    const text = await read(member);
    for (const words of ["Weekly letter", "Breach alerts", "Choose your time zone", member.email])
      expect(text).toContain(words);
    expect(text).not.toContain("Turn off");
    expect(await storedSettings(member)).toBeUndefined();

    const steps: [Record<string, string>, object][] = [
      [
        { press: "weekly-on", timeZone: "Asia/Tokyo" },
        { weeklyLetter: true, timeZone: "Asia/Tokyo" },
      ],
      [{ press: "alerts-on" }, { weeklyLetter: true, breachAlerts: true }],
      // A tab that was opened before the time zone was chosen.
      [{ press: "weekly-on", timeZone: "Europe/Berlin" }, { timeZone: "Europe/Berlin" }],
      [{ press: "weekly-off" }, { weeklyLetter: false, breachAlerts: true }],
      [{ press: "weekly-off" }, { weeklyLetter: false }],
      // The time zone is known now.
      [{ press: "weekly-on" }, { weeklyLetter: true, timeZone: "Europe/Berlin" }],
      [{ press: "time-zone", timeZone: "America/New_York" }, { timeZone: "America/New_York" }],
      [{ press: "alerts-off" }, { weeklyLetter: true, breachAlerts: false }],
      [{ press: "reminder-on" }, { importReminder: true }],
      [{ press: "reminder-off" }, { importReminder: false, weeklyLetter: true }],
    ];
    for (const [fields, expected] of steps) {
      const answer = await press(member, fields);
      expect([answer.status, answer.headers.get("location")]).toEqual([
        303,
        `${page}?done=${fields.press}`,
      ]);
      expect(await storedSettings(member)).toMatchObject(expected);
    }
    expect(await read(member)).toContain("Turn off the weekly letter");
  });

  test("a press takes the time zone as it is known when it is written: the settings are read there alone", async () => {
    await withSources("export");
    const member = await newMember();
    await press(member, { press: "time-zone", timeZone: "Asia/Tokyo" });
    const get = vi.spyOn(DocumentReference.prototype, "get");
    for (const name of ["weekly-on", "reminder-on", "time-zone"])
      expect((await press(member, { press: name })).status).toBe(303);
    const looks = (get.mock.contexts as DocumentReference[]).map(({ parent }) => parent.id);
    expect(looks).not.toContain("settings");
    for (const letter of ["weeklyLetter", "importReminder"] as const) {
      const dueAt = (await storedLetter(letter, member))?.dueAt as unknown as number;
      const shown = new Date(shownAt(dueAt, "Asia/Tokyo")).getUTCHours();
      expect([6, 7, 8, 9]).toContain(shown);
    }
  });

  const refused: [string, Record<string, string>, number, string][] = [
    ["no time zone", { press: "weekly-on" }, 422, "Choose your time zone"],
    ["an invented one", { press: "weekly-on", timeZone: "Mars/Olympus" }, 422, "Choose your time"],
    ["an offset", { press: "time-zone", timeZone: "+02:00" }, 422, "Choose your time zone"],
    ["an unknown press", { press: "everything-on" }, 400, "Nothing has changed"],
    ["no press", {}, 400, "Nothing has changed"],
  ];
  test.each(few(refused, 2))(
    "%s is refused in words, and nothing is kept",
    async (_, fields, status, words) => {
      await withSources("export");
      const member = await newMember();
      const answer = await press(member, fields);
      expect(answer.status).toBe(status);
      expect(visibleText(await answer.text())).toContain(words);
      expect(await storedSettings(member)).toBeUndefined();
    },
  );
});

test("where all analyses come from outside, there is no weekly letter, and breach alerts are there", async () => {
  await withSources("outside");
  const member = await newMember();
  const text = await read(member);
  expect(text).toContain("Breach alerts");
  expect(text).not.toContain("Weekly letter");
  expect(text).not.toContain("ime zone");
  expect((await press(member, { press: "weekly-on", timeZone: "UTC" })).status).toBe(400);
  expect((await press(member, { press: "reminder-on" })).status).toBe(400);
  expect((await press(member, { press: "alerts-on" })).status).toBe(303);
  expect(await storedLetter("breachAlerts", member)).toMatchObject({
    state: "open",
    payload: { uid: member.uid },
    progress: { known: null, pending: null },
  });
});

test("who belongs to the outside system is offered no weekly letter, and can turn off one that is on", async () => {
  await withSources("outside,export");
  const member = await newMember();
  const { firestore } = await import("~/platform/store/firebase.server");
  await (await firestore()).doc(`profiles/${member.uid}`).set({ _updatedAt: new Date() });
  expect(await read(member)).not.toContain("Weekly letter");
  expect((await press(member, { press: "weekly-on", timeZone: "UTC" })).status).toBe(400);
  await (await firestore()).doc(`settings/${member.uid}`).set({ weeklyLetter: true });
  expect(await read(member)).toContain("Turn off the weekly letter");
  expect((await press(member, { press: "weekly-off" })).status).toBe(303);
  expect(await storedSettings(member)).toMatchObject({ weeklyLetter: false });
});

test("the page is for subscribers", async () => {
  await withSources("outside");
  const answer = await visit(page);
  expect([answer.status, answer.headers.get("location")]).toEqual([
    302,
    "/sign-in?redirectTo=%2Fdashboard%2Fnotifications",
  ]);
});

// The last one: the connection to Firestore takes a while to come back.
test("while Firestore is down, the page says so, claims nothing to be saved, and keeps what was chosen", async () => {
  await withSources("export");
  const member = await newMember();
  sandbox.faults.set("firestore", { kind: "reset" });
  const answers = await Promise.all([
    visit(page, { cookie: member.cookie }),
    press(member, { press: "alerts-on" }),
  ]);
  for (const answer of answers) expect(answer.status).toBe(503);
  sandbox.faults.set("firestore", { kind: "hang" });
  const chosen = await press(member, { press: "weekly-on", timeZone: "Asia/Tokyo" });
  expect(chosen.status).toBe(503);
  const html = await chosen.text();
  expect(html).toContain("Please try again.");
  expect(html).toContain('name="press" value="weekly-on"');
  expect(html).toMatch(/<option value="Asia\/Tokyo" selected/);
  sandbox.faults.clear();
});
