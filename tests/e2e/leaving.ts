import type { Page } from "@playwright/test";
import type { Stack } from "../setup/stack.ts";

export const step = (number: number | string) => `/dashboard/unsubscribe/${number}`;
export const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).click();
/** Keeps the first step waiting for the next one, until what is returned is called: by itself it is shown for 2.5 s. */
export async function holdWait(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${step(2)}*`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
export const cancellations = ({ sandbox }: Stack) => sandbox.world.effectsOf("cancel");
