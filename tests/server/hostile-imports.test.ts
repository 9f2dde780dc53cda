import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { personByKey } from "../../sandbox/people.ts";
import { main, person } from "../../sandbox/person.ts";
import type { ImportJson } from "../setup/imports.ts";
import { type Stack, startStack, tell } from "../setup/stack.ts";
import { watchHealth } from "./health.ts";
import { hostileCases, sentCases } from "./hostile/all.ts";
import { goodExport } from "./hostile/good-export.ts";
import { filesCase, type HostileCase } from "./hostile/hostile-case.ts";
import { endsAs, faultsOf, shownFaults } from "./hostile/judge-import.ts";
import { wholeLog } from "./log.ts";
import { signInAs } from "./requests.ts";

/** What one subscriber may send within an hour, less what warms the server up. */
const eachSends = 24;
const senders = Array.from({ length: Math.ceil(sentCases.length / eachSends) + 3 }, (_, index) =>
  person(`sender${index}`, "Sends hostile files.", [main(`sub-sender${index}`)], {
    profile: "none",
  }),
);
/** Milliseconds in which another person's page is answered while all this goes on, and a health check in any case. */
const othersWait = 5_000;
/**
 * Bytes that the process may hold more than before: in objects and buffers what its caches keep of the senders, and
 * besides what its allocator keeps for the next import.
 */
const kept = { objects: 8e6, resident: 128e6 };

let stack: Stack;
let whole: ImportJson["counts"];
let atFirst: Held;
/** Cookies of those who send nothing at this moment, and how often each has. */
const free: { cookie: string; sent: number }[] = [];
let isOver = false;
let visitor: Promise<string[]>;

interface Held {
  objects: number;
  resident: number;
  threads: number;
  files: number;
  written: number;
}

async function held(): Promise<Held> {
  const read = (name: string) => readFileSync(`/proc/${stack.server.pid}/${name}`, "utf8");
  const number = (text: string, name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1]);
  const status = read("status");
  return {
    objects: (await tell(stack.server, "tell")).memory,
    resident: number(status, "VmRSS") * 1_024,
    threads: number(status, "Threads"),
    files: readdirSync(`/proc/${stack.server.pid}/fd`).length,
    written: number(read("io"), "write_bytes"),
  };
}

const ask = (path: string, cookie: string, accept: string) =>
  fetch(stack.origin + path, { headers: { cookie, accept }, redirect: "manual" });

const post = (path: string, cookie: string, contentType: string, body: BodyInit) =>
  fetch(stack.origin + path, {
    method: "POST",
    headers: { cookie, origin: stack.origin, "content-type": contentType },
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(60_000),
  });

