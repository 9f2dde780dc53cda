import type { Page } from "@playwright/test";
import type { Stack } from "../setup/stack.ts";

export const step = (number: number | string) => `/dashboard/unsubscribe/${number}`;
export const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).click();
export const cancellations = ({ sandbox }: Stack) => sandbox.world.effectsOf("cancel");
