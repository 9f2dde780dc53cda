import type { Page } from "@playwright/test";
import { few } from "../setup/cases.ts";
import { alike, everySource, expect, test } from "./journey.ts";

// From 1024 px on, the app is laid out for a desk: a side bar in the place of the home page's header, and no empty half.

test.use(everySource);

const places = (page: Page) => page.getByRole("navigation", { name: "Places" });

async function widthOf(page: Page, selector: string): Promise<number> {
  return (await page.locator(selector).boundingBox())?.width ?? 0;
}

test(
  "a side bar stands for the home page's header and says where one is; other pages keep back arrow and title",
  alike("where things stand is the style sheet's"),
  async ({ page, signedInAs }) => {
    await signedInAs("importer");
    for (const width of few([1440, 1024], 1)) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/dashboard");
      await expect(page.getByRole("banner")).toBeHidden();
      await expect(places(page).getByRole("link")).toHaveText([
        "Home",
        "Analytics",
        "Growth",
        "Posts",
        "Import",
        "Course",
        "My Plan",
        "Notifications",
        "Security",
        "Instagram connection",
        "Log out",
      ]);
      await expect(places(page).locator("[aria-current]")).toHaveText(["Home"]);
      for (const [path, name, current, title] of [
        ["/dashboard/security", "Security", "page", "Security"],
        ["/dashboard/analytics/fans", "Analytics", "true", "Your fans"],
      ] as const) {
        await page.goto(path);
        await expect(page.getByRole("link", { name: "Back" })).toBeVisible();
        await expect(page.getByRole("paragraph").filter({ hasText: title }).first()).toBeVisible();
        await expect(places(page).locator("[aria-current]")).toHaveText([name]);
        await expect(places(page).locator("[aria-current]")).toHaveAttribute(
          "aria-current",
          current,
        );
      }
    }
  },
);

test(
  "below 1024 px there is no side bar",
  alike("where things stand is the style sheet's"),
  async ({ page, signedInAs }) => {
    await signedInAs("importer");
    for (const width of few([1023, 800, 390], 1)) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/dashboard");
      await expect(places(page)).toBeHidden();
      await expect(page.getByRole("banner")).toBeVisible();
      await page.goto("/dashboard/security");
      await expect(places(page)).toBeHidden();
      await expect(page.getByRole("link", { name: "Back" })).toBeVisible();
      expect(await widthOf(page, "main")).toBeLessThanOrEqual(430);
    }
  },
);

test(
  "who belongs to the outside system is offered no page that they do not have",
  alike("where things stand is the style sheet's"),
  async ({ page, signedInAs }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await signedInAs("rich");
    for (const path of ["/dashboard", "/dashboard/analytics"]) {
      await page.goto(path);
      await expect(places(page).getByRole("link", { name: "Analytics" })).toBeVisible();
      for (const name of ["Growth", "Posts", "Import", "Instagram connection"])
        await expect(places(page).getByRole("link", { name })).toHaveCount(0);
    }
  },
);

test(
  "the content takes the room that there is",
  alike("where things stand is the style sheet's"),
  async ({ page, signedInAs }) => {
    await signedInAs("rich");
    for (const width of few([1024, 1280, 1440, 1920, 2560], 2))
      for (const path of ["/dashboard", "/dashboard/analytics", "/dashboard/analytics/fans"]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        const main = await widthOf(page, path === "/dashboard" ? "main > div" : "main");
        expect(main, `${path} at ${width} px`).toBeGreaterThanOrEqual(0.6 * width);
        expect(main, `${path} at ${width} px`).toBeLessThanOrEqual(Math.max(1_200, 0.6 * width));
      }
  },
);

test(
  "Tab goes through the side bar, then through the page",
  alike("where things stand is the style sheet's"),
  async ({ page, signedInAs }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await signedInAs("rich");
    await page.goto("/dashboard/analytics");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    for (const name of ["Home", "Analytics", "Course", "My Plan", "Notifications", "Security"]) {
      await page.keyboard.press("Tab");
      await expect(places(page).getByRole("link", { name })).toBeFocused();
    }
    await page.keyboard.press("Tab");
    await expect(places(page).getByRole("link", { name: "Log out" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Back" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("main").locator("a, [tabindex]").first()).toBeFocused();
  },
);

test(
  "cards of growth are as tall as what is in them, and their columns end beside each other",
  alike("where things stand is the style sheet's"),
  async ({ page, signedInAs }) => {
    await signedInAs("importer");
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/dashboard/example/growth");
      const { empty, ends, order } = await page.locator(".growth-grid").evaluate((grid) => {
        const bottom = (element: Element) => element.getBoundingClientRect().bottom;
        const cards = [...grid.querySelectorAll("section[aria-labelledby]")];
        const columns = [...grid.querySelectorAll(":scope > div > div")];
        return {
          empty: cards.map((card) =>
            Math.round(bottom(card) - Math.max(...[...card.children].map(bottom))),
          ),
          ends: columns.map((column) => bottom(column.lastElementChild ?? column)),
          order: columns.map(({ children }) =>
            [...children].map((card) => Math.round(card.getBoundingClientRect().top)),
          ),
        };
      });
      expect(Math.max(...empty), `${width} px: ${empty}`).toBeLessThanOrEqual(32);
      expect(ends).toHaveLength(2);
      expect(Math.abs((ends[0] ?? 0) - (ends[1] ?? 0)), `${width} px`).toBeLessThan(200);
      for (const tops of order) expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    }
  },
);

test(
  "the side bar goes on to the end of the page, beside the languages",
  alike("where things stand is the style sheet's"),
  async ({ page, signedInAs }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await signedInAs("importer");
    for (const path of ["/dashboard", "/dashboard/password-safety"]) {
      await page.goto(path);
      const middle = async (selector: string) => {
        const box = await page.locator(selector).first().boundingBox();
        return box ? box.x + box.width / 2 : 0;
      };
      expect(await middle(".languages form"), path).toBeCloseTo(await middle(".app-page"), 0);
    }
  },
);
