import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parts } from "#content/read";
import { describeObligations, plansOfLaw, staleSources } from "~/features/leaving/law-report";
import { lawOf, obligationsFor, type PlanLengths, prescribed } from "~/features/leaving/rules/law";
import { offerRules } from "~/features/leaving/rules/law-terms";
import { withTable } from "../../../../docs/law/table.ts";

const laws = parts.law("content");
const weekly: PlanLengths = plansOfLaw[0].lengths;
const months3 = { term: 84, trial: 0 };
const holds = (place: string | null, day: string, plan = weekly) =>
  obligationsFor(laws, place, plan, day);

test.each<[place: string | null, file: string | undefined]>([
  ["DE", "DE"],
  ["DE-BY", "DE"],
  ["de", "DE"],
  ["IT", "IT"],
  ["ES", "EU"],
  ["RE", "FR"],
  ["AX", "EU"],
  ["EU", "EU"],
  ["US-CA", "US-CA"],
  ["US-TX", "US"],
  ["GB-SCT", "GB"],
  ["CH", undefined],
  ["", "unknown"],
  [null, "unknown"],
])("%j falls under the file %s", (place, file) => {
  expect(lawOf(laws, place)?.place).toBe(file);
});

test.each<[string | null, string, Partial<ReturnType<typeof holds>>]>([
  ["DE", "2022-06-30", { way: "nine-steps", offers: "free", withdrawal: undefined, words: [] }],
  ["DE", "2022-07-01", { way: "confirmation", offers: "none", summary: false }],
  ["DE", "2026-06-18", { withdrawal: undefined }],
  ["DE", "2026-06-19", { withdrawal: { days: 14, atRenewal: false } }],
  ["FR", "2026-11-22", { way: "confirmation", summary: true, offers: "none" }],
  ["IT", "2026-11-22", { way: "nine-steps", withdrawal: { days: 14, atRenewal: false } }],
  ["US-CA", "2026-11-22", { way: "nine-steps", offers: "beside-cancel" }],
  ["US-MN", "2026-11-22", { way: "confirmation", offers: "on-request" }],
  ["GB", "2027-02-28", { way: "nine-steps", notices: [], withdrawal: undefined }],
  ["GB", "2027-03-01", { way: "confirmation", withdrawal: { days: 14, atRenewal: true } }],
  ["CH", "2026-11-22", { laws: [], way: "nine-steps", offers: "free", proofYears: 3 }],
  [null, "2026-11-22", { way: "nine-steps", offers: "beside-cancel" }],
])("%s on %s: %j", (place, day, expected) => {
  expect(holds(place, day)).toMatchObject(expected);
});

test.each<[string, string[], string[]]>([
  ["US-MA", [], ["renewal"]],
  ["US-CA", ["year", "price"], ["year", "price"]],
  ["US-NY", ["price"], ["price"]],
  ["KR", ["price", "trial"], ["price"]],
])("%s: what notices weekly plans and those of 12 weeks get", (place, ofWeekly, ofLong) => {
  const about = (plan: typeof weekly) =>
    holds(place, "2026-11-22", plan).notices.map((notice) => notice.about);
  expect(about(weekly)).toEqual(ofWeekly);
  expect(about(months3)).toEqual(ofLong);
});

test("words that a country's law prescribes; those of its union are the catalogue's, in each language", () => {
  const german = holds("DE", "2026-11-22");
  expect(prescribed(german, "cancel")).toEqual({ text: "Verträge hier kündigen", language: "de" });
  expect(prescribed(german, "confirmCancel")?.text).toBe("jetzt kündigen");
  expect(prescribed(german, "withdraw")?.text).toBe("Vertrag widerrufen");
  expect(prescribed(german, "confirmWithdrawal")?.text).toBe("Widerruf bestätigen");
  expect(prescribed(holds("FR", "2026-11-22"), "cancel")).toEqual({
    text: "Résilier votre contrat",
    language: "fr",
  });
  for (const place of ["NL", "ES", "EU"])
    expect(prescribed(holds(place, "2026-11-22"), "withdraw")).toBeUndefined();
  expect(prescribed(holds("US-CA", "2026-11-22"), "cancel")).toBeUndefined();
});

test("a rule that begins only ever gives more, in every place and for every plan", () => {
  const days = laws.flatMap(({ rules }) => rules.map(({ from }) => from)).sort();
  for (const { place } of laws)
    for (const { lengths } of plansOfLaw) {
      const strictness = ["2000-01-01", ...days].map((day) => {
        const { offers, notices, withdrawal, way } = holds(place, day, lengths);
        return [
          offerRules.indexOf(offers),
          notices.length,
          withdrawal?.days ?? 0,
          way === "confirmation" ? 1 : 0,
        ];
      });
      for (const [nth, now] of strictness.entries())
        for (const [what, value] of now.entries())
          expect(value).toBeGreaterThanOrEqual(strictness[nth - 1]?.[what] ?? 0);
    }
});

test("a source that was not read for 180 days is named, after 365 it fails", () => {
  const count = laws.flatMap(({ rules }) => rules).length;
  expect(staleSources(laws, "2027-05-20")).toEqual([]);
  expect(staleSources(laws, "2027-05-22")).toHaveLength(count);
  expect(staleSources(laws, "2027-11-21").some(({ fails }) => fails)).toBe(false);
  expect(staleSources(laws, "2027-11-23").every(({ fails }) => fails)).toBe(true);
});

test("what holds is printed with its sources", () => {
  const lines = describeObligations(laws, "DE", "2026-11-22").join("\n");
  expect(lines).toContain("§ 312k BGB: in force, from 2022-07-01");
  expect(lines).toContain("OLG Köln 6 U 62/24");
  expect(lines).toContain("  offers: none");
  expect(describeObligations(laws, "CH", "2026-11-22")).toEqual([
    "CH: no rule is known. The nine steps hold.",
  ]);
});

test("the table in docs/law.md is that of today's rules; npm run format writes it anew", () => {
  const page = readFileSync("docs/law.md", "utf8");
  expect(withTable(page, laws)).toBe(page);
});
