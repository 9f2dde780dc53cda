import { ask } from "#tests/setup/ask";
import { daysApart } from "./days-apart.ts";

export * as limits from "~/features/ways-in/services/sign-in-limits.server";

daysApart();

export const signIn = (email: string, password: string, client: string) =>
  ask("/sign-in", { fields: { email, password }, client });
