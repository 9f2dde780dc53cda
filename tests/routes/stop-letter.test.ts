import { beforeEach, expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { storedLetter, storedSettings } from "#tests/setup/letters";
import { type Member, newMember } from "#tests/setup/member";
import { visibleText } from "#tests/setup/visible-text";
import { firestore } from "~/clients/firebase.server";
import { turnOnBreachAlerts, turnOnWeeklyLetter } from "~/clients/letters.server";
import type { LetterName } from "~/domain/settings";
import { stopLink } from "~/services/letters/stop-link.server";

let member: Member;
beforeEach(async () => {
  member = await newMember();
  await turnOnWeeklyLetter(member.uid, "Europe/Berlin");
  await turnOnBreachAlerts(member.uid);
});

const linkOf = async (letter: LetterName) => {
  const { pathname, search } = new URL(await stopLink({ uid: member.uid, letter }));
  return pathname + search;
};
/** As a mail provider posts it (RFC 8058): no cookie, no Origin, no browser's headers. */
const oneClick = (link: string) =>
  visit(link, {
    method: "POST",
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    silent: true,
  });
const isOn = async (letter: LetterName) => (await storedSettings(member))?.[letter];

test.each<LetterName>(["weeklyLetter", "breachAlerts"])(
  "reading the link of %s changes nothing and shows one button",
  async (letter) => {
    for (const method of ["GET", "HEAD"]) {
      const answer = await visit(await linkOf(letter), { method });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      const html = await answer.text();
      if (method === "GET") expect(visibleText(html)).toContain("Turn it off");
    }
    expect(await isOn(letter)).toBe(true);
  },
);

test.each<[LetterName, LetterName]>([
  ["weeklyLetter", "breachAlerts"],
  ["breachAlerts", "weeklyLetter"],
])(
  "a provider's one click turns off %s at once, without a redirect, and not %s",
  async (letter, other) => {
    const link = await linkOf(letter);
    for (const _ of ["once", "twice"]) {
      const answer = await oneClick(link);
      expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
    }
    expect(await isOn(letter)).toBe(false);
    expect(await isOn(other)).toBe(true);
    expect((await storedLetter(letter, member))?.dueAt).toBeNull();
    expect((await storedLetter(other, member))?.dueAt).not.toBeNull();
  },
);

test("the page's button carries the token in its body, signed in or not", async () => {
  const t = (await linkOf("weeklyLetter")).split("?t=")[1] ?? "";
  const answer = await visit("/letters/stop", { method: "POST", body: new URLSearchParams({ t }) });
  expect(answer.status).toBe(200);
  expect(visibleText(await answer.text())).toContain("We turned off the weekly letter");
  expect(await isOn("weeklyLetter")).toBe(false);
});

test("a page of somebody else cannot press it", async () => {
  const answer = await visit(await linkOf("weeklyLetter"), {
    method: "POST",
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    headers: { origin: "https://evil.example" },
  });
  expect(answer.status).toBe(403);
  expect(await isOn("weeklyLetter")).toBe(true);
});

test.each<[string, (link: string) => string]>([
  ["nothing", () => "/letters/stop"],
  ["another token", () => "/letters/stop?t=eyJhbGciOiJkaXIifQ..a.b.c"],
  ["a changed one", (link) => `${link.slice(0, -6)}AAAAAA`],
  ["half of one", (link) => link.slice(0, -20)],
])("%s turns nothing off, and the page says what to do", async (_, change) => {
  const link = change(await linkOf("weeklyLetter"));
  for (const answer of [await visit(link), await oneClick(link)]) {
    expect(answer.status).toBe(403);
    expect(visibleText(await answer.text())).toContain("This link does not work");
  }
  expect(await isOn("weeklyLetter")).toBe(true);
});

test("the link names nobody", async () => {
  const link = decodeURIComponent(await linkOf("weeklyLetter"));
  const parts = link.split(/[.=]/).map((part) => Buffer.from(part, "base64url").toString());
  for (const text of [link, ...parts])
    for (const secret of [member.uid, member.email]) expect(text).not.toContain(secret);
});

test("for somebody who has been erased, the link keeps nothing anew", async () => {
  const link = await linkOf("breachAlerts");
  const database = await firestore();
  for (const name of ["settings", "weeklyLetters", "breachAlerts"])
    await database.doc(`${name}/${member.uid}`).delete();
  expect((await oneClick(link)).status).toBe(200);
  expect(await storedSettings(member)).toBeUndefined();
  expect(await storedLetter("breachAlerts", member)).toBeUndefined();
});
