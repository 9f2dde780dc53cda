import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { EarlierImports } from "~/features/imports/routes/import/earlier-imports";

test.each([
  [0, 0, ""],
  [12, 12, ""],
  [13, 10, "3 older imports"],
  [40, 10, "30 older imports"],
])("of %i imports, %i are seen at once", (all, seen, summary) => {
  const html = renderToStaticMarkup(
    <EarlierImports
      imports={Array.from({ length: all }, (_, index) => ({
        id: `id-${index}`,
        state: "used",
        date: "Nov 1, 2026",
        account: null,
        followers: 1_000 + index,
        problem: undefined,
      }))}
    />,
  );
  const [shown = "", older = ""] = html.split("<details");
  expect([...shown.matchAll(/href="\/dashboard\/import\/id-/g)]).toHaveLength(seen);
  expect([...older.matchAll(/href="\/dashboard\/import\/id-/g)]).toHaveLength(all - seen);
  expect(/<summary[^>]*>(?:<[^>]*>)*([^<]*)/.exec(older)?.[1] ?? "").toBe(summary);
});

test.each([
  ["used", true],
  ["held", true],
  ["refused", false],
  ["reading", false],
] as const)("of one that is %s, followers are told: %s", (state, isTold) => {
  const one = { id: "id", state, date: "Nov 1, 2026", account: null, problem: undefined };
  const html = renderToStaticMarkup(<EarlierImports imports={[{ ...one, followers: 0 }]} />);
  expect(html.includes("0 followers")).toBe(isTold);
});
