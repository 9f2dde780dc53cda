import { globSync, readFileSync } from "node:fs";
import { beforeAll, expect, test, vi } from "vitest";
import { everyCase, few } from "#tests/setup/cases";
import { newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import type { Subscription } from "~/features/account/subscription";
import type { Declared } from "~/features/leaving/services/declaration-mails.server";
import { accessChanges } from "~/features/ways-in/services/access-mail";
import type { Mail } from "~/platform/mail/mail.server";
import { firestore } from "~/platform/store/firebase.server";
import type { Language } from "~/platform/values/languages";

// Every kind of mail that a subscriber can get, in German and in Arabic, beside what it says in English.

vi.mock("~/features/report/plain-document.server", () => ({ setPlainDocument: async () => null }));

const languages = ["de", "ar"] as const;

beforeAll(() => {
  vi.stubEnv("LANGUAGES", "en,de,ar");
  resetApp();
});

const origin = "http://localhost:3000";
const us = { to: "lena@example.com", origin, supportEmail: "support@profile-analyzer.example" };
const link = { ...us, id: "x", link: `${origin}/sign-in/link?t=abc` };
const letter = { ...us, id: "x", stop: `${origin}/letters/stop?t=abc` };
const march = Date.UTC(2027, 2, 9, 14, 5, 9);
const april = Date.UTC(2027, 3, 20, 14, 5, 9);

const subscription = {
  id: "sub-1",
  planCode: "ig_premium_one_month",
  status: "active",
  emails: ["lena@example.com"],
  price: { amount: "1234.50", currency: "EUR" },
  startsAt: march,
  endsAt: april,
  renewsAt: april,
} as unknown as Subscription;

const declared = {
  id: "d-1",
  kind: "cancel",
  email: "lena@example.com",
  name: "Lena",
  contract: "C-7",
  wishedDay: undefined,
  reason: "",
  declaredAt: march,
  subscriptionId: "sub-1",
  subscription,
  to: "lena@example.com",
  needsLink: false,
  atOnce: false,
  counts: "cancel",
  renewedAt: undefined,
  language: "en",
  place: null,
} as unknown as Declared;

const breach = (name: string) => ({
  name,
  domain: "harbor.example",
  date: "2027-03-09",
  dataClasses: [],
});

/** By the file that composes them. */
async function kinds(): Promise<Record<string, (() => Promise<Mail | Mail[]>)[]>> {
  const weekly = await import("~/features/letters/services/weekly-mail");
  const { reminderMail } = await import("~/features/letters/services/reminder-mail");
  const { breachMail } = await import("~/features/letters/services/breach-mail");
  const { erasureMail } = await import("~/features/own-data/services/erasure-mail");
  const cancellation = await import("~/features/ways-in/cancellation-mails.server");
  const links = await import("~/features/ways-in/services/link-mails");
  const { accessMail } = await import("~/features/ways-in/services/access-mail");
  const { noticeMail } = await import("~/features/leaving/services/notice-mails.server");
  const declaration = await import("~/features/leaving/services/declaration-mails.server");
  const { refundMail } = await import("~/features/leaving/services/charge-letters.server");
  const { tellOfWithdrawal } = await import(
    "~/features/connection/services/withdrawal-letter.server"
  );
  const { speakingIn, currentLanguage } = await import("~/platform/languages/languages.server");

  const told = { charts: {}, recommendations: [] } as never;
  const point = (followers: number, at: number) => ({ followers, at });
  const news = {
    latest: point(12_345, april),
    earlier: point(11_111, march),
    people: {
      ...{ from: march, to: april, leftFrom: march, isPart: false, hasGap: false },
      came: { names: ["anna.k"], total: 1_234, hidden: 2 },
      left: { names: [], total: 0, hidden: 0 },
    },
    official: [],
    bestPost: {
      kind: "reel",
      ...{ postedAt: march / 1_000, permalink: null, likes: 1_234, comments: 1 },
      ...{ saves: null, shares: null, reach: null, follows: null, rate: null, engagement: 2 },
    },
    recommendation: undefined,
    told,
  } as const;
  const notice = { key: "k", opensAt: march, closesAt: april, eventAt: april };
  const price = { id: "p", planCode: "ig", amount: "1500.00", currency: "EUR", from: april };
  const week = (changed: object) => () =>
    weekly.weeklyMail({ ...letter, news: { ...news, ...changed } });
  const told6 =
    (
      about: "year" | "price" | "trial" | "renewal",
      needsConsent: boolean,
      { isOther = false, canSignIn = true } = {},
    ) =>
    () =>
      noticeMail(
        { ...notice, about, needsConsent, ...(about === "price" && { price }) },
        { to: us.to, id: "x", subscription, isOther, canSignIn, zones: [] },
      );
  const received = (change: Partial<Declared>, dueAt: number) => () =>
    declaration.receiptMail({ ...declared, ...change }, dueAt);
  const later = Date.now() + 100_000_000;

  return {
    "app/features/letters/services/weekly-mail.ts": [
      week({}),
      week({
        earlier: point(12_345, march),
        official: [{ from: march, to: april, followed: 1_234, left: 2 }],
      }),
      week({ earlier: point(22_345, march), people: undefined }),
      week({ people: { ...news.people, isPart: true, hasGap: true } }),
      week({ latest: { ...point(12_345, april), hasGap: true }, earlier: undefined }),
      week({ latest: undefined, official: [{ from: march, to: march, followed: 1_234, left: 2 }] }),
    ],
    "app/features/letters/services/reminder-mail.ts": [
      () => reminderMail({ ...letter, takenAt: march }),
      () => reminderMail({ ...letter, takenAt: undefined }),
    ],
    "app/features/letters/services/breach-mail.ts": [true, false].flatMap((isBeginning) =>
      few([1, 3, 11, 1_300], 2).map((count) => () => {
        const breaches = Array.from({ length: count }, (_, nth) => breach(`Harbor ${nth}`));
        return breachMail({ ...letter, isBeginning, breaches });
      }),
    ),
    "app/features/own-data/services/erasure-mail.ts": [
      () => erasureMail("received", { ...us, id: "x" }),
      () => erasureMail("erased", { ...us, id: "x" }),
    ],
    "app/features/ways-in/cancellation-mails.server.ts": [
      () => cancellation.cancellationLinkMail(link),
      () => cancellation.cancellationMail("received", { ...us, id: "x" }),
      () => cancellation.cancellationMail("canceled", { ...us, id: "x" }),
    ],
    "app/features/ways-in/services/link-mails.ts": [
      () => links.activationMail(link),
      () => links.signInLinkMail(link),
      () => links.otherAddressMail({ ...us, id: "x", account: us.to }),
    ],
    "app/features/ways-in/services/access-mail.ts": accessChanges.flatMap((change, at) =>
      (everyCase ? [null, "Chrome, Linux"] : [at % 2 === 0 ? null : "Chrome, Linux"]).map(
        (browser) => () =>
          accessMail({ ...us, id: "x", change, at: march, timeZone: null, browser }),
      ),
    ),
    "app/features/leaving/services/notice-mails.server.ts": [
      ...(["year", "price", "trial", "renewal"] as const).flatMap((about) => [
        told6(about, false),
        told6(about, true),
        told6(about, false, { isOther: true }),
        told6(about, false, { isOther: true, canSignIn: false }),
      ]),
    ],
    "app/features/leaving/services/declaration-mails.server.ts": [
      received({}, later),
      received({}, 1),
      received({ atOnce: true }, 1),
      received({ needsLink: true }, later),
      received({ kind: "withdraw", counts: "withdraw" }, later),
      received({ kind: "withdraw", counts: "withdraw" }, 1),
      received({ kind: "withdraw", counts: "withdraw", renewedAt: march }, 1),
      received(
        {
          kind: "withdraw",
          counts: "withdraw",
          subscription: { ...subscription, earlyStart: true },
        },
        1,
      ),
      received({ kind: "withdraw", counts: "withdraw", needsLink: true }, later),
      received({ kind: "withdraw", counts: "late-withdrawal" }, later),
      () => declaration.copyOfReceiptMail(declared),
      () => declaration.secondMail(declared, { dueAt: april, isHeld: false }),
      () =>
        declaration.secondMail(
          { ...declared, counts: "withdraw" },
          { dueAt: april, isHeld: false },
        ),
      () => declaration.noSubscriptionMail("x", us.to),
      () => declaration.alreadyCanceledMail({ ...declared, goOn: [subscription], ownPlace: "DE" }),
    ],
    "app/features/leaving/services/charge-letters.server.ts": [
      () => refundMail({ ...declared, owedSince: 1, came: "charged" }),
      () => refundMail({ ...declared, owedSince: 1, came: "maybe" }),
      () =>
        refundMail({
          ...declared,
          owedSince: 1,
          came: "charged",
          subscription: { ...subscription, price: undefined },
        }),
    ],
    "app/features/connection/services/withdrawal-letter.server.ts": [
      async () => {
        const language = currentLanguage();
        const { uid } = await newMember();
        await (await firestore()).doc(`settings/${uid}`).set({ language });
        const letter = { key: `k-${uid}`, payload: { uid }, progress: { withdrawnAt: 1 } };
        await speakingIn("en", () => tellOfWithdrawal(letter as never));
        const sent = sandbox.world.mails.at(-1);
        if (!sent) throw new Error("not sent");
        return sent as unknown as Mail;
      },
    ],
  };
}

const english = /\b(?:the|your|you|with|this|have|from|it|of|and|by|not|see|open|write)\b/gi;
/** What is called so everywhere, and what was typed. */
const names =
  /https?:\S+|mailto:\S+|\S+@\S+|Profile Analyzer|Instagram|Google|Chrome, Linux|Harbor \d+|harbor\.example/g;

const monthsInEnglish = /\b(?:Mar|Apr|March|April) \d{1,2},/;

function faultsOf(language: Language, mail: Mail): string[] {
  const html = mail.html ?? "";
  const direction = language === "ar" ? ' dir="rtl"' : "";
  const words = `${mail.subject}\n${mail.text}`;
  const plain = words.replace(names, "");
  const faults = [...plain.matchAll(english)].map(([word]) => `English: ${word}`);
  if (!new RegExp(`<html[^>]* lang="${language}"`).test(html.replace(/dir="[a-z]+" /, "")))
    faults.push("no language");
  if (direction && !/<html[^>]* dir="rtl"/.test(html)) faults.push("no direction");
  if (!direction && / dir="rtl"/.test(html)) faults.push("a direction");
  if (monthsInEnglish.test(plain)) faults.push(`an English date: ${monthsInEnglish.exec(plain)}`);
  if (/[٠-٩]/.test(plain)) faults.push("digits that are not Latin");
  if (language === "de" && /\d,\d{3}|\d\.\d{2}(?!\d)\s*(?:€|EUR)|(?:EUR|€|\$)\d/.test(plain))
    faults.push("a number as English has it");
  // A link's token may have any three letters.
  if (/undefined|\{\d\}|\[object/.test(words) || /NaN/.test(plain)) faults.push("a gap");
  for (const [, href = ""] of html.matchAll(/href="([^"]+)"/g)) {
    const { pathname, protocol } = new URL(href.replaceAll("&amp;", "&"));
    const isPublic = !/^\/dashboard|^\/articles/.test(pathname) && href.startsWith(origin);
    if (protocol !== "mailto:" && isPublic && !pathname.startsWith(`/${language}`))
      faults.push(`leads to another language: ${pathname}`);
  }
  return faults;
}

test("every kind of mail is in the language of who gets it", async () => {
  const { speakingIn } = await import("~/platform/languages/languages.server");
  const byFile = await kinds();

  const composing = globSync("app/features/**/*.{ts,tsx}").filter((file) =>
    /\bcomposeLetter\(/.test(readFileSync(file, "utf8")),
  );
  expect(Object.keys(byFile).sort()).toEqual(composing.sort());

  const faults: string[] = [];
  let german = "";
  for (const [file, mails] of Object.entries(byFile))
    for (const [nth, compose] of mails.entries()) {
      const [original] = [await speakingIn("en", compose)].flat();
      for (const language of languages) {
        const [mail] = [await speakingIn(language, compose)].flat();
        if (!mail || !original) throw new Error(`${file}: nothing to read`);
        const at = `${file}, ${nth + 1}, ${language}`;
        faults.push(...faultsOf(language, mail).map((fault) => `${at}: ${fault}`));
        if (mail.subject === original.subject) faults.push(`${at}: the subject is English`);
        if (language === "de") german += mail.text;
        else if (!/\p{Script=Arabic}/u.test(mail.subject)) faults.push(`${at}: no Arabic subject`);
      }
      // The check itself sees what is English.
      if (original) expect(faultsOf("de", original).length, file).toBeGreaterThan(1);
    }
  expect(faults).toEqual([]);
  for (const form of ["12.345", "1.234", "1.500,00\u00a0€", "9. März 2027"])
    expect(german).toContain(form);
});
