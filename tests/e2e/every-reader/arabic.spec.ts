import { everyCase } from "../../setup/cases.ts";
import { madeUpGrowth, writeGrowth } from "../../setup/growths.ts";
import { everySource, expect, test, withJavaScript } from "../journey.ts";
import { allSteps, layoutsOf, pages, type Visit } from "../pages.ts";
import { faultsForReaders } from "./every-reader.ts";

// From right to left, and without React: what is measured in English (look.ts), but for what has the same colours.

test.use(everySource);
test.describe.configure({ mode: "parallel" });

const builtIn = [
  "/dashboard",
  "/dashboard/growth?range=all",
  "/dashboard/posts",
  "/dashboard/import",
  "/dashboard/connect",
  "/dashboard/example",
  "/dashboard/example/lostFollowers",
];

const forms = ["/cancel", "/withdraw", "/sign-in/passkey"];

// Another third is looked at in English (accessibility.spec.ts).
const pathsOf = (visits: readonly Visit[] = []) =>
  layoutsOf(visits)
    .filter((_, at) => everyCase || at % 3 === 1)
    .flatMap(({ path }) => path ?? []);

const walks: Readonly<Record<string, readonly string[]>> = {
  visitor: [...pathsOf(pages.visitor), ...forms],
  importer: everyCase ? builtIn : builtIn.filter((path) => /growth|import$|example$/.test(path)),
  ...Object.fromEntries(
    Object.entries(pages)
      .filter(([who]) => who !== "visitor")
      .map(([who, visits]) => [
        who,
        // Those who see most: what is left out is laid out as what is beside it.
        pathsOf(visits).filter((_, at) => everyCase || !/^rich|leaving$/.test(who) || at % 2 === 0),
      ]),
  ),
};

for (const [who, paths] of Object.entries(walks))
  test(
    `every page is for every reader in Arabic: ${who}`,
    withJavaScript("the measures read the same page either way"),
    async ({ page, context, signedInAs, stack }) => {
      const [key = ""] = who.split(",");
      const isPublic = key === "visitor";
      await page.emulateMedia({ reducedMotion: "reduce" });
      if (!isPublic) await signedInAs(key);
      if (key === "importer") {
        const growth = madeUpGrowth({ imports: 40, days: 1_825, posts: 200, readings: 90 });
        writeGrowth(stack.sandbox.firestore, "uid-importer", growth);
      }
      if (who.endsWith("leaving")) await allSteps.open(page, stack);
      await context.addCookies([{ name: "language", value: "ar", url: stack.origin }]);
      for (const path of paths) {
        await page.goto(
          isPublic ? `/ar${path === "/" ? "" : path.replace(/^\/(?=\?)/, "")}` : path,
        );
        await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
        expect.soft(await faultsForReaders(page, "geometry"), path).toEqual([]);
      }
    },
  );
