import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createFaults } from "../sandbox/faults.ts";
import { numberOption } from "../sandbox/number-option.ts";
import { startSandbox } from "../sandbox/serve.ts";
import { startMailCatcher } from "../sandbox/systems/mail.ts";
import type { Mail } from "../sandbox/world.ts";
import { startRedisServer } from "../tests/setup/redis-server.ts";
import { Fleet } from "./fleet.ts";
import { forget, isDone, startOutside, stopPath, subscribe, uidOf } from "./letters/fleet.ts";

// The Monday of a fleet: two processes of the built server, Redis and the sandbox's mail server. All letters are due at
// once. One process is killed in the middle, and another takes its place; some subscribers turn the letter off by its own
// link while it is due. Prints who got how many letters, and what a letter costs.
const { values } = parseArgs({
  options: {
    subscribers: { type: "string", default: "100000" },
    /** Subscribers in the sandbox's Firestore at the same time. */
    due: { type: "string", default: "400" },
    /** After which share of the letters a process is killed; 0: none. */
    kill: { type: "string", default: "0.3" },
    /** One of so many turns the letter off while it is due. */
    off: { type: "string", default: "20" },
  },
});
const total = numberOption(values, "subscribers");
const due = numberOption(values, "due");
const killAfter = numberOption(values, "kill");
const offEvery = numberOption(values, "off");

const week = 7 * 86_400_000;
/** Ten o'clock on a Monday: every turn of the morning has come. 1970 began on a Thursday. */
const monday = Math.ceil((Date.now() - 4 * 86_400_000) / week) * week + 4 * 86_400_000;
const ahead = monday + 10 * 3_600_000 - Date.now();
const clock = () => Date.now() + ahead;

/** The Message-IDs and arrivals of each subscriber's letters. */
const letters = new Map<string, { id: string; at: number }[]>();
function addMail({ to, headers }: Pick<Mail, "to" | "headers">): void {
  const uid = to[0]?.split("@")[0] ?? "";
  const known = letters.get(uid) ?? [];
  letters.set(uid, [...known, { id: headers["message-id"] ?? "", at: performance.now() }]);
}
const catcher = await startMailCatcher(
  { addMail } as unknown as Parameters<typeof startMailCatcher>[0],
  createFaults(),
);
const [sandbox, redis, outside] = await Promise.all([
  startSandbox({ people: [] }),
  startRedisServer(),
  startOutside(),
]);
const { firestore } = sandbox;
const secret = sandbox.env.SESSION_SECRETS ?? "";

const clockProgram = fileURLToPath(new URL("./letters/clock.ts", import.meta.url));
const fleet = new Fleet(
  {
    ...sandbox.env,
    ...outside.env,
    ANALYSIS_SOURCES: "export",
    SMTP_URL: `smtp://127.0.0.1:${catcher.port}`,
    REDIS_URL: redis.url,
    CLOCK_AHEAD: String(ahead),
  },
  ["--import", clockProgram],
);

/** When the answer to the press came. */
const turnedOff = new Map<string, number>();
/** Whose press was not answered, as its server was killed: it may have been done. */
const unanswered = new Set<string>();
async function turnOff(uid: string): Promise<void> {
  const server = fleet.running.at(-1);
  const answer = await fetch(`${server?.origin}${await stopPath(uid, secret)}`, {
    method: "POST",
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  }).catch(() => undefined);
  await answer?.text();
  if (answer?.status === 200) turnedOff.set(uid, performance.now());
  else unanswered.add(uid);
}

const [first] = await Promise.all([fleet.start("first"), fleet.start("second")]);
const began = performance.now();
const waiting = new Set<number>();
const presses: Promise<void>[] = [];
let next = 0;
let killedAfter = 0;

while (next < total || waiting.size > 0) {
  while (next < total && waiting.size < due) {
    subscribe(firestore, uidOf(next), clock());
    if (offEvery > 0 && next % offEvery === 1) presses.push(turnOff(uidOf(next)));
    waiting.add(next);
    next += 1;
  }
  await pause(250);
  fleet.measure();
  for (const at of waiting)
    if (isDone(firestore, uidOf(at), clock())) {
      waiting.delete(at);
      forget(firestore, uidOf(at));
    }
  if (killedAfter === 0 && killAfter > 0 && letters.size >= total * killAfter) {
    fleet.kill(first);
    killedAfter = letters.size;
    await fleet.start("third");
  }
}
await Promise.all(presses);
const seconds = (performance.now() - began) / 1_000;
await fleet.stop();
await Promise.all([sandbox.stop(), redis.stop(), catcher.stop(), outside.stop()]);

const all = Array.from({ length: total }, (_, at) => uidOf(at));
const of = (uid: string) => letters.get(uid) ?? [];
const wanted = all.filter((uid) => !turnedOff.has(uid) && !unanswered.has(uid));
const none = wanted.filter((uid) => of(uid).length === 0).length;
const different = all.filter((uid) => new Set(of(uid).map(({ id }) => id)).size > 1).length;
const twice = all.filter((uid) => of(uid).length > 1).length;
const afterOff = [...turnedOff].filter(([uid, at]) => of(uid).some((one) => one.at > at)).length;
const print = (line: string) => process.stdout.write(`${line}\n`);
print(
  `${total} subscribers, ${letters.size} got a letter, ${turnedOff.size} turned it off meanwhile, ${unanswered.size} of whom nobody knows whether they did`,
);
print(`without a letter that they wanted: ${none}; with two different ones: ${different}`);
print(
  `the same letter (Message-ID) sent twice: ${twice}; sent after it was turned off: ${afterOff}`,
);
print(`one process killed after ${killedAfter} letters`);
print(
  `${seconds.toFixed(0)} s: ${(total / seconds).toFixed(1)} a second; ${(fleet.spent.processor / 1_000 / total).toFixed(1)} ms of processor time each; memory ${fleet.spent.peak.toFixed(0)} MiB at most`,
);
if (none > 0 || different > 0 || afterOff > 0) process.exitCode = 1;
