import { test } from "./journey.ts";
import { look } from "./look.ts";
import { pages } from "./pages.ts";

test.describe.configure({ mode: "parallel" });

for (const [who, visits] of Object.entries(pages))
  test(`every page is for every eye: ${who}`, async ({ page, signedInAs, stack, enhanced }) => {
    test.skip(!enhanced, "axe is a script, and reads the same page either way");
    await page.emulateMedia({ reducedMotion: "reduce" });
    const [key = ""] = who.split(",");
    if (key !== "visitor") await signedInAs(key);
    for (const { name, open } of visits) {
      await open(page, stack);
      await test.step(name, () => look(page, name));
    }
  });
