import { test as base, expect } from "@playwright/test";
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
  // The form itself has journeys of its own (analysis.spec.ts); here the session is enough.
  signIn: async ({ page, stack }, use) => {
    await use(async (key) => {
      const answer = await page.request.post("/sign-in", {
        form: { email: `${key}@example.com`, password: `${key}-pass` },
        headers: { origin: stack.origin },
        maxRedirects: 0,
      });
      expect(answer.headers().location, await answer.text()).toBe("/dashboard");
    });
  },
});

export { expect };
