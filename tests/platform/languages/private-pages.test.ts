import { DocumentReference } from "firebase-admin/firestore";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import { stopwatch } from "#tests/setup/stopwatch";
import { firestore } from "~/platform/store/firebase.server";

beforeEach(() => {
  vi.stubEnv("LANGUAGES", "en, de");
  resetApp();
});
afterEach(() => void vi.useRealTimers());

/** By both clocks of a cache. */
function later(milliseconds: number) {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + milliseconds);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });
}

async function readerOf(language: "de" | "en") {
  // Where the service does not say the place, pages wait for the settings by themselves.
  const member = await newMember({ country: "DE" });
  await choose(member.uid, { language });
  return member;
}

/** As in another process, which cannot say so: there is no Redis. */
async function choose(uid: string, fields: object) {
  await (await firestore()).doc(`settings/${uid}`).set(fields);
}

const languageOf = async (cookie: string, path = "/dashboard/insights") =>
  (await visit(path, { cookie, headers: { accept: "text/html" } })).headers.get("content-language");

/** Of which collections documents are looked at. Settings come once `until` has. */
function looksAt(until: Promise<void> = Promise.resolve()): string[] {
  const looks: string[] = [];
  const { get } = DocumentReference.prototype;
  vi.spyOn(DocumentReference.prototype, "get").mockImplementation(async function (
    this: DocumentReference,
  ) {
    looks.push(this.parent.id);
    if (this.parent.id === "settings") await until;
    return get.call(this);
  });
  return looks;
}

test("what a guard asks about a session is asked beside the language, and once", async () => {
  const { cookie } = await readerOf("de");
  const { promise, resolve } = Promise.withResolvers<void>();
  const looks = looksAt(promise);
  const language = languageOf(cookie);
  const calls = () => sandbox.world.calls.map(({ system }) => system).sort();
  // The page still waits for its language.
  await expect
    .poll(() => [calls(), looks.toSorted()])
    .toEqual([
      ["identity", "subscriptions"],
      ["endedSessions", "settings"],
    ]);
  resolve();
  expect(await language).toBe("de");
  expect(calls()).toEqual(["identity", "subscriptions"]);
  expect(looks.filter((name) => name === "endedSessions")).toHaveLength(1);
});

test("a check that fails beside the language is the guard's own to hear of", async () => {
  const { cookie } = await readerOf("de");
  sandbox.faults.set("subscriptions", { kind: "status", status: 403 });
  expect((await visit("/dashboard/insights", { cookie })).status).toBe(503);
});

test("a picture waits for no language, and asks nothing about its session", async () => {
  const { cookie } = await readerOf("de");
  const looks = looksAt();
  expect((await visit("/picture/none", { cookie })).status).toBe(404);
  expect([looks, sandbox.world.calls]).toEqual([[], []]);
});

test("without a session nothing is asked", async () => {
  const looks = looksAt();
  const answer = await visit("/dashboard/insights", { cookie: "language=de" });
  expect(answer.headers.get("location")).toMatch(/^\/de\/sign-in/);
  expect([looks, sandbox.world.calls]).toEqual([[], []]);
});

test("within a minute a page does not wait until a language is read anew that the browser says, too", async () => {
  const { cookie, uid } = await readerOf("de");
  const german = `${cookie}; language=de`;
  expect(await languageOf(german)).toBe("de");
  later(30_000);
  await choose(uid, { language: "en", place: "FR" });
  const { promise, resolve } = Promise.withResolvers<void>();
  const looks = looksAt(promise);
  const waited = stopwatch();
  expect(await languageOf(german)).toBe("de");
  // Waiting would take 2 s.
  expect(waited()).toBeLessThan(1_000);
  expect(looks).toContain("settings");
  // The place is never so old: whoever asks for it waits for what is being read.
  const { preferencesOf: readAnew } = await import("~/features/account/settings.server");
  const place = readAnew(uid);
  resolve();
  expect(await place).toMatchObject({ place: "FR" });
  expect(await languageOf(german)).toBe("en");
});

test("whoever chooses a language has it on the next page, even of a process that has not heard of it", async () => {
  const { cookie, uid } = await readerOf("de");
  expect(await languageOf(`${cookie}; language=de`)).toBe("de");
  later(30_000);
  await choose(uid, { language: "en" });
  expect(await languageOf(`${cookie}; language=en`)).toBe("en");
});

test("after a minute a page waits for the language", async () => {
  const { cookie, uid } = await readerOf("de");
  const german = `${cookie}; language=de`;
  expect(await languageOf(german)).toBe("de");
  later(61_000);
  await choose(uid, { language: "en" });
  expect(await languageOf(german)).toBe("en");
});

test("the language that is chosen on the page of one account is set for no other", async () => {
  const [shown, present] = [await readerOf("en"), await readerOf("en")];
  const { whoseOf } = await import("~/platform/session/whose.server");
  const html = await (await visit("/dashboard/insights", { cookie: shown.cookie })).text();
  const [whose] = /(?<=action="\/language".*name="whose" value=")\d+/.exec(html) ?? [];
  expect(whose).toBe(whoseOf(shown));
  const settings = async () =>
    (await (await firestore()).doc(`settings/${present.uid}`).get()).data();
  const chosen = async (of: { uid: string }) => {
    const body = new URLSearchParams({ language: "de", whose: whoseOf(of) });
    const answer = await visit("/language", { method: "POST", body, cookie: present.cookie });
    return [answer.status, (await answer.text()).includes("<h1"), (await settings())?.language];
  };
  expect(await chosen(shown)).toEqual([409, true, "en"]);
  expect(await chosen(present)).toEqual([303, false, "de"]);
});

test("on a brand's host the link to where passkeys work leads to the page of the reader's language", async () => {
  const headers = { host: "x.localhost:3000" };
  for (const path of ["", "/de"]) {
    const html = await (await visit(`${path}/sign-in/passkey`, { headers })).text();
    expect(html).toContain(`href="http://localhost:3000${path}/sign-in/passkey"`);
  }
});
