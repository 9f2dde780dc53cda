import { everyCase } from "../setup/cases.ts";
import { madeUpGrowth, writeGrowth } from "../setup/growths.ts";
import { alikeWithJavaScript, everySource, expect, test, withJavaScript } from "./journey.ts";
import { look } from "./look.ts";

test.use({ ...everySource, timezoneId: "America/New_York" });

const whole = madeUpGrowth({ imports: 40, days: 1_825, posts: 200, readings: 90 });

test(
  "arrow keys go from left to right through every chart",
  withJavaScript("a script shows the values"),
  async ({ page, stack, signedInAs }) => {
    writeGrowth(stack.sandbox.firestore, "uid-years", whole);
    await signedInAs("years");
    await page.goto("/dashboard/growth?range=year");
    await expect(page.getByRole("slider").first()).toBeAttached();
    const steps = await page.evaluate(() =>
      [...document.querySelectorAll("[data-chart]")].map((chart) => {
        const slider = chart.querySelector<HTMLInputElement>("[data-chart-slider]");
        const marker = chart.querySelector("[data-chart-marker]");
        if (!slider || !marker) return [];
        return Array.from({ length: Number(slider.max) + 1 }, (_, at) => {
          slider.value = String(at);
          slider.dispatchEvent(new Event("input"));
          return Number(/^M([\d.]+)/.exec(marker.getAttribute("d") ?? "")?.[1]);
        });
      }),
    );
    expect(steps.flat().length).toBeGreaterThan(50);
    for (const xs of steps) expect(xs).toEqual(xs.toSorted((a, b) => a - b));
  },
);

// Each with a person of its own: the server remembers profiles for a minute. What two imports show, one or forty do, and
// posts look alike wherever they are from.
const looks = [
  ["one import", "imported", madeUpGrowth({ imports: 1 }), "and posts"],
  ["forty imports and a connection", "years", whole, "and posts"],
  ["a connection alone", "connected", madeUpGrowth({ imports: 0, posts: 60, readings: 30 }), ""],
] as const;

test(
  "from the home to growth, another range, a table, my time zone, my posts",
  alikeWithJavaScript("without, links and a plain form: growth.test.ts"),
  async ({ page, stack, signedInAs, enhanced }) => {
    const { firestore } = stack.sandbox;
    writeGrowth(firestore, "uid-years", whole);
    await signedInAs("years");
    await page.goto("/dashboard");
    await page.getByRole("link", { name: /^Growth/ }).click();
    await expect(page.getByRole("img", { name: "Followers over time" })).toBeVisible();

    await page.getByRole("link", { name: "Quarter" }).click();
    await expect(page).toHaveURL(/range=quarter/);
    await expect(page.getByRole("link", { name: "Quarter" })).toHaveAttribute(
      "aria-current",
      "page",
    );

    const followers = page.locator("#followers");
    await followers.getByText("Show as a table").click();
    await expect(followers.getByRole("columnheader", { name: "Followers" })).toBeVisible();
    const newest = await followers.locator("tbody tr").first().locator("th, td").allInnerTexts();

    const value = followers.locator("[data-chart-value]");
    if (enhanced) {
      // The arrow keys, then the finger: what the table says of the newest value, and of another.
      const slider = followers.getByRole("slider");
      await slider.focus();
      await expect(value).toHaveText(
        `${newest[0]} · Followers: ${newest[1]} · Known from: ${newest[2]}`,
      );
      await slider.press("ArrowLeft");
      await expect(value).not.toContainText(`${newest[0]} ·`);
      await slider.blur();
      await expect(value).toContainText("followers on");
      await followers.getByRole("img").hover({ position: { x: 60, y: 60 } });
      await expect(value).toContainText("Followers:");
    } else {
      await expect(followers.getByRole("slider")).toHaveCount(0);
      await page.getByLabel("Time zone").selectOption("America/New_York");
    }

    const zone = page.getByLabel("Time zone");
    await zone.scrollIntoViewIfNeeded();
    await expect(zone).toHaveValue("America/New_York");
    await page.getByRole("button", { name: "Save time zone" }).click();
    await expect(page.getByText("Times are in America/New York. Each field")).toBeVisible();
    await expect(zone).toHaveCount(0);

    await page.getByRole("link", { name: "See all my posts" }).click();
    await page.getByRole("link", { name: "Likes" }).click();
    await expect(page).toHaveURL(/sort=likes/);
    await expect(page.getByText("Page 1 of 4")).toBeVisible();
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL(/sort=likes.*page=2/);
  },
);

for (const [name, person, growth, andPosts] of looks) {
  // What the others show, forty imports and a connection do.
  if (growth !== whole && !everyCase) continue;
  test(
    `growth of ${name} is for every eye`,
    withJavaScript("axe is a script, and reads the same page either way"),
    async ({ page, stack, signedInAs }) => {
      writeGrowth(stack.sandbox.firestore, `uid-${person}`, growth);
      await signedInAs(person);
      await page.goto("/dashboard/growth?range=all");
      await expect(page.getByRole("heading", { name: "Your growth", exact: true })).toBeVisible();
      await page.evaluate(() => {
        for (const details of document.querySelectorAll("details")) details.open = true;
      });
      await look(page, "growth");
      // Posts are looked at in Arabic, too.
      if (!andPosts || !everyCase) return;
      await page.goto("/dashboard/posts");
      if (growth.posts.length > 0) await expect(page.getByRole("rowheader").first()).toBeVisible();
      await look(page, "posts");
    },
  );
}
