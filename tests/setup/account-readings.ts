import { afterEach, beforeEach, vi } from "vitest";
import { type AccountPlan, planOf } from "#sandbox/instagram/plan.ts";
import { connectAccount } from "#tests/setup/connections";
import { sandbox, server } from "#tests/setup/outside";
import { readings } from "~/features/connection/services/outbox/reading.server";
import { appPausedUntil } from "~/features/history/app-pause.server";
import type { ConnectionPayload, ConnectionProgress } from "~/features/history/connection";
import type { OutboxEntry } from "~/platform/outbox/outbox";
import { runEntry } from "~/platform/outbox/runner.server";
import { backgroundSettled } from "~/platform/work/background.server";

export const { instagram } = sandbox.world;
export const day = 86_400_000;
export const hour = 3_600_000;

let accounts = 0;

/** Addresses that Instagram was asked at, without secrets: `/me`, `/me/media`, `/{id}/comments` and the like. */
export const asked: string[] = [];

/**
 * The next Monday at noon. How many likes and comments the sandbox invents depends on the hour and the weekday of an
 * account's beginning, so that each test has the same accounts whenever it runs.
 */
const begin = (Math.floor((Date.now() / day - 4) / 7) + 1) * 7 * day + 4 * day + 12 * hour;

beforeEach(async () => {
  asked.length = 0;
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(begin);
  instagram.clock.reset();
  // A limit of all accounts, met in an earlier test, is over.
  vi.setSystemTime(Math.max(begin, (await appPausedUntil()) + 1));
  server.events.on("request:start", ({ request }) => {
    const { pathname } = new URL(request.url);
    const path = /\/v26\.0(\/.*)|(\/refresh_access_token)$/.exec(pathname);
    if (path) asked.push(path[1] ?? path[2] ?? "");
  });
});
afterEach(async () => {
  server.events.removeAllListeners();
  await backgroundSettled();
  vi.useRealTimers();
});

/** How often Instagram was asked at such an address. */
export const count = (part: string) => asked.filter((path) => path.endsWith(part)).length;

/** A new account of the sandbox, with nine posts in three weeks, and a subscriber who has connected it. */
export async function connection(
  plan: Partial<AccountPlan> = {},
  changes: Parameters<typeof connectAccount>[2] & { uid?: string } = {},
) {
  accounts += 1;
  const key = plan.key ?? `reading-${accounts}`;
  const whole = planOf({ seed: 900 + accounts, age: 21, followers: 800, ...plan, key });
  const account =
    instagram.accounts.find((one) => one.plan.key === key) ?? instagram.addAccount(whole);
  const connected = await connectAccount(key, changes.uid ?? `uid-${crypto.randomUUID()}`, changes);
  const entry = async () =>
    (await connected.read()) as OutboxEntry<ConnectionPayload, ConnectionProgress>;
  return {
    ...connected,
    account,
    entry,
    /** Runs it as if it were due. @returns the entry afterwards */
    async run(kind = readings) {
      const patientUntil = Date.now() + day;
      await connected.document.update({ dueAt: Date.now(), leaseUntil: 0, patientUntil });
      await runEntry(kind, connected.uid);
      return entry();
    },
  };
}

/** Lets time pass, for this app and for Instagram, which goes by the same clock here. */
export const pass = (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds);
