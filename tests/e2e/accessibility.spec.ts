import { everyCase } from "../setup/cases.ts";
import { test, withJavaScript } from "./journey.ts";
import { look } from "./look.ts";
import { allSteps, layoutsOf, pages } from "./pages.ts";

test.describe.configure({ mode: "parallel" });

/** On a busy machine more than these outlast a test's limit, and the session: each part has its own. */
const visitsOfPart = 6;

for (const [who, everything] of Object.entries(pages)) {
  // Of another third the geometry is looked at in Arabic (every-reader/arabic.spec.ts), which opens addresses only.
  const all = layoutsOf(everything).filter(({ path }, at) => everyCase || !path || at % 3 === 0);
  for (let from = 0; from < all.length; from += visitsOfPart) {
    const visits = all.slice(from, from + visitsOfPart);
    const names = `${visits.at(0)?.name} to ${visits.at(-1)?.name}`;
    test(
      `every page is for every eye: ${who}: ${names}`,
      withJavaScript("axe is a script, and reads the same page either way"),
      async ({ page, signedInAs, stack }) => {
        await page.emulateMedia({ reducedMotion: "reduce" });
        const [key = ""] = who.split(",");
        if (key !== "visitor") await signedInAs(key);
        if (who.endsWith("leaving") && !visits.includes(allSteps)) await allSteps.open(page, stack);
        for (const { name, open } of visits) {
          await open(page, stack);
          await test.step(name, () => look(page, name));
        }
      },
    );
  }
}
