import { expect, type Page } from "@playwright/test";
import { bringFiguresOf } from "../../../sandbox/demo-imports.ts";
import { madeUpGrowth, writeGrowth } from "../../setup/growths.ts";
import type { Stack } from "../../setup/stack.ts";
import type { Visit } from "../pages.ts";

/** A page, and whether its figures are of another day every day. */
export interface HeardVisit extends Visit {
  figuresVary?: boolean;
}

const at = (path: string): HeardVisit => ({ name: path, open: (page) => page.goto(path) });
const varied = (path: string): HeardVisit => ({ ...at(path), figuresVary: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Before the first page: imports and connects what the demo does for somebody. */
const withFigures = (key: string, { name, open, ...rest }: HeardVisit): HeardVisit => ({
  ...rest,
  name,
  open: async (page, stack) => {
    const person = stack.sandbox.world.people.find((someone) => someone.key === key);
    if (!person) throw new Error(`nobody is called ${key}`);
    await bringFiguresOf(person, stack.origin);
    await open(page, stack);
  },
});

/** A link out of the open page, whose address is of chance. */
const following = (from: string, link: RegExp, name: string): HeardVisit => ({
  name,
  figuresVary: true,
  open: async (page) => {
    await page.goto(from);
    const to = page.getByRole("main").getByRole("link", { name: link }).first();
    await page.goto((await to.getAttribute("href")) ?? "");
  },
});

const compared: HeardVisit = {
  name: "two imports compared",
  figuresVary: true,
  open: async (page) => {
    await page.goto("/dashboard/analytics/compare");
    await press(page, "Compare");
    await page.waitForURL(/from=.+&to=.+/);
  },
};

const hidden: HeardVisit = {
  name: "/dashboard/analytics/hidden",
  figuresVary: true,
  open: async (page) => {
    await page.goto("/dashboard/analytics/newFollowers");
    const to = page.getByRole("rowheader").first().getByRole("link").first();
    await page.goto(`/dashboard/people/${await to.innerText()}`);
    await press(page, "Hide them in your lists");
    await page.waitForURL("**/hidden");
  },
};

/** The latest 18th: the newest exports, 30 days apart, then lie in months of their own, so that their rows have one order. */
function midOfMonth(): number {
  const now = new Date();
  return now.setUTCMonth(now.getUTCMonth() - (now.getUTCDate() < 18 ? 1 : 0), 18);
}

const grown = (path: string, folds: boolean): HeardVisit => ({
  name: folds ? `${path}, unfolded` : path,
  figuresVary: true,
  open: async (page: Page, { sandbox }: Stack) => {
    const growth = madeUpGrowth({
      imports: 40,
      days: 1_825,
      posts: 200,
      readings: 90,
      now: midOfMonth(),
    });
    writeGrowth(sandbox.firestore, "uid-years", growth);
    await page.goto(path);
    if (!folds) return;
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
    });
    // The browser's is chosen once it comes near.
    const zone = page.getByLabel("Time zone");
    await zone.scrollIntoViewIfNeeded();
    await expect(zone).toHaveValue("UTC");
  },
});

/** What tests/e2e/pages.ts does not visit, by the person who sees it. */
export const morePages: Readonly<Record<string, readonly HeardVisit[]>> = {
  "visitor, leaving": [
    ...["/cancel", "/cancel/received", "/cancel/not-me?t=nothing"].map(at),
    ...["/withdraw", "/withdraw/received", "/instagram/data-deletion/nothing"].map(at),
    {
      name: "/cancel, refused",
      open: async (page) => {
        await page.goto("/cancel");
        await page.getByLabel("Email").fill("rich@example.com");
        await page.locator("summary").click();
        await page.getByLabel("At the end of the term of this day").check();
        await page.getByLabel("Day", { exact: true }).fill("2020-01-01");
        await page.locator("[name=press]").first().click();
        await page.getByRole("alert").first().waitFor();
      },
    },
  ],
  "rich, example": [
    ...["/dashboard/example", "/dashboard/example/growth"].map(varied),
    varied("/dashboard/example/lostFollowers"),
    at("/dashboard/security"),
  ],
  german: [
    ...["/dashboard/my-plan", "/dashboard/unsubscribe/0", "/dashboard/unsubscribe/8"].map(at),
    at("/dashboard/unsubscribe/withdraw"),
  ],
  importer: [
    ...["/dashboard", "/dashboard/import", "/dashboard/connect", "/dashboard/growth"].map(at),
    ...["/dashboard/posts", "/dashboard/analytics"].map(at),
  ],
  twice: [
    withFigures("twice", varied("/dashboard/import")),
    following("/dashboard/import", /In use/, "/dashboard/import, one of them"),
    ...["/dashboard/analytics", "/dashboard/analytics/lostFollowers"].map(varied),
    varied("/dashboard/analytics/fans?q=an"),
    varied("/dashboard/analytics/compare"),
    compared,
    following("/dashboard/analytics/lostFollowers", /^[a-z]/, "/dashboard/people"),
    hidden,
    ...["/dashboard/growth", "/dashboard/posts"].map(varied),
  ],
  years: [grown("/dashboard/growth?range=all", true), grown("/dashboard/posts", false)],
  connected: [
    withFigures("connected", {
      name: "/dashboard/connect",
      figuresVary: true,
      open: async (page) => {
        await page.goto("/dashboard/connect");
        await page.getByText("read once a day").waitFor();
      },
    }),
    varied("/dashboard/connect/disconnect"),
  ],
};

/** Some of them for who reads Arabic. */
export const arabicPages: Readonly<Record<string, readonly HeardVisit[]>> = {
  visitor: ["/ar", "/ar/sign-in", "/ar/privacy", "/ar/cancel", "/ar/password-recovery"].map(at),
  extras: [
    ...["/dashboard", "/dashboard/my-plan", "/dashboard/analytics"].map(at),
    ...["/dashboard/analytics/secretFans", "/dashboard/security", "/dashboard/course"].map(at),
    ...[
      "/articles/secret-admirers",
      "/articles/detect-stalkers/protecting-your-data-and-privacy",
    ].map(at),
    ...["/dashboard/news/light-costs-nothing", "/dashboard/offers/premium"].map(at),
    at("/dashboard/unsubscribe/0"),
    varied("/dashboard/example/growth"),
  ],
};
