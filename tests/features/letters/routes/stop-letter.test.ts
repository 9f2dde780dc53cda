import { hkdfSync } from "node:crypto";
import { EncryptJWT } from "jose";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { everyCase, few } from "#tests/setup/cases";
import { storedLetter, storedSettings } from "#tests/setup/letters";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import { visibleText } from "#tests/setup/visible-text";
import { turnOnBreachAlerts, turnOnWeeklyLetter } from "~/features/account/letter-choices.server";
import type { LetterName } from "~/features/account/settings";
import { firestore } from "~/platform/store/firebase.server";

let member: Member;
beforeEach(async () => {
  member = await newMember();
  await turnOnWeeklyLetter(member.uid, "Europe/Berlin");
  await turnOnBreachAlerts(member.uid);
});

const linkOf = async (letter: LetterName) => {
  const { stopLink } = await import("~/features/letters/services/stop-link.server");
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

test.each(few<LetterName>(["weeklyLetter", "breachAlerts"], 1))(
  "reading the link of %s changes nothing and shows one button",
  async (letter) => {
    for (const method of ["GET", "HEAD"]) {
      const answer = await visit(await linkOf(letter), { method });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
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

describe("once every secret of its time is retired", () => {
  const present = process.env.SESSION_SECRETS ?? "";
  const retireSecrets = () => {
    vi.stubEnv("SESSION_SECRETS", "another-session-secret-of-enough-length");
    resetApp();
  };
  afterEach(() => {
    vi.stubEnv("SESSION_SECRETS", present);
    resetApp();
  });

  test.each(few<LetterName>(["weeklyLetter", "breachAlerts"], 1))(
    "the link of %s works",
    async (letter) => {
      const link = await linkOf(letter);
      retireSecrets();
      expect((await visit(link)).status).toBe(200);
      expect((await oneClick(link)).status).toBe(200);
      expect(await isOn(letter)).toBe(false);
    },
  );

  test("one of before there was a key for them works as long as its secret does", async () => {
    const token = await new EncryptJWT({ letter: "weeklyLetter" })
      .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
      .setAudience("link:stop-letter")
      .setSubject(member.uid)
      .encrypt(new Uint8Array(hkdfSync("sha256", present, "", "stop letter", 32)));
    const link = `/letters/stop?t=${token}`;
    expect((await visit(link)).status).toBe(200);
    retireSecrets();
    expect((await visit(link)).status).toBe(403);
  });

  test("the key is made once, by whichever process is first", async () => {
    await (await firestore()).doc("keys/stop-letter").delete();
    const links: string[] = [];
    for (let times = 0; times < (everyCase ? 3 : 2); times += 1) {
      resetApp();
      const { stopLink: ofProcess } = await import("~/features/letters/services/stop-link.server");
      links.push(await ofProcess({ uid: member.uid, letter: "weeklyLetter" }));
    }
    retireSecrets();
    for (const link of links) {
      const { pathname, search } = new URL(link);
      expect((await visit(pathname + search)).status).toBe(200);
    }
  });
});

test("while Firestore is down, a process that does not know the key says so", async () => {
  const link = await linkOf("weeklyLetter");
  resetApp();
  sandbox.faults.set("firestore", { kind: "hang" });
  for (const answer of await Promise.all([visit(link), oneClick(link)])) {
    expect(answer.status).toBe(503);
    const html = await answer.text();
    expect(visibleText(html)).toContain("That did not work");
    expect(html).toContain(link.split("?t=")[1]);
  }
  sandbox.faults.clear();
  resetApp();
  expect((await oneClick(link)).status).toBe(200);
  expect(await isOn("weeklyLetter")).toBe(false);
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
