import type { SandboxAccount } from "./account.ts";
import type { Clock } from "./clock.ts";

const hour = 3_600_000;
const day = 24 * hour;

interface Window {
  calls: number;
  endsAt: number;
}

/** What calls use up, as Instagram's headers say it. */
export interface Limits {
  /** Calls of an hour that all accounts may make together. */
  app: number;
  /** Calls of a day for an account whose plan says nothing else. */
  account: number;
  /** Counts a call. @returns the code of the limit that is used up, if one is */
  count(account: SandboxAccount): 4 | 80_002 | undefined;
  headers(account: SandboxAccount): Record<string, string>;
  reset(): void;
}

const usual = { app: 1_000_000, account: 48_000 };

export function createLimits(clock: Clock): Limits {
  const accounts = new Map<string, Window>();
  let app: Window = { calls: 0, endsAt: 0 };
  const renewed = (window: Window | undefined, length: number): Window =>
    window && clock.now() < window.endsAt ? window : { calls: 0, endsAt: clock.now() + length };
  const windowOf = (account: SandboxAccount) => {
    const window = renewed(accounts.get(account.userId), day);
    accounts.set(account.userId, window);
    return window;
  };
  const budgetOf = (account: SandboxAccount) => account.plan.budget ?? limits.account;
  const percent = (calls: number, budget: number) => Math.floor((calls / budget) * 100);
  const limits: Limits = {
    ...usual,
    count(account) {
      app = renewed(app, hour);
      const own = windowOf(account);
      if (app.calls >= limits.app) return 4;
      if (own.calls >= budgetOf(account)) return 80_002;
      app.calls += 1;
      own.calls += 1;
      return undefined;
    },
    headers(account) {
      const own = windowOf(account);
      const used = percent(own.calls, budgetOf(account));
      const shared = percent(app.calls, limits.app);
      return {
        "x-app-usage": JSON.stringify({
          call_count: shared,
          total_cputime: Math.floor(shared / 2),
          total_time: Math.floor(shared / 3),
        }),
        "x-business-use-case-usage": JSON.stringify({
          [account.userId]: [
            {
              type: "instagram",
              call_count: used,
              total_cputime: Math.floor(used / 2),
              total_time: Math.floor(used / 3),
              estimated_time_to_regain_access:
                used >= 100 ? Math.ceil((own.endsAt - clock.now()) / 60_000) : 0,
            },
          ],
        }),
      };
    },
    reset() {
      Object.assign(limits, usual);
      accounts.clear();
      app = { calls: 0, endsAt: 0 };
    },
  };
  return limits;
}
