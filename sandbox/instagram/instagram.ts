import { SandboxAccount } from "./account.ts";
import { type Clock, createClock } from "./clock.ts";
import { createFailures, type Failures } from "./failures.ts";
import { createLimits, type Limits } from "./limits.ts";
import type { AccountPlan, Scope } from "./plan.ts";
import { allPlans } from "./plans.ts";
import { signedRequest } from "./signed-request.ts";
import { createTokens, type SandboxToken, type Tokens } from "./tokens.ts";

export const instagramApp = {
  id: "1234567890123456",
  secret: "sandbox-instagram-app-secret-0123456789",
};

/** Instagram, as the operator's Meta app sees it: accounts, tokens, limits, and switches for tests and the console. */
export interface Instagram {
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly limits: Limits;
  /** Makes single calls fail with an error of Instagram's. Hosts that are down are a matter of `faults`. */
  readonly failures: Failures;
  readonly accounts: readonly SandboxAccount[];
  /** The accounts' ids count from here on, from the next reset on: those who share a Firestore count from elsewhere. */
  firstAccount: number;
  /** By key, either id, or present username. */
  account(name: string): SandboxAccount;
  addAccount(plan: AccountPlan): SandboxAccount;
  /** A token as if the account had connected, for tests that begin there. */
  connect(name: string): SandboxToken;
  /** The account's tokens end. @param subcode 458: app removed, 460: password changed, 463: expired */
  withdraw(name: string, subcode?: number): void;
  takePermission(name: string, scope: Scope): void;
  deleteMedium(name: string, id: string): void;
  hideLikes(name: string, hidden?: boolean): void;
  rename(name: string, username: string): void;
  /** Meta's `signed_request` about an account, issued now. */
  signedRequest(
    name: string,
    options?: { issuedAt?: number; by?: "userId" | "appScopedId" },
  ): string;
  reset(): void;
}

export function createInstagram(): Instagram {
  const clock = createClock();
  const tokens = createTokens(clock);
  const limits = createLimits(clock);
  const failures = createFailures();
  let accounts: SandboxAccount[] = [];
  const instagram: Instagram = {
    clock,
    tokens,
    limits,
    failures,
    get accounts() {
      return accounts;
    },
    account(name) {
      const found = accounts.find(({ plan, userId, appScopedId, username }) =>
        [plan.key, userId, appScopedId, username].includes(name),
      );
      if (!found) throw new Error(`No such Instagram account: ${name}`);
      return found;
    },
    firstAccount: 0,
    addAccount(plan) {
      const number = instagram.firstAccount + accounts.length;
      const account = new SandboxAccount(plan, number, clock);
      accounts.push(account);
      return account;
    },
    connect: (name) => tokens.issue(instagram.account(name), "long"),
    withdraw(name, subcode = 458) {
      const account = instagram.account(name);
      for (const token of tokens.all.values())
        if (token.account === account) token.withdrawn = subcode;
    },
    takePermission: (name, scope) => void instagram.account(name).granted.delete(scope),
    deleteMedium: (name, id) => void instagram.account(name).deleted.add(id),
    hideLikes(name, hidden = true) {
      instagram.account(name).hidesLikes = hidden;
    },
    rename(name, username) {
      instagram.account(name).username = username;
    },
    signedRequest: (name, { issuedAt = clock.now(), by = "userId" } = {}) =>
      signedRequest(instagramApp.secret, { userId: instagram.account(name)[by], issuedAt }),
    reset() {
      clock.reset();
      tokens.clear();
      limits.reset();
      failures.clear();
      accounts = [];
      for (const plan of allPlans()) instagram.addAccount(plan);
    },
  };
  instagram.reset();
  return instagram;
}
