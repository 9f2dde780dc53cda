import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Fault, SystemName } from "../../sandbox/faults.ts";
import { type Sandbox, startSandbox } from "../../sandbox/serve.ts";
import { startServer, stopServer } from "../setup/stack.ts";
import {
  faultsOf,
  hasHappened,
  isFulfilled,
  type Keys,
  noteKeys,
  repeatedLetters,
} from "./findings.ts";
import { prepare, ways, wishNumber } from "./wishes.ts";

/** How the outside systems behave while a server is killed, and for how long a press may take then. */
const moods: { name: string; faults: Partial<Record<SystemName, Fault>>; longest: number }[] = [
  { name: "all well", faults: {}, longest: 500 },
  { name: "billing hanging", faults: { billing: { kind: "hang" } }, longest: 3_400 },
  { name: "billing losing answers", faults: { billing: { kind: "lost-answer" } }, longest: 700 },
  { name: "billing refusing", faults: { billing: { kind: "status", status: 500 } }, longest: 700 },
  { name: "billing slow", faults: { billing: { kind: "slow", ms: 300 } }, longest: 900 },
  { name: "billing resetting", faults: { billing: { kind: "reset" } }, longest: 700 },
  // Slow enough that kills fall between a mail's acceptance and the note of it.
  { name: "mail slow", faults: { mail: { kind: "slow", ms: 40 } }, longest: 1_200 },
  // As many letters as possible wait when the kill comes.
  { name: "mail away", faults: { mail: { kind: "refuse" } }, longest: 900 },
  { name: "Firestore slow", faults: { firestore: { kind: "slow", ms: 150 } }, longest: 2_500 },
];

export interface Outcome {
  kills: number;
  /** Wishes whose answer said that it is done or kept, by kind. */
  acknowledged: Record<string, number>;
  /** What must not be: a line for each. */
  faults: string[];
  /** Letters that a server took more than once, under the same Message-ID. */
  repeatedLetters: number;
}

interface Options {
  kills: number;
  seed: number;
  /** Milliseconds that the last server has to complete what is left. */
  patience: number;
  log?: (line: string) => void;
}

/**
 * Kills the server with SIGKILL at random moments around cancellations, purchases, erasures, mailed links and letters about
 * access, while outside systems answer, fail or hang, starts it again each time, and at the end looks what became of each wish.
 */
export async function killAroundWishes({
  kills,
  seed,
  patience,
  log = () => {},
}: Options): Promise<Outcome> {
  const random = mulberry32(seed);
  const wishes = Array.from({ length: kills * ways.length }, (_, index) => wishNumber(index));
  const sandbox = await startSandbox({ people: wishes.map(({ person }) => person) });
  const env = { ...sandbox.env, TRUST_PROXY: "1", ANALYSIS_SOURCES: "outside,instagram" };
  const faults: string[] = [];
  const keys: Keys = new Map();
  let running = await startServer(env);
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const mood = moods[kill < moods.length ? kill : Math.floor(random() * moods.length)];
      if (!mood) continue;
      const now = wishes.slice(kill * ways.length, (kill + 1) * ways.length);
      const presses = await Promise.all(now.map((wish) => prepare(sandbox, wish)));
      // Slow enough that kills and erasures fall into connecting and into readings.
      setFaults(sandbox, { instagram: { kind: "slow", ms: 80 }, ...mood.faults });
      // The first kill comes when everybody has been answered, so that a wish of each kind is acknowledged. Of the
      // others half come at any time, half right after one of the answers.
      const anyNumber = random() < 0.5 ? 0 : 1 + Math.floor(random() * ways.length);
      const answersFirst = kill === 0 ? ways.length : anyNumber;
      const after = Math.round(random() * (answersFirst > 0 ? 60 : mood.longest));
      let answered = 0;
      const answers = now.map(async (wish, index) => {
        await pause(random() * 150);
        // A busy machine may say 'in a moment' before the first kill: then a person presses again.
        for (let tries = kill === 0 ? 3 : 1; tries > 0 && !wish.said; tries -= 1)
          wish.said = await presses[index]?.().catch(() => undefined);
        answered += 1;
        if (wish.said === "done" && !hasHappened(sandbox, wish))
          faults.push(`${wish.way.kind} of ${wish.person.key}: said to be done, and was not`);
      });
      const everybody = Promise.all(answers);
      while (answered < answersFirst) await pause(5);
      await pause(after);
      running.server.kill("SIGKILL");
      await once(running.server, "exit");
      await everybody;
      noteKeys(sandbox, keys);
      // The trouble outlives half of the crashes.
      if (random() < 0.5) sandbox.faults.clear();
      const told = now.filter(({ said }) => said).length;
      const moment = `${after} ms after ${answersFirst || "no"} answers`;
      log(`kill ${kill + 1}, ${moment}, ${mood.name}: ${told} of ${now.length} acknowledged`);
      running = await startServer(env);
      sandbox.faults.clear();
    }
    const acknowledged = wishes.filter(({ said }) => said);
    const until = Date.now() + patience;
    while (!acknowledged.every((wish) => isFulfilled(sandbox, wish)) && Date.now() < until) {
      await pause(250);
      noteKeys(sandbox, keys);
    }
    // Long enough for a second time, if there were one.
    await pause(1_000);
    return {
      kills,
      acknowledged: countBy(acknowledged, ({ way }) => way.kind),
      faults: [...faults, ...wishes.flatMap((wish) => faultsOf(sandbox, wish, keys))],
      repeatedLetters: repeatedLetters(sandbox),
    };
  } finally {
    await stopServer(running.server);
    await sandbox.stop();
  }
}

function setFaults(sandbox: Sandbox, faults: Partial<Record<SystemName, Fault>>): void {
  for (const [system, fault] of Object.entries(faults))
    sandbox.faults.set(system as SystemName, fault);
}

function countBy<T>(items: readonly T[], group: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[group(item)] = (counts[group(item)] ?? 0) + 1;
  return counts;
}

/** A small seeded generator, so that a run can be repeated. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
