import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/serve.ts";
import { everyCase } from "../setup/cases.ts";
import type { Order } from "../setup/probe.ts";
import { startServer, stopServer } from "../setup/stack.ts";
import { castOf } from "./cell.ts";
import { wholeLog } from "./log.ts";
import { read } from "./readers.ts";
import { type ReportFunction, startReportFunction } from "./report-function.ts";
import { signIn } from "./requests.ts";

const bytes = 1_048_576;

let sandbox: Sandbox;
let reports: ReportFunction;
let server: ChildProcess;
let output: () => string;

beforeAll(async () => {
  sandbox = await startSandbox({ people: castOf(0) });
  reports = await startReportFunction();
});
beforeEach(async () => {
  reports.plan("uid-owner0", { madeIn: 1_500, bytes });
  sandbox.world.envelopes.length = 0;
  const more = { FUNCTIONS_URL: reports.url, SENTRY_DSN: sandbox.sentryDsn };
  const env = { ...sandbox.env, ...more, TRUST_PROXY: "1" };
  ({ server, output } = await startServer(env, { probed: true }));
});
afterEach(() => stopServer(server));
afterAll(async () => {
  await sandbox.stop();
  await reports.close();
});

/** Somebody downloads a report that takes its time; meanwhile the fault happens. */
async function downloadAround(fault: Order) {
  const cookie = await signIn(sandbox.appOrigin, 0, "owner");
  const download = read(sandbox.appOrigin, { path: "/dashboard/report", cookie });
  await vi.waitFor(() => expect(reports.asked("uid-owner0")).toBe(true), 20_000);
  server.send(fault);
  return download;
}

const statusOf = async (path: string) => (await read(sandbox.appOrigin, { path })).status;

/** The reports and the log lines of what was not expected. @param log all of it */
async function reported(log: string): Promise<string[]> {
  await vi.waitFor(() => expect(sandbox.world.envelopes.join()).toContain("exception"), 20_000);
  const lines = log.split("\n");
  return [
    ...sandbox.world.envelopes.filter((envelope) => envelope.includes("exception")),
    ...lines.filter((line) => line.includes('"level":"error"')),
  ];
}

const survived = [
  ["reject", "a promise that nobody waits for", "forgotten promise of [email]"],
  ["break-connection", "a connection that breaks unheard", "read ECONNRESET"],
  ["break-message", "a message that cannot be unpacked", "incorrect header check"],
] as const;
it.runIf(everyCase).each(survived)(
  "%s: %s is reported, and everything goes on",
  async (fault, _, words) => {
    const { status, bytes: got } = await downloadAround(fault);
    expect(status).toBe(200);
    expect(got).toBeGreaterThan(bytes);
    const said = await reported(await wholeLog({ origin: sandbox.appOrigin, output }));
    expect(said).toHaveLength(2);
    for (const one of said) expect(one).toContain(words);
    expect(said.join()).not.toContain("somebody@");
    expect(await statusOf("/readyz")).toBe(200);
    expect(server.exitCode).toBeNull();
  },
);

it("throw: an error that nothing caught is reported; what is under way is finished, then the process ends with 1", async () => {
  // Its output has been read to the end by then, too.
  const ended = once(server, "close");
  const download = downloadAround("throw");
  // Balancers hear of it late: until then, for two seconds, new visitors are answered, too.
  await vi.waitFor(
    async () => expect(await Promise.all(["/readyz", "/"].map(statusOf))).toEqual([503, 200]),
    20_000,
  );
  const { status, bytes: got } = await download;
  expect(status).toBe(200);
  expect(got).toBeGreaterThan(bytes);
  expect(await ended).toEqual([1, null]);
  const said = await reported(output());
  expect(said).toHaveLength(2);
  for (const one of said) expect(one).toContain("thrown at nobody, for [email]");
  expect(said.join()).not.toContain("somebody@");
  expect(output()).toContain('"msg":"stopped"');
});
