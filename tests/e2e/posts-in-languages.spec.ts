import { everyCase } from "../setup/cases.ts";
import { madeUpGrowth, writeGrowth } from "../setup/growths.ts";
import { everySource, expect, test, withJavaScript } from "./journey.ts";

// All of them need a server of their own.
const languages = everyCase ? "en,de,fr,es,pt-BR,it,ar" : everySource.languages;
test.use({ ...everySource, languages });

const whole = madeUpGrowth({ imports: 2, days: 400, posts: 40, readings: 90 });

test(
  "the figures of a post stand in one line on a phone, in every language",
  withJavaScript("the page is the same"),
  async ({ page, context, stack, signedInAs }) => {
    writeGrowth(stack.sandbox.firestore, "uid-years", whole);
    await signedInAs("years");
    for (const language of languages.split(",")) {
      await context.addCookies([{ name: "language", value: language, url: stack.origin }]);
      await page.goto("/dashboard/posts");
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      const lines = await page
        .locator("tbody tr")
        .evaluateAll((rows) =>
          rows.map(
            (row) =>
              new Set(
                [...row.querySelectorAll("td")].map((cell) =>
                  Math.round(cell.getBoundingClientRect().top),
                ),
              ).size,
          ),
        );
      expect(lines.length, language).toBeGreaterThan(10);
      expect(Math.max(...lines), language).toBe(1);
    }
  },
);
