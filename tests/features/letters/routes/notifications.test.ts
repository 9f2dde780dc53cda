import { DocumentReference } from "firebase-admin/firestore";
import { describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { few } from "#tests/setup/cases";
import { fileOf, importInto, profileOf } from "#tests/setup/imports";
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

/** The module of the app that `visit` speaks to: tests reset them. */
const settled = async () => (await import("~/platform/work/background.server")).backgroundSettled();

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
    await settled();
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

  test("the recommended hours are of the time zone, and of another one once that is chosen, here or with growth", async () => {
    await withSources("export");
    const member = await newMember();
    const hour = 3_600;
    // 72 hours of posts, of which those of 18:00 to 21:00 UTC do best.
    const posts = Array.from({ length: 72 }, (_, index) => {
      const at = Date.parse("2026-10-02T00:00Z") / 1_000 - 168 * hour * Math.floor(index / 24);
      const isBest = index % 24 >= 18 && index % 24 < 21;
      const likes = isBest ? "40" : String(10 + (index % 3));
      return {
        string_map_data: {
          "Creation Timestamp": { timestamp: at + (index % 24) * hour },
          ...{ Likes: { value: likes }, Comments: { value: "0" } },
        },
      };
    });
    const followers = Array.from({ length: 20 }, (_, index) => ({
      string_list_data: [{ value: `f${index}`, timestamp: 1_600_000_000 + index }],
    }));
    const files = [
      fileOf("followers_1.json", JSON.stringify(followers)),
      fileOf("posts.json", JSON.stringify({ organic_insights_posts: posts })),
    ];
    await importInto(member, files, { takenAt: "2026-10-05", followersShown: "20" });
    const recommended = async () => {
      await settled();
      return (await profileOf(member))._insights.recommendations.join(" ");
    };
    expect(await recommended()).toContain("Fridays from 18:00 to 21:00 (UTC)");
    await press(member, { press: "weekly-on", timeZone: "Asia/Tokyo" });
    expect(await recommended()).toContain("Saturdays from 03:00 to 06:00 (Asia/Tokyo)");
    const body = new URLSearchParams({ timeZone: "Asia/Bangkok" });
    await visit("/dashboard/growth", { method: "POST", body, cookie: member.cookie });
    expect(await recommended()).toContain("(Asia/Bangkok)");
    // The same zone again computes nothing.
    const before = await profileOf(member);
    await press(member, { press: "time-zone", timeZone: "Asia/Bangkok" });
    await settled();
    expect(await profileOf(member)).toEqual(before);
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
