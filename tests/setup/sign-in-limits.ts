import { afterEach, beforeEach, vi } from "vitest";
import { ask } from "#tests/setup/ask";
import { resetApp } from "./reset-app.ts";

export let limits: typeof import("~/features/ways-in/services/sign-in-limits.server");

beforeEach(async () => {
  resetApp();
  limits = await import("~/features/ways-in/services/sign-in-limits.server");
});
afterEach(() => {
  vi.useRealTimers();
});

export const signIn = (email: string, password: string, client: string) =>
  ask("/sign-in", { fields: { email, password }, client });
