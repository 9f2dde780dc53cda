import { alike, expect, letterTo, test } from "./journey.ts";

test(
  "a link by mail: from the sign-in page to the dashboard, once",
  alike("the form is a plain one"),
  async ({ page, stack }) => {
    await page.goto("/sign-in");
    await page.getByRole("link", { name: "Email me a sign-in link" }).click();
    await page.getByLabel("Email").fill("rich@example.com");
    await page.getByRole("button", { name: "Email me a link" }).click();
    await expect(page.getByRole("dialog", { name: "Check your email" })).toBeVisible();

    const text = await letterTo(
      stack,
      "rich@example.com",
      "Your sign-in link for Profile Analyzer",
    );
    const link = /https?:\/\/\S+/.exec(text)?.[0] ?? "";
    const pressed: string[] = [];
    page.on("request", (request) => request.method() === "POST" && pressed.push(request.url()));
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "Sign in to Profile Analyzer" })).toBeVisible();
    await expect(page.getByText("This link signs in rich@example.com.")).toBeVisible();
    // Nothing is posted before the person presses.
    await page.waitForLoadState("networkidle");
    expect(pressed.filter((url) => url.includes("/sign-in"))).toEqual([]);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/dashboard");

    await page.context().clearCookies();
    await page.goto(link);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { name: /was used a moment ago/ })).toBeVisible();
    await page.getByRole("link", { name: "Get a new link" }).click();
    await expect(page.getByLabel("Email")).toBeVisible();
  },
);
