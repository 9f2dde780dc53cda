import { UnsecuredJWT } from "jose";
import { HttpResponse } from "msw";
import type { Account, World } from "../world.ts";

/** Unsigned, like the Auth emulator's tokens. */
export const idToken = (uid: string) => new UnsecuredJWT({}).setSubject(uid).setIssuedAt().encode();

export function accountByEmail(world: World, email: string): Account | undefined {
  const lowerCase = email.toLowerCase();
  return [...world.accounts.values()].find((account) => account.email === lowerCase);
}

export function failure(message: string, code = 400) {
  const errors = [{ message, domain: "global", reason: "invalid" }];
  return HttpResponse.json({ error: { code, message, errors } }, { status: code });
}
