import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { people } from "../../sandbox/people.ts";
import { everyCase, few } from "../setup/cases.ts";
import type { Held } from "../setup/probe.ts";
import { type Stack, startStack, tell } from "../setup/stack.ts";
import { patterns, sampleOf, tried } from "./addresses.ts";
import { castOf } from "./cell.ts";
import { wholeLog } from "./log.ts";
import { type Reader, read, type Seen } from "./readers.ts";
import { type ReportFunction, startReportFunction } from "./report-function.ts";
import { send, signIn, signInAs } from "./requests.ts";

/** How often each address is left; `LEAVE=200` looks more closely. */
const times = Number(process.env.LEAVE ?? (everyCase ? 12 : 4));
const mebibyte = 1_048_576;
const report = "/dashboard/report";
const updates = "/dashboard/analytics/updates";

let stack: Stack;
let reports: ReportFunction;
/** The cookies of those who own everything. */
const owners: string[] = [];
/** The cookies of those whose analysis runs. */
const waiting = { processing: "", pending: "" };
let picture = "";
const sizes = new Map<string, number>();
let atFirst: Held;
/** How long the log was before anybody left. */
let logged = 0;

beforeAll(async () => {
  reports = await startReportFunction();
  const cells = [0, 1, 2, 3, 4];
  const more = { TRUST_PROXY: "1", FUNCTIONS_URL: reports.url };
  stack = await startStack(more, [...people, ...cells.flatMap(castOf)], { probed: true });
  reports.setBehind(stack.sandbox.env.FUNCTIONS_URL ?? "");
  for (const cell of cells) owners.push(await signIn(stack.origin, cell, "owner"));
  for (const key of ["processing", "pending"] as const)
    waiting[key] = await signInAs(stack.origin, key);
  const { body } = await send(stack.origin, { path: "/dashboard/analytics" }, owners[0]);
  picture = /\/picture\/[\w.-]+/.exec(body)?.[0] ?? "";
  // What is loaded on first use is loaded now. The picture comes alone: one that is late is missing for a minute.
  expect((await visit("/picture/:token")).status).toBe(200);
  const whole = patterns.map(async (pattern) => {
    const { bytes } = await visit(pattern, { leaves: { text: ":\n\n", milliseconds: 5_000 } });
    sizes.set(pattern, bytes);
  });
  await Promise.all(whole);
  atFirst = await tell(stack.server, "collect-often");
  logged = (await wholeLog(stack)).length;
});
afterAll(async () => {
  await stack.stop();
  await reports.close();
});

/** Somebody at an address of the app, who is whoever gets there the furthest. */
function visit(pattern: string, how: Partial<Reader> = {}): Promise<Seen> {
  const cookie = pattern === updates ? waiting.processing : owners[0];
  const path = pattern === "/picture/:token" ? picture : sampleOf(pattern);
  return read(stack.origin, { path, cookie, ...how });
}

/** What the server should not have had to say, and that it has ended. */
async function complaints(): Promise<string[]> {
  const { exitCode, signalCode } = stack.server;
  if (exitCode !== null || signalCode !== null) return [stack.output().slice(-2_000)];
  const log = await wholeLog(stack);
  const bad = /"level":"(error|fatal)"|"status":5|Unhandled|Warning:/;
  return log
    .slice(logged)
    .split("\n")
    .filter((line) => bad.test(line));
}