/** Opens pages as somebody else does, until all is over. @returns what was wrong with them */
async function visitMeanwhile(cookie: string): Promise<string[]> {
  const wrong: string[] = [];
  const health = watchHealth(stack.origin);
  while (!isOver) {
    const started = performance.now();
    const { status } = await ask("/dashboard/analytics", cookie, "text/html");
    const took = Math.round(performance.now() - started);
    const checked = Math.round(health.slowest());
    if (status !== 200 || took > othersWait + health.excused() || checked > othersWait)
      wrong.push(`${status} after ${took} ms, a health check took up to ${checked} ms`);
    health.forget();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await health.stop();
  return wrong;
}

beforeAll(async () => {
  const people = [personByKey("rich"), ...senders];
  stack = await startStack({ ANALYSIS_SOURCES: "outside,export" }, people, { probed: true });
  for (const { key } of senders) free.push({ cookie: await signInAs(stack.origin, key), sent: 0 });
  // What is loaded on first use, and the memory of three imports at a time, are there now.
  const good = filesCase("an export", "used", [await goodExport()]);
  for (let round = 0; round < 2; round += 1) {
    const [one] = await Promise.all(free.slice(0, 3).map(({ cookie }) => send(good, cookie)));
    if (one?.import) whole = one.import.counts;
  }
  atFirst = await held();
  visitor = visitMeanwhile(await signInAs(stack.origin, "rich"));
});
afterAll(() => stack.stop());

/** Sends it, looks at what came of it, and takes it back. */
async function send({ contentType, body }: HostileCase, cookie: string) {
  const answer = await post("/dashboard/import", cookie, contentType, new Uint8Array(body));
  const faults = shownFaults(await answer.text());
  const address = answer.headers.get("location") ?? "";
  if (answer.status !== 303) return { status: answer.status, faults };
  const one: ImportJson = await (await ask(address, cookie, "application/json")).json();
  const page = await ask(address, cookie, "text/html");
  faults.push(...shownFaults(await page.text()), ...faultsOf(one));
  if (page.status !== 200) faults.push(`its page is a ${page.status}`);
  if (one.state !== "refused") {
    const type = "application/x-www-form-urlencoded";
    const { status } = await post(address, cookie, type, "press=discard");
    if (status !== 303) faults.push(`taking it back answered ${status}`);
  }
  return { status: answer.status, faults, import: one };
}

it(`there are at least 200 of them, and no two are the same`, () => {
  const bodies = hostileCases.map(
    ({ contentType, body }) => `${contentType} ${body.toString("base64")}`,
  );
  expect(new Set(bodies).size).toBe(hostileCases.length);
  expect(hostileCases.length).toBeGreaterThanOrEqual(200);
});

/** How many are sent between two collections. */
const together = 8;

for (let at = 0; at < sentCases.length; at += together)
  describe("instead of an export", () => {
    it.concurrent.each(sentCases.slice(at, at + together))("$name", async (sent) => {
      const sender = free.shift();
      if (!sender) throw new Error("too few senders");
      const { status, faults, import: one } = await send(sent, sender.cookie);
      sender.sent += 1;
      if (sender.sent < eachSends) free.push(sender);
      expect(faults).toEqual([]);
      if (typeof sent.ends === "number" || !one) expect(status).toBe(sent.ends);
      else expect(one).toSatisfy(() => endsAs(sent.ends, one, whole));
    });

    // Garbage would be let grow, and its memory be kept by the allocator: this measures what is kept, not that. It is
    // collected while no import is under way, which would be late by it.
    afterAll(async () => {
      await tell(stack.server, "tell");
    });
  });

describe("after all of them", () => {
  it("other people's pages were answered", async () => {
    isOver = true;
    expect(await visitor).toEqual([]);
  });

  it("nothing is kept", async () => {
    const left = () =>
      ["importPieces", "analysisLists", "analyses", "profiles"].flatMap((name) =>
        Object.keys(stack.sandbox.firestore.readAll(name)),
      );
    // Lists are erased after the answer.
    await expect.poll(left).toEqual(["uid-rich"]);
    const imports = Object.values(stack.sandbox.firestore.readAll("imports"));
    expect(imports.filter(({ pieces }) => pieces !== 0)).toEqual([]);
    expect(imports.filter(({ state }) => state !== "refused" && state !== "discarded")).toEqual([]);
  });

  it("the server has met nothing that it did not expect", async () => {
    const bad = /"level":"(error|fatal)"|"status":5|Unhandled|Warning:/;
    expect((await wholeLog(stack)).split("\n").filter((line) => bad.test(line))).toEqual([]);
    expect(stack.server.exitCode).toBeNull();
  });

  it("its memory, threads and files are back, and nothing touched the disk", async () => {
    const more = async () => {
      const { objects, resident, threads, files, written } = await held();
      const beyond = (value: number, allowed: number) => (value > allowed ? value : 0);
      return {
        threads: beyond(threads, atFirst.threads),
        // This process keeps connections for its next requests.
        files: beyond(files, atFirst.files + 20),
        written: beyond(written, atFirst.written),
        objects: beyond(objects - atFirst.objects, kept.objects),
        resident: beyond(resident - atFirst.resident, kept.resident),
      };
    };
    const none = { threads: 0, files: 0, written: 0, objects: 0, resident: 0 };
    await expect.poll(more, { timeout: 20_000, interval: 500 }).toEqual(none);
  });
});
