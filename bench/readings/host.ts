import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { getResponse } from "msw";
import { serveFetch } from "../../sandbox/http-server.ts";
import { createInstagram } from "../../sandbox/instagram/instagram.ts";
import { planOf } from "../../sandbox/instagram/plan.ts";
import { graphHandlers } from "../../sandbox/systems/instagram-graph.ts";

// The sandbox's graph host in a thread of its own, without the other systems, answering after 50 ms. Its accounts have a
// few posts each.

export interface HostData {
  accounts: number;
  postsPerWeek: number;
  /** Milliseconds. */
  answersAfter: number;
}

export interface HostAccount {
  token: string;
  userId: string;
  appScopedId: string;
  username: string;
}

/** What the host has seen. */
export interface HostReport {
  calls: number;
  /** How often each account itself was asked for (`/me`), by its number. */
  accountReads: number[];
}

const { accounts, postsPerWeek, answersAfter } = workerData as HostData;
const instagram = createInstagram();
// The limits are another test's matter.
Object.assign(instagram.limits, { app: 1e12, account: 1e12 });
const numbers = new Map<string, number>();
const made = Array.from({ length: accounts }, (_, at): HostAccount => {
  const account = instagram.addAccount(
    planOf({ key: `bench-${at}`, seed: 7_000 + at, followers: 900, postsPerWeek, age: 14 }),
  );
  const { text } = instagram.tokens.issue(account, "long");
  numbers.set(text, at);
  const { userId, appScopedId, username } = account;
  return { token: text, userId, appScopedId, username };
});

const report: HostReport = { calls: 0, accountReads: Array.from({ length: accounts }, () => 0) };
let handlers: ReturnType<typeof graphHandlers> = [];
const host = await serveFetch(
  async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const number = numbers.get(searchParams.get("access_token") ?? "");
    report.calls += 1;
    if (number !== undefined && pathname.endsWith("/me"))
      report.accountReads[number] = (report.accountReads[number] ?? 0) + 1;
    const [answer] = await Promise.all([getResponse(handlers, request), pause(answersAfter)]);
    return answer ?? new Response(null, { status: 404 });
  },
  { port: 0 },
);
handlers = graphHandlers(instagram, host.origin, "http://127.0.0.1:1");
parentPort?.on("message", () => parentPort?.postMessage(report));
parentPort?.postMessage({ url: host.origin, accounts: made });