describe.concurrent("a person leaves", () => {
  it("while a paid PDF is on its way", async () => {
    for (let round = 0; round < (everyCase ? 5 : 2); round += 1) {
      const leavers = Array.from({ length: 40 }, (_, at) =>
        visit("/pdf/:file", { leaves: { milliseconds: 1 + at } }),
      );
      await Promise.all(leavers);
      expect(await complaints()).toEqual([]);
    }
  });

  it("a running analysis, which then ends: nobody looks for them any more", async () => {
    const readsBefore = stack.sandbox.firestore.readsOf("profiles/uid-pending");
    const reader = { path: `${updates}?seen=pending`, cookie: waiting.pending };
    const leaver = { ...reader, leaves: { bytes: 1 } };
    await Promise.all([1, 2, 3, 4, 5].map(() => read(stack.origin, leaver)));
    await tell(stack.server, "tell");
    await stack.sandbox.finishAnalysis("uid-pending");
    // Who still reads hears of it, later than those before would have.
    const stays = { ...reader, leaves: { text: "event: changed" } };
    expect((await read(stack.origin, stays)).status).toBe(200);
    expect(stack.sandbox.firestore.readsOf("profiles/uid-pending") - readsBefore).toBe(1);
    expect(await complaints()).toEqual([]);
  });

  it("a report that is being made, which then comes, or breaks off: it is closed", async () => {
    reports.plan("uid-owner1", { madeIn: 5_000, bytes: 8 * mebibyte });
    reports.plan("uid-owner2", { madeIn: 5_000, bytes: 100, fails: true });
    for (const cookie of owners.slice(1, 3)) {
      const headers = { accept: "text/html" };
      expect((await read(stack.origin, { path: report, cookie, headers })).status).toBe(202);
    }
    await reports.brokenOff("uid-owner1");
  });

  it("nothing, but reads slowly: a report comes whole, however long that takes", async () => {
    reports.plan("uid-owner3", { bytes: 16 * mebibyte });
    const slow = await read(stack.origin, { path: report, cookie: owners[3], restsFor: 100 });
    expect(slow.milliseconds).toBeGreaterThan(20_000);
    expect(slow.bytes).toBeGreaterThan(16 * mebibyte);
  });

  it("nothing, but never reads: after half a minute a report is closed", async () => {
    reports.plan("uid-owner4", { bytes: 16 * mebibyte });
    const started = performance.now();
    const closed = reports.brokenOff("uid-owner4").then(() => performance.now() - started);
    const resting = { cookie: owners[4], restsUntil: closed };
    const { bytes } = await read(stack.origin, { ...resting, path: report });
    expect(await closed).toBeGreaterThan(25_000);
    expect(bytes).toBeLessThan(16 * mebibyte);
  });

  it(`any address, ${times} times, at any moment`, async () => {
    // Most are pages like others; these send what they get from elsewhere.
    const passedOn = ["/picture/:token", "/dashboard/my-data", report];
    const left = [...new Set([...few(patterns.filter(tried), 12), ...passedOn])];
    const walk = async () => {
      for (let pattern = left.pop(); pattern; pattern = left.pop()) await leaveOften(pattern);
    };
    await Promise.all([walk(), walk(), walk(), walk()]);
    expect(await complaints()).toEqual([]);
  });
});

it("after all of them have gone the server holds no more than before", async () => {
  // A report that nobody has taken is held for 20 s while it is made, and for 30 s after that.
  // Each look collects garbage, which takes most of a processor if it is taken as often as it can be.
  await expect.poll(heldBeyondFirst, { timeout: 60_000, interval: 500 }).toEqual([0, 0, 0]);
  expect(await complaints()).toEqual([]);
});

// It takes a minute: the operating system still takes something of the last answer in the first half of it.
it.runIf(times > 12)("whoever asks for many files and takes none is let go", async () => {
  const allGone = Promise.withResolvers<void>();
  const reader = visit("/pdf/:file", { repeated: 200, restsUntil: allGone.promise });
  const openFiles = async () => (await tell(stack.server, "tell")).files;
  await expect.poll(openFiles).toBeGreaterThan(0);
  await expect.poll(openFiles, { timeout: 90_000 }).toBe(0);
  allGone.resolve();
  expect((await reader).bytes).toBeLessThan(200 * (sizes.get("/pdf/:file") ?? 0));
});

/** With nobody there the server holds neither timers nor files, but the connections that this process keeps. */
async function heldBeyondFirst(): Promise<number[]> {
  const { timers, connections, files } = await tell(stack.server, "tell");
  return [timers, Math.max(connections - atFirst.connections, 0), files];
}

/** Ways to ask for something that may then be left. */
const ways: Partial<Reader>[] = [
  {},
  { headers: { range: "bytes=100-" } },
  { headers: { "accept-encoding": "br, gzip" } },
  { halfSent: true },
];

async function leaveOften(pattern: string): Promise<void> {
  const size = sizes.get(pattern) ?? 0;
  const moments = Math.ceil(times / ways.length);
  for (let moment = 0; moment < moments; moment += 1) {
    // By what has come, from the first byte to the last; by time while nothing has.
    const leaves =
      moment % 2 === 0
        ? { milliseconds: (moment / 2) % 40 }
        : { bytes: 1 + Math.floor((size * moment) / moments), milliseconds: 500 };
    const seen = await Promise.all(ways.map((way) => visit(pattern, { ...way, leaves })));
    expect(
      seen.filter(({ status }) => status >= 500),
      pattern,
    ).toEqual([]);
  }
}
