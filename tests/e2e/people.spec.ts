import type { Page } from "@playwright/test";
import { bringFiguresOf } from "../../sandbox/demo-imports.ts";
import { everyCase } from "../setup/cases.ts";
import type { Stack } from "../setup/stack.ts";
import { alike, everySource, expect, test, withJavaScript } from "./journey.ts";
import { look } from "./look.ts";

test.use(everySource);

/** Imports what the demo imports for somebody with two exports. */
async function importTwice({ sandbox, origin }: Stack): Promise<void> {
  const person = sandbox.world.people.find(({ key }) => key === "twice");
  if (!person) throw new Error("nobody is called twice");
  await bringFiguresOf(person, origin);
}

const at = (key: string) => `/dashboard/analytics/${key}`;

/** The first name of a list. */
async function firstOf(page: Page, key: string): Promise<string> {
  await page.goto(at(key));
  return (await page.getByRole("rowheader").first().getByRole("link").first().innerText()).trim();
}

test(
  "a person is found, hidden and shown again; and is said to have a new name, which is taken back",
  alike("the forms are plain ones"),
  async ({ page, stack, signedInAs }) => {
    await importTwice(stack);
    await signedInAs("twice");
    const fresh = await firstOf(page, "newFollowers");
    const lost = await firstOf(page, "lostFollowers");

    await page.getByRole("link", { name: lost, exact: true }).click();
    await expect(page.getByRole("heading", { name: lost })).toBeVisible();
    await page.getByRole("button", { name: "Hide them in your lists" }).click();
    await expect(page).toHaveURL(at("hidden"));
    await page.goto(at("lostFollowers"));
    await expect(page.getByText("1 hidden")).toBeVisible();
    await expect(page.getByText(lost, { exact: true })).toHaveCount(0);
    await page.getByText("1 hidden").click();
    await page.getByRole("button", { name: `Show again: ${lost}` }).click();
    await expect(page.getByText("You have hidden nobody.")).toBeVisible();

    await page.goto(`/dashboard/people/${lost}`);
    await page.getByText("They have a new name?").click();
    await expect(page.getByLabel(/^Old username/)).toHaveValue(lost);
    await page.getByLabel(/^New username/).fill("nobody.at.all");
    await page.getByRole("button", { name: "They are the same person" }).click();
    await expect(page.getByRole("alert").first()).toContainText("We cannot join these two");
    await expect(page.getByLabel(/^New username/)).toHaveValue("nobody.at.all");
    await page.getByLabel(/^New username/).fill(fresh);
    await page.getByRole("button", { name: "They are the same person" }).click();
    const takeBack = page.getByRole("button", {
      name: `Take back that ${lost} and ${fresh} are the same person`,
    });
    await expect(takeBack).toBeVisible();
    await page.goto(`${at("renamed")}?q=${fresh}`);
    await expect(page.getByRole("row").filter({ hasText: fresh })).toContainText(lost);
    await page.goto(`/dashboard/people/${lost}`);
    await expect(page.getByText(`Renamed from ${lost} to ${fresh}`)).toBeVisible();
    await takeBack.click();
    await expect(page).toHaveURL(at("renamed"));
    await expect(takeBack).toHaveCount(0);
    await page.goto(`${at("lostFollowers")}?q=${lost}`);
    await expect(page.getByText("1 person matches")).toBeVisible();
  },
);

test(
  "two imports are compared, searched, and taken along as a file",
  alike("links and a plain form"),
  async ({ page, stack, signedInAs }) => {
    await importTwice(stack);
    await signedInAs("twice");
    await page.goto(at("compare"));
    const options = page.getByLabel("From").getByRole("option");
    const ids = await options.evaluateAll((all) =>
      all.map((one) => (one as HTMLOptionElement).value),
    );
    await page.getByLabel("From").selectOption(ids.at(-1) ?? "");
    await page.getByLabel("To").selectOption(ids[0] ?? "");
    await page.getByRole("button", { name: "Compare" }).click();
    await expect(page).toHaveURL(/from=.+&to=.+/);
    await expect(page.getByText("Renamed").first()).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: /CSV/ }).first().click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  },
);

/** The address of a comparison of the last two imports. */
async function comparison(page: Page): Promise<string> {
  await page.goto(at("compare"));
  const options = page.getByLabel("From").getByRole("option");
  const [to, from] = await options.evaluateAll((all) =>
    all.map((one) => (one as HTMLOptionElement).value),
  );
  return `${at("compare")}?from=${from}&to=${to}`;
}

const personPage = async (page: Page) =>
  `/dashboard/people/${await firstOf(page, "lostFollowers")}`;

test(
  "the pages of people are for every eye",
  withJavaScript("axe is a script, and reads the same page either way"),
  async ({ page, stack, signedInAs }) => {
    await importTwice(stack);
    await signedInAs("twice");
    await page.emulateMedia({ reducedMotion: "reduce" });
    // Of the lists those that are laid out otherwise than the ones of categories.spec.ts.
    const more = [comparison, at("compare"), at("hidden"), at("pendingRequests")];
    for (const path of [personPage, ...(everyCase ? more : [])]) {
      const address = typeof path === "string" ? path : await path(page);
      await page.goto(address);
      await look(page, address);
    }
  },
);
