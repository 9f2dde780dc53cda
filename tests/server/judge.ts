import type { FaultKind, System } from "./cell.ts";
import type { Answer } from "./requests.ts";
import type { Expected, Visit } from "./visits/visit.ts";

/** Milliseconds in which every page is answered. */
const answeredWithin = 5_000;
/** Milliseconds after which a press is answered without its outcome (app/features/leaving/cancellation.server.ts). */
const outcomeWithin = 2_700;

export const needs = (system: System) => (visit: Visit) => visit.down?.[system] !== undefined;

export function expected(visit: Visit, system: System, kind: FaultKind): Expected {
  const down = visit.down?.[system];
  // What a document says is wrong only for those who read the document.
  const documents = system === "firestore" && kind === "wrong-shape";
  if (typeof down === "function") return down(kind) ?? visit.well;
  return down && !(documents && visit.effect) ? down : visit.well;
}

/** @param excused milliseconds that an answer may be late */
export function faultsIn({ name, late }: Visit, answer: Answer, wanted: Expected, excused = 0) {
  const problems: string[] = [];
  const { status, location, body, milliseconds } = answer;
  const isAs = (one: Expected) =>
    [one.status].flat().includes(status) && one.words.test(location || body);
  if (milliseconds > answeredWithin + excused)
    problems.push(`late: ${name} took ${Math.round(milliseconds)} ms`);
  const isLate = late && isAs(late) && excused > 0 && milliseconds >= outcomeWithin;
  if (!isAs(wanted) && !isLate)
    problems.push(`${name} answered ${status} ${location}${location ? "" : textOf(body)}`);
  if (/\n\s+at .+:\d+:\d+|UpstreamError|node:internal|ECONNRE/.test(body))
    problems.push(`${name} shows where it failed`);
  return problems;
}

const textOf = (html: string) =>
  html
    .replace(/<(script|style|svg)[\s\S]*?<\/\1>|<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .slice(0, 300);
