import { readdirSync } from "node:fs";
import { everySource, expect, test, withJavaScript } from "../journey.ts";
import { pages } from "../pages.ts";
import { unheard } from "./faults.ts";
import { hear } from "./heard.ts";
import { arabicPages, type HeardVisit, morePages } from "./more-pages.ts";
import { withoutFigures } from "./steady.ts";
import { written } from "./written.ts";

// What a listener hears of every page is kept in tests/spoken/. After a change that is meant, write them anew with
// `npx playwright test tests/e2e/spoken --update-snapshots`, and read what has changed as who listens would.

test.describe.configure({ mode: "parallel" });
test.use(everySource);

const byLanguage: Readonly<Record<string, Readonly<Record<string, readonly HeardVisit[]>>>> = {
  en: { ...pages, ...morePages },
  ar: arabicPages,
};

/** Chromium leaves out a space at which a line is broken, and where that is depends on the machine's fonts. */
function keepOnLines(): void {
  const style = new CSSStyleSheet();
  style.replaceSync("* { white-space: nowrap !important }");
  document.adoptedStyleSheets = [style];
}

const wordsOf = (name: string) => name.replace(/^\W+|\W+$/g, "").replace(/\W+/g, "-") || "landing";

/** The files of somebody's pages, one for each visit. */
function filesOf(language: string, who: string, visits: readonly HeardVisit[]): string[][] {
  const names = visits.map(({ name }) => wordsOf(name));
  return names.map((name, at) => {
    const again = names.indexOf(name) < at ? "-again" : "";
    return [language, who.replace(", ", "-"), `${name}${again}.txt`];
  });
}

for (const [language, people] of Object.entries(byLanguage))
  for (const [who, visits] of Object.entries(people))
    test(
      `what is heard of every page in ${language}: ${who}`,
      withJavaScript("the page is the same, and dialogs are its journeys'"),
      async ({ page, context, signedInAs, stack }) => {
        if (language !== "en")
          await context.addCookies([{ name: "language", value: language, url: stack.origin }]);
        const [key = ""] = who.split(",");
        if (key !== "visitor") await signedInAs(key);
        const files = filesOf(language, who, visits);
        for (const [at, { name, open, figuresVary }] of visits.entries()) {
          await open(page, stack);
          await test.step(name, async () => {
            // Scripts make a dialog lie over its page.
            await expect(page.locator("dialog[open]:not(:modal)")).toHaveCount(0);
            await page.evaluate(keepOnLines);
            const heard = await hear(page);
            expect.soft(unheard(heard), name).toEqual([]);
            const text = figuresVary ? withoutFigures(written(heard)) : written(heard);
            expect.soft(text).toMatchSnapshot(files[at] ?? []);
          });
        }
      },
    );

test("no text is left of a page that is gone", withJavaScript("there is one folder"), () => {
  const kept = Object.entries(byLanguage).flatMap(([language, people]) =>
    Object.entries(people).flatMap(([who, visits]) =>
      filesOf(language, who, visits).map((file) => file.join("/")),
    ),
  );
  const there = Object.keys(byLanguage).flatMap((language) =>
    readdirSync(`tests/spoken/${language}`, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".txt"))
      .map((name) => `${language}/${name}`),
  );
  expect(there.toSorted()).toEqual(kept.toSorted());
});
