import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { crowd } from "#tests/setup/analyses";
import { visit } from "#tests/setup/app";
import { address, ownerWith, withBuiltInReports } from "#tests/setup/built-in-reports";
import { everyCase, few } from "#tests/setup/cases";
import { madeUpGrowth } from "#tests/setup/growths";
import { type Member, newMember } from "#tests/setup/member";
import { readPdf } from "#tests/setup/read-pdf";
import { smallInput } from "#tests/setup/small-report";
import { firestore } from "~/platform/store/firebase.server";
import type { Language } from "~/platform/values/languages";

beforeAll(() => vi.stubEnv("LANGUAGES", "en, de, fr, es, pt-BR, it, ar, en-XA"));
withBuiltInReports();
afterEach(() => vi.useRealTimers());

const now = Date.parse("2026-11-20T08:00:00Z");

const rich = () =>
  ownerWith({
    people: { newFollowers: crowd(1_234, "xyz."), lostFollowers: crowd(57, "qrs.") },
    totals: { secretFans: 1_203, friends: 318, likes: 98_765, comments: 4_321 },
    notes: { pendingRequests: "needs-export" },
    between: { from: now - 30 * 86_400_000, to: now },
    growth: madeUpGrowth({ imports: 14, posts: 120, readings: 60, now }),
    profile: {
      _insights: {
        status: "completed",
        recommendations: [
          "Your latest 10 posts have a median of 2,310 likes and comments, up from 1,240 for the 10 before. Whatever you changed, keep it.",
        ],
      },
      _updatedAt: new Date(now),
      _sources: {
        export: { takenAt: now - 86_400_000, account: "xyz.films" },
        connection: {
          readAt: now,
          account: "xyz.films",
          hasCommenters: true,
          isOtherAccount: true,
        },
      },
      topPosts: { mostLikedPosts: [{ count: 2_468, date: now - 5 * 86_400_000, user: "xyz" }] },
      userEngagement: {
        engagementRate: { status: "Good", cell: 4 },
        averageLikesPerPost: 823,
        averageCommentsPerPost: 36.4567,
        reach: { averagePerDay: 777.6, days: 60 },
      },
      overviewStatistics: { totalPostsAnalyzed: 120, postsWithHiddenLikes: 2 },
    },
  });

async function reportIn(language: Language, { cookie }: Pick<Member, "cookie">) {
  const headers = { "accept-language": language };
  const answer = await visit(address, { cookie, headers });
  expect(answer.headers.get("content-type"), language).toBe("application/pdf");
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const read = await readPdf(bytes);
  // Numbers and dates have blanks at which no line ends.
  return { ...read, bytes, text: read.pages.join(" ").replace(/\s/g, " ") };
}

const languageOf = ({ info }: { info: object }) => (info as { Language?: string }).Language;

/** What stands in the report of `rich`, by language. */
const expected: Partial<Record<Language, { tag: string; words: readonly string[] }>> = {
  en: { tag: "en-US", words: ["Profile report", "98,765", "Nov 19, 2026", "Good · level 4 of 5"] },
  de: {
    tag: "de",
    words: [
      ...["Profilbericht", "98.765", "19. Nov. 2026", "Gut · Stufe 4 von 5", "36,5", "0,14 %"],
      ...["903 am 14. Okt. 2025", "unter 0,1 %", "0,9×", "92 %", "Ihre letzten 10 Beiträge"],
      ...["1.240", "2.310", "Offene Anfragen: ", "Die letzten zwölf Monate in Zahlen"],
    ],
  },
  fr: {
    tag: "fr",
    words: [
      ...["Rapport de profil", "98 765", "19 nov. 2026", "Bon · niveau 4 sur 5", "36,5", "0,9×"],
      ...["Demandes en attente : ", "moins de 0,1 %", "92 %", "1 240"],
    ],
  },
  es: { tag: "es", words: ["Informe del perfil", "98.765", "19 nov 2026", "nivel 4 de 5", "36,5"] },
  "pt-BR": {
    tag: "pt-BR",
    words: ["Relatório do perfil", "98.765", "19 de nov. de 2026", "nível 4 de 5", "36,5"],
  },
  it: { tag: "it", words: ["Report del profilo", "98.765", "19 nov 2026", "livello 4 di 5"] },
  // Of Arabic, pdf.js gives letters that are joined to one sign the other way round.
  ar: { tag: "ar", words: ["المتابعون", "98,765", "نوفمبر", "@xyz.films", "2,468", "xyz.000000"] },
};

/** report-built-in.test.ts reads an English one. */
const some = ["de", "ar"];

