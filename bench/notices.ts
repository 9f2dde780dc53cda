import { parseArgs } from "node:util";
import { type LawOfPlace, nextRuleOf, obligationsFor } from "../app/features/leaving/rules/law.ts";
import {
  comingNotices,
  lengthsOf,
  sendingTime,
  type ToldNotices,
  wakesAt,
} from "../app/features/leaving/rules/notices.ts";
import { day } from "../app/platform/values/durations.ts";
import { parts } from "../content/read.ts";
import { numberOption } from "../sandbox/number-option.ts";
import { owed, places, plans, yearlyOwed } from "../tests/features/leaving/rules/notice-oracle.ts";

// A year of notices of a fleet, by a moved clock: everybody is looked at when the outbox would wake them, by the app's own rules
// (app/features/leaving/rules/notices.ts), and what is sent is held against a second program, notice by notice. No letter is
// composed, and nothing is asked of another system: tests/features/leaving/services/notices.test.ts does that for one at a time.
const { values } = parseArgs({ options: { subscribers: { type: "string", default: "13000" } } });
const total = numberOption(values, "subscribers");

const laws: LawOfPlace[] = parts.law("content");
const year = 365 * day;
const iso = (time: number) => new Date(time).toISOString().slice(0, 10);
/** Starts are spread over the year before that of the British rule, so that it begins within the year of most. */
const firstStart = Date.UTC(2026, 2, 15);

interface Life {
  uid: string;
  place: string;
  planCode: string;
  startedAt: number;
  /** The day of a new price. */
  priceFrom: number;
}

function lifeOf(index: number): Life {
  const startedAt = firstStart + Math.floor((year * index) / total);
  const planCode = plans[Math.floor(index / places.length) % plans.length] ?? "";
  return {
    uid: `uid-${index}`,
    place: places[index % places.length] ?? "",
    planCode,
    startedAt,
    // From nine days after the start on: for some it comes too late to be told.
    priceFrom: Math.floor(startedAt / day) * day + (9 + (index % 300)) * day,
  };
}

interface Sent {
  about: string;
  /** The day of the event, as the second program has it. */
  event: string;
  at: number;
}

const known = new Map<string, ReturnType<typeof obligationsFor>["notices"]>();
function rulesOn(place: string, planCode: string, onDay: string) {
  const key = `${place} ${planCode} ${onDay}`;
  const found = known.get(key) ?? obligationsFor(laws, place, lengthsOf(planCode), onDay).notices;
  known.set(key, found);
  return found;
}

/** All that the app sends within a year of the start, as services/outbox/notice.server.ts goes from one time to the next. */
function live({ uid, place, planCode, startedAt, priceFrom }: Life): {
  sent: Sent[];
  looks: number;
} {
  const prices = [{ id: "p", planCode, amount: "2.00", currency: "USD", from: priceFrom }];
  const sent: Sent[] = [];
  const told: { keys: string[]; yearAt: ToldNotices["yearAt"] } = { keys: [], yearAt: null };
  let looks = 0;
  // A day longer: what opens on the last day is sent within a day.
  for (let now = startedAt; now < startedAt + year + day; ) {
    looks += 1;
    const rules = rulesOn(place, planCode, iso(now));
    const [next] = comingNotices(rules, { planCode, startedAt }, { told, prices, now });
    const dueAt = next ? sendingTime(next, uid) : Number.POSITIVE_INFINITY;
    if (next && dueAt <= now) {
      const { about, key, eventAt } = next;
      sent.push({ about, event: iso(about === "renewal" ? eventAt + day : eventAt), at: now });
      told.keys.push(key);
      if (about === "year") told.yearAt = now;
      continue;
    }
    const rule = nextRuleOf(laws, place, iso(now));
    const wakes = wakesAt(now, rule === undefined ? Number.POSITIVE_INFINITY : Date.parse(rule));
    now = Math.max(now + 1, Math.min(dueAt, wakes));
  }
  return { sent, looks };
}

const counts: Record<string, { sent: number; owed: number; wrong: number }> = {};
let looks = 0;
const examples: string[] = [];
for (let index = 0; index < total; index += 1) {
  const life = lifeOf(index);
  const until = life.startedAt + year;
  const lived = live(life);
  looks += lived.looks;
  const due = owed(life.place, life.planCode, { ...life, until });
  const row = (about: string) => {
    counts[`${life.place} ${about}`] ??= { sent: 0, owed: 0, wrong: 0 };
    return counts[`${life.place} ${about}`] ?? { sent: 0, owed: 0, wrong: 0 };
  };
  const mistake = (about: string, what: string) => {
    row(about).wrong += 1;
    if (examples.length < 10) examples.push(`${JSON.stringify(life)}: ${about}: ${what}`);
  };
  const others = lived.sent.filter(({ about }) => about !== "year");
  for (const { about, event, earliest, latest } of due) {
    const found = others.filter((one) => one.about === about && one.event === event);
    row(about).owed += 1;
    row(about).sent += found.length;
    if (found.length !== 1) mistake(about, `of ${event} was sent ${found.length} times`);
    for (const { at } of found)
      if (at < earliest || at >= latest) mistake(about, `of ${event} was sent on ${iso(at)}`);
  }
  for (const { about, event, at } of others)
    if (at < until && !due.some((one) => one.about === about && one.event === event))
      mistake(about, `of ${event} was not owed`);
  const yearly = lived.sent.filter(({ about }) => about === "year").map(({ at }) => at);
  const years = yearlyOwed(life.place, life.startedAt, yearly, until);
  for (const [nth, { earliest, latest }] of years.entries()) {
    const at = yearly[nth];
    row("year").owed += 1;
    if (at === undefined) mistake("year", `was not sent from ${iso(earliest)} on`);
    else row("year").sent += 1;
    if (at !== undefined && (at < earliest || at >= latest))
      mistake("year", `was sent on ${iso(at)}`);
  }
  if (yearly.length > years.length) mistake("year", "was sent more often than owed");
}

console.table(counts);
for (const example of examples) console.log(example);
const wrong = Object.values(counts).reduce((sum, row) => sum + row.wrong, 0);
const sent = Object.values(counts).reduce((sum, row) => sum + row.sent, 0);
console.log(
  `${total} subscribers in ${places.length} places, a year: ${sent} notices, ${looks} times looked, ${wrong} not as a second program says, ${Math.round(process.cpuUsage().user / 1e6)} s`,
);
process.exit(wrong === 0 ? 0 : 1);
