import { test as base, expect, type Page } from "@playwright/test";
import { startCluster } from "../cluster/cluster.ts";
import { type Stack, startStack } from "../setup/stack.ts";

/**
 * Journeys run against a sandbox and a server of their own for each worker, reset before each test.
 * `enhanced` is false where the browser runs no JavaScript.
 */
export const test = base.extend<
  { stack: Stack; enhanced: boolean; signIn: (key: string) => Promise<void> },
  { sharedStack: Stack }
>({
  sharedStack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => {
      // The same journeys run against several processes behind a balancer.
      const stack = await (process.env.STACK === "cluster" ? startCluster() : startStack());
      await use(stack);
      await stack.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  stack: async ({ sharedStack }, use) => {
    await sharedStack.sandbox.reset();
    await use(sharedStack);
  },
  baseURL: async ({ stack }, use) => use(stack.origin),
  enhanced: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
  signIn: async ({ page }, use) => {
    await use((key) => signInAs(page, key));
  },
});

export { expect };

/** Fills the sign-in form as a person would, and waits for the dashboard. */
async function signInAs(page: Page, key: string): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(`${key}@example.com`);
  await page.getByLabel("Password").fill(`${key}-pass`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/dashboard");
}
