import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everyCase } from "../setup/cases.ts";
import { type Stack, startStack } from "../setup/stack.ts";
import {
  castOf,
  type FaultKind,
  faultKinds,
  partOf,
  type System,
  startCell,
  systems,
} from "./cell.ts";
import { watchHealth } from "./health.ts";
import { expected, faultsIn, needs } from "./judge.ts";
import { prepare } from "./prepare.ts";
import { type Answer, send } from "./requests.ts";
import { visits } from "./visits/all.ts";
import type { Visit } from "./visits/visit.ts";

/** Milliseconds in which all is well again after a system's return. */
const wellWithin = 30_000;
/** Milliseconds in which all that was taken is done: what meets a busy machine may need a second attempt. */
const doneWithin = 120_000;

/**
 * The systems that most hangs on, each in a way that is hard to bear. Every pair is tried with `CASES=all`. What a page
 * answers to each failure, unit tests ask as well: here it is the whole server that must bear it.
 */
const usual: Readonly<Partial<Record<System, readonly FaultKind[]>>> = {
  billing: ["reset"],
  firestore: ["hang"],
};
const chosen = systems.flatMap((system) =>
  (everyCase ? faultKinds : (usual[system] ?? [])).map((kind) => ({ system, kind })),
);
const table = chosen
  // A redirect is a matter of HTTP.
  .filter(({ system, kind }) => kind !== "redirect" || !["firestore", "mail"].includes(system))
  .map((pair, index) => ({ ...pair, index }));

let stack: Stack;
beforeAll(async () => {
  const cast = Array.from({ length: table.length }, (_, cell) => castOf(cell)).flat();
  stack = await startStack({ TRUST_PROXY: "1" }, cast);
});
afterAll(() => stack.stop());

describe.concurrent("a system that fails", () => {
  it.each(table)("$system: $kind", async ({ system, kind, index }) => {
    const { problems, slowest } = await tryCell(index, system, kind);
    expect(problems, `a health check took up to ${Math.round(slowest)} ms`).toEqual([]);
  });
});

async function tryCell(number: number, system: System, kind: FaultKind) {
  const problems: string[] = [];
  let slowest = 0;
  const cell = await startCell(stack, number, system, kind);
  try {
    const { cookies, prepared } = await prepare(stack, cell);
    const ask = (visit: Visit) =>
      send(cell.origin, visit.ask(prepared), visit.as && cookies.get(visit.as));

    cell.breakSystem();
    const health = watchHealth(cell.origin);
    const met: { visit: Visit; answer: Answer }[] = [];
    const meet = async (visit: Visit) => {
      met.push({ visit, answer: await ask(visit) });
    };
    // Half of them, and the others in the next cell.
    const others = visits.filter(
      (visit, at) => !needs(system)(visit) && (everyCase || at % 2 === number % 2),
    );
    // Those that need it set out together, so that each meets the system before its breaker opens.
    await Promise.all([...visits.filter(needs(system)).map(meet), inTurn(others, meet)]);
    await health.stop();
    slowest = health.slowest();
    cell.mend();
    for (const { visit, answer } of met)
      problems.push(...faultsIn(visit, answer, expected(visit, system, kind), health.excused()));
    problems.push(...(await recovery(visits.filter(needs(system)), ask)));
    // A billing that says yes to an order and does nothing is believed.
    const lied = system === "billing" && kind === "wrong-shape";
    const taken = met.filter(
      ({ answer: { status }, visit: { effect } }) =>
        status >= 200 && status < 400 && !(lied && effect?.operation === "create"),
    );
    problems.push(
      ...(await effects(
        taken.map(({ visit }) => visit),
        number,
      )),
    );
    if (!cell.isRunning()) problems.push("the server has ended");
    if (stack.sandbox.world.trapped.length > 0) problems.push("a redirect was followed");
    const unexpected = cell.output().match(/.*unexpected error.*/g) ?? [];
    problems.push(...unexpected);
  } finally {
    await cell.stop();
  }
  return { problems, slowest };
}

async function inTurn(some: Visit[], meet: (visit: Visit) => Promise<void>): Promise<void> {
  for (const visit of some) await meet(visit);
}

/** Asks what failed again, until it is as ever. */
async function recovery(
  affected: Visit[],
  ask: (visit: Visit) => Promise<Answer>,
): Promise<string[]> {
  const until = performance.now() + wellWithin;
  let open = affected.filter(({ once }) => !once);
  for (;;) {
    const left: Visit[] = [];
    const problems: string[] = [];
    await Promise.all(
      open.map(async (visit) => {
        const answer = await ask(visit);
        const found = faultsIn(visit, answer, visit.well);
        if (found.length === 0) return;
        if (visit.again && faultsIn(visit, answer, visit.again).length === 0) return;
        left.push(visit);
        problems.push(...found.map((problem) => `after the return: ${problem}`));
      }),
    );
    open = left;
    if (open.length === 0) return [];
    if (performance.now() > until) return problems;
    await pause(1_000);
  }
}

/** What was taken while a system was down is done once it is back, and once only. */
async function effects(taken: Visit[], cell: number): Promise<string[]> {
  const until = performance.now() + doneWithin;
  const { world } = stack.sandbox;
  const awaited = taken.flatMap(({ name, effect }) => (effect ? [{ name, ...effect }] : []));
  for (;;) {
    const problems = awaited.flatMap(({ name, of, operation }) => {
      const { email } = partOf(cell, of);
      const done = world
        .effectsOf(operation)
        .filter(({ payload }) => payload.email === email).length;
      return done === 1 ? [] : [`${name}: done ${done} times`];
    });
    if (problems.length === 0 || performance.now() > until) return problems;
    await pause(500);
  }
}
