import { beforeAll, describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import { newMember } from "#tests/setup/member";
import { readPdf } from "#tests/setup/read-pdf";
import { resetApp } from "#tests/setup/reset-app";
import { visibleText } from "#tests/setup/visible-text";

const example = "/dashboard/example";

async function withEnv(sources: string, reports = "built-in") {
  vi.stubEnv("ANALYSIS_SOURCES", sources);
  vi.stubEnv("REPORT_SOURCE", reports);
  resetApp();
  await visit("/healthz");
}

describe("where exports are a source", () => {
  beforeAll(() => withEnv("export,instagram"));

  test.each([
    ["", ["Analysis of your Instagram account", "Lost followers", "1st recommendation"]],
    ["/growth", ["Followers over time", "counted by Instagram", "What brought followers"]],
    ["/growth?range=4-weeks", ["Counted by Instagram", "Your reels", "Your audience"]],
    ["/lostFollowers", ["Lost followers", "since", ".example"]],
    ["/secretFans", ["Secret fans", ".example"]],
  ])("%s says that it is an example, above and below", async (path, words) => {
    const { cookie } = await newMember();
    const answer = await visit(example + path, { cookie });
    expect(answer.status).toBe(200);
    const html = await answer.text();
    const text = visibleText(html);
    for (const word of words) expect(text).toContain(word);
    const main = text.slice(text.indexOf("This is an example."));
    expect(main).toContain("The account is invented, and so is everybody in it.");
    expect(main.indexOf("End of the example.")).toBeGreaterThan(main.indexOf(words[0] ?? ""));
    expect(html).toMatch(/<title>Example: /);
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
    // Nothing leads from it to pages of the subscriber's own that would be empty.
    const hrefs = (html.split("<main")[1] ?? "").matchAll(/href="([^"]*)"/g);
    for (const [, href] of hrefs)
      expect(href).not.toMatch(/\.csv$|^\/dashboard\/(posts|analytics|growth)/);
  });

  test("both counts are told of each pair of its exports, and they differ", async () => {
    const { cookie } = await newMember();
    const text = visibleText(await (await visit(`${example}/growth`, { cookie })).text());
    const pairs = [
      ...text.matchAll(
        /Instagram counted (\d+) who left between [^.]+\. Your exports name (\d+)\./g,
      ),
    ];
    expect(pairs).toHaveLength(2);
    for (const [, counted, named] of pairs)
      expect(Number(counted)).toBeGreaterThan(Number(named) - 9);
  });

  // report-languages.test.ts reads a German one.
  test.runIf(everyCase)("the report says so on each page", async () => {
    const { cookie } = await newMember();
    const answer = await visit(`${example}/report`, { cookie });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toContain("example-report.pdf");
    const { pages } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    expect(pages.length).toBeGreaterThan(5);
    for (const page of pages) expect(page).toMatch(/example: all of it is invented|Example report/);
    expect(pages[0]).toContain("the account and everybody in it are invented");
  });

  test("it is one press from the import page", async () => {
    const { cookie } = await newMember();
    const html = await (await visit("/dashboard/import", { cookie })).text();
    expect(html).toContain(`href="${example}"`);
  });

  test.each(["/likes", "/nothing"])("there is no %s", async (path) => {
    const { cookie } = await newMember();
    expect((await visit(example + path, { cookie })).status).toBe(404);
  });

  test("it is for subscribers", async () => {
    for (const path of ["", "/growth", "/report", "/lostFollowers"])
      expect((await visit(example + path, { redirect: "manual" })).status).toBe(302);
  });
});

test("where reports are made outside, the example has none", async () => {
  await withEnv("export", "outside");
  const { cookie } = await newMember();
  expect((await visit(`${example}/report`, { cookie })).status).toBe(404);
  expect(visibleText(await (await visit(example, { cookie })).text())).not.toContain(
    "Report (PDF)",
  );
});

test("where exports are no source, there is none", async () => {
  await withEnv("outside,instagram");
  const { cookie } = await newMember();
  for (const path of ["", "/growth", "/report"])
    expect((await visit(example + path, { cookie })).status).toBe(404);
});