test.each(Object.entries(expected).filter(([language]) => everyCase || some.includes(language)))(
  "%s: words, numbers and dates",
  async (name, { tag, words }) => {
    const language = name as Language;
    const owner = await rich();
    const { text, ...report } = await reportIn(language, owner);
    expect([languageOf(report), report.uaPart, report.untagged]).toEqual([tag, "1", []]);
    const packed = (sentence: string) => sentence.replace(/ /g, "");
    for (const word of words) expect(packed(text)).toContain(packed(word));
    expect(text).not.toMatch(/undefined|NaN|null|◊|\{\d/);
    if (language === "en") return;
    expect(text).not.toMatch(/\b(the|of|your|and|with|from|which|not|are|have)\b/i);
    expect(report.preferences).toEqual(
      expect.objectContaining(language === "ar" ? { Direction: "R2L" } : { DisplayDocTitle: true }),
    );
    expect(report.pages.length).toBeLessThan(12);
  },
);

/** Names, and what `Intl` says, which knows no language of tests. */
const asTheyAre =
  /Profile Analyzer|Instagram|HypeAuditor|Rival IQ|@?(xyz|qrs)\.\w+|\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b|\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)(day|sday|nesday|rsday|urday)?s?\b|UTC|CSV/g;

test("every word of a report went through a catalogue", async () => {
  const { text } = await reportIn("en-XA", await rich());
  const words = text.replace(asTheyAre, " ").match(/\p{L}{3,}/gu) ?? [];
  expect(words.length).toBeGreaterThan(500);
  const plain = words.filter((word) => /^[a-z]*[aeiou][a-z]*$/i.test(word));
  expect([...new Set(plain)]).toEqual([]);
});

test("a language that is chosen makes a new report, and the first one is not set again", async () => {
  const owner = await ownerWith({ people: { newFollowers: [], lostFollowers: [] } });
  const german = await reportIn("de", owner);
  const arabic = await reportIn("ar", owner);
  expect([german, arabic].map(languageOf)).toEqual(["de", "ar"]);
  expect((await reportIn("de", owner)).bytes).toEqual(german.bytes);
  await (await firestore()).doc(`settings/${owner.uid}`).set({ language: "fr" }, { merge: true });
  const { announcePreferences } = await import("~/features/account/settings.server");
  await announcePreferences(owner.uid);
  expect(languageOf(await reportIn("de", owner))).toBe("fr");
});

test("of reports that threads set in turn, none speaks another's language", async () => {
  const { setReport } = await import("~/features/report/services/set.server");
  const titles: Partial<Record<Language, string>> = {
    en: "Profile report",
    de: "Profilbericht",
    fr: "Rapport de profil",
    ar: "ar",
    it: "Report del profilo",
  };
  // Each of the four threads sets several languages.
  const orders = [1, 2].flatMap((round) =>
    few(Object.keys(titles) as Language[], 4).map((language) => ({
      language,
      operator: `${language} ${round}`,
    })),
  );
  const made = await Promise.all(
    orders.map(async ({ language, operator }) => {
      const pdf = await setReport(`uid-${operator}`, smallInput(operator, { language }));
      const { info, pages } = await readPdf(pdf);
      return { language, info: info as { Title?: string; Language?: string }, pages };
    }),
  );
  for (const { language, info, pages } of made) {
    expect(info.Language?.slice(0, 2)).toBe(language);
    if (language !== "ar") expect(info.Title).toBe(titles[language]);
    else expect(pages.join(" ")).toMatch(/[\u0600-\u06ff]/);
    if (language !== "ar") expect(pages.join(" ")).not.toMatch(/[\u0600-\u06ff]/);
  }
});

/** What the example's report says of itself. */
const ofExample: Partial<Record<Language, string>> = {
  en: "This is an example: the account and everybody in it are invented.",
  de: "Dies ist ein Beispiel: Das Konto und alle Personen darin sind erfunden.",
};

// German has the longest words.
const examples = everyCase
  ? (["en", "de", "fr", "es", "pt-BR", "it", "ar"] as const)
  : (["de"] as const);

test.each(examples)(
  "%s: the example, of which no page is nearly empty, however long its words are",
  async (language) => {
    vi.useFakeTimers({ toFake: ["Date"], now });
    const { cookie } = await newMember();
    const headers = { "accept-language": language };
    const answer = await visit("/dashboard/example/report", { cookie, headers });
    expect(answer.status).toBe(200);
    const { depths, pages } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    expect(Math.min(...depths)).toBeGreaterThanOrEqual(0.4);
    expect(pages.join(" ")).toContain(ofExample[language] ?? "");
    if (language !== "de") return;
    expect(pages.join(" ")).not.toMatch(/\b(the|your)\b/);
    expect(pages.length).toBeGreaterThan(5);
    for (const page of pages) expect(page).toContain("Beispiel");
  },
);
