import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { numberOption } from "../sandbox/number-option.ts";
import { days, main, person } from "../sandbox/person.ts";
import { startSandbox } from "../sandbox/serve.ts";
import { startServer, stopServer } from "../tests/setup/stack.ts";
import { mannWhitney } from "./mann-whitney.ts";

// Public declarations: whether the time of an answer tells who has a subscription, and what a flood of them does.
const { values } = parseArgs({
  options: {
    /** Timed pairs of a known and an unknown address. */
    pairs: { type: "string", default: "2000" },
    /** Declarations of the flood, each for another subscriber. */
    flood: { type: "string", default: "10000" },
    networks: { type: "string", default: "5000" },
  },
});
const pairs = numberOption(values, "pairs");
const flood = numberOption(values, "flood");
const networks = numberOption(values, "networks");

const hour = 3_600_000;
/** One of so many has a week that ends within a day. */
const endingEvery = 100;
const isEnding = (index: number) => index % endingEvery === 0;
const subscribers = Array.from({ length: pairs + flood }, (_, index) =>
  person(
    `member${index}`,
    "",
    [
      // Begun so that a week ends in twelve hours, or that the month has half its days before it.
      index >= pairs && isEnding(index)
        ? main(`sub-${index}`, "ig_weekly_trial", { startedAgo: 41.5 * days })
        : main(`sub-${index}`, "ig_gift_one_month", { startedAgo: 14 * days }),
    ],
    { profile: "none" },
  ),
);
const sandbox = await startSandbox({ people: subscribers });
const env = { ...sandbox.env, TRUST_PROXY: "1" };
let running = await startServer(env);

const addressOf = (index: number) =>
  `10.${Math.floor(index / 65_536) % 256}.${Math.floor(index / 256) % 256}.${index % 256}`;

async function timed(path: string, init: RequestInit = {}): Promise<number> {
  const began = performance.now();
  const answer = await fetch(sandbox.appOrigin + path, { redirect: "manual", ...init });
  await answer.arrayBuffer();
  if (answer.status >= 400) throw new Error(`${path}: ${answer.status}`);
  return performance.now() - began;
}

const declare = (email: string, network: string) =>
  timed("/cancel", {
    method: "POST",
    headers: { origin: sandbox.appOrigin, "x-forwarded-for": network },
    body: new URLSearchParams({ email, press: "declare" }),
  });

/** As a person does who is told that it could not be kept. */
async function declareAtLast(email: string, network: string): Promise<void> {
  for (;;) {
    if (await declare(email, network).catch(() => undefined)) return;
    await pause(1_000);
  }
}

const median = (sample: readonly number[]) =>
  sample.toSorted((a, b) => a - b)[Math.floor(sample.length / 2)]?.toFixed(2);

let failed = false;
function report(name: string, known: readonly number[], unknown: readonly number[]): void {
  const z = mannWhitney(known, unknown);
  // Two-sided, alpha 0.001.
  const differs = Math.abs(z) > 3.29;
  failed ||= differs;
  console.log(
    `${name}: known ${median(known)} ms, unknown ${median(unknown)} ms, z ${z.toFixed(2)}${differs ? ": THEY DIFFER" : ""}`,
  );
}

const answers = { known: [] as number[], unknown: [] as number[] };
/** Requests of somebody else that follow each answer. */
const othersEach = 3;
const others = { known: [] as number[], unknown: [] as number[] };
// Not measured: the first answers warm the server up.
for (let index = 0; index < 50; index += 1)
  await declareAtLast(`stranger-${index}@example.org`, addressOf(60_000 + index));
let untimed = 0;
// As many of each, in any order: within pairs each would follow the other kind three times in four, and be timed with what lingers of it.
const numbers = Array.from({ length: pairs }, (_, index) => index);
const order = [
  ...numbers.map((pair) => ({ pair, kind: "known" as const })),
  ...numbers.map((pair) => ({ pair, kind: "unknown" as const })),
]
  .map((one) => ({ one, at: Math.random() }))
  .toSorted((a, b) => a.at - b.at);
for (const {
  one: { pair, kind },
} of order) {
  const email = kind === "known" ? subscribers[pair]?.email : `nobody${pair}@example.com`;
  const lettersBefore = sandbox.world.mails.length;
  const answer = await declare(email ?? "", addressOf(pair)).catch(() => undefined);
  if (answer === undefined) {
    untimed += 1;
    await pause(1_000);
    continue;
  }
  answers[kind].push(answer);
  // While the address is looked up, and its letter is set.
  let sum = 0;
  for (let nth = 0; nth < othersEach; nth += 1) sum += await timed("/sign-in");
  others[kind].push(sum / othersEach);
  // What an answer sets going, which ends with a letter for both kinds, is over before the next is timed.
  const deadline = Date.now() + 3_000;
  while (sandbox.world.mails.length === lettersBefore && Date.now() < deadline) await pause(5);
  await pause(20);
}
if (untimed > 0) console.log(`${untimed} answers were not taken (503), and are not counted`);
report(`answer of /cancel, ${pairs} pairs`, answers.known, answers.unknown);
report(
  `the next ${othersEach} requests of somebody else, each on the average`,
  others.known,
  others.unknown,
);

const began = Date.now();
const next = { index: pairs };
await Promise.all(
  Array.from({ length: 4 }, async () => {
    while (next.index < pairs + flood) {
      const index = next.index++;
      await declareAtLast(subscribers[index]?.email ?? "", addressOf(100_000 + (index % networks)));
    }
  }),
);
console.log(`${flood} declarations taken in ${((Date.now() - began) / 1_000).toFixed(0)} s`);

const canceled = () => sandbox.world.effectsOf("cancel").length;
/** Letters by their Message-ID: one that was sent again under the same is shown once. */
const mails = (start: string) =>
  new Set(
    sandbox.world.mails
      .filter(({ subject }) => subject.startsWith(start))
      .map(({ headers }) => headers["message-id"]),
  ).size;
/** Waits until a figure has not changed for a while. */
async function settled(figure: () => number, quiet = 20_000): Promise<void> {
  let before = figure();
  let since = Date.now();
  while (Date.now() - since < quiet) {
    await pause(500);
    if (figure() === before) continue;
    before = figure();
    since = Date.now();
  }
}

/** Dates everything back: a server whose clock went ahead would sign tokens that nobody takes. */
function passTime(milliseconds: number): void {
  const { firestore, world } = sandbox;
  const back = (time: number | null) => (time === null ? null : time - milliseconds);
  for (const [id, fields] of Object.entries(firestore.readAll("openDeclarations"))) {
    const { requestedAt, dueAt, payload, progress } = fields as unknown as Entry;
    const declared = { ...payload.declared, declaredAt: back(payload.declared.declaredAt) };
    firestore.write(`openDeclarations/${id}`, {
      ...fields,
      requestedAt: back(requestedAt),
      dueAt: back(dueAt),
      leaseUntil: 0,
      payload: { ...payload, declared },
      progress: { ...progress, receipt: back(progress.receipt), dueAt: back(progress.dueAt) },
    });
  }
  // By it the brake counts.
  for (const [id, fields] of Object.entries(firestore.readAll("declarations"))) {
    const publicAt = new Date(new Date(fields.publicAt as Date).getTime() - milliseconds);
    firestore.write(`declarations/${id}`, { ...fields, publicAt });
  }
  for (const subscription of world.subscriptions)
    subscription.startedAt = new Date(subscription.startedAt.getTime() - milliseconds);
}

interface Entry {
  requestedAt: number;
  dueAt: number | null;
  payload: { declared: { declaredAt: number } };
  progress: { receipt: number | null; dueAt: number | null };
}

function unanswered() {
  const { firestore } = sandbox;
  const forms = Object.values(firestore.readAll("declarationForms"));
  const open = Object.values(firestore.readAll("openDeclarations")) as unknown as Entry[];
  return { forms, open, silent: open.filter(({ progress }) => progress.receipt === null) };
}

/** Longer than the back-off of one that has failed several times on a busy machine, which a quiet while would not show. */
async function allHaveReceipts(): Promise<void> {
  const deadline = Date.now() + hour / 2;
  const isWaiting = () => {
    const { forms, silent } = unanswered();
    return forms.length + silent.length > 0;
  };
  while (isWaiting() && Date.now() < deadline) await pause(5_000);
  await settled(() => mails("We have your cancellation"), 2_000);
}

/** How many declarations are in which state, and which have no receipt: what is missing above is among them. */
function showWhatIsKept(): void {
  const { firestore } = sandbox;
  const states: Record<string, number> = {};
  for (const { state } of Object.values(firestore.readAll("declarations")))
    states[String(state)] = (states[String(state)] ?? 0) + 1;
  const { forms, open, silent } = unanswered();
  console.log(`declarations: ${JSON.stringify(states)}`);
  console.log(
    `not looked up: ${forms.length}, without a receipt: ${silent.length} of ${open.length}`,
  );
  for (const entry of [...forms, ...silent].slice(0, 5))
    console.log(JSON.stringify(entry).slice(0, 600));
}

const ending = subscribers.filter((_, index) => index >= pairs && isEnding(index)).length;
function expectFigure(name: string, figure: number, expected: number): void {
  failed ||= figure !== expected;
  console.log(`${name}: ${figure}${figure === expected ? "" : `, NOT ${expected}`}`);
}
await allHaveReceipts();
showWhatIsKept();
expectFigure("receipts", mails("We have your cancellation"), pairs + flood);
expectFigure("canceled at once, as their week ends", canceled(), ending);
// Before time passes: what is dated back came in another hour, which has a letter of its own.
expectFigure("letters to the operator", mails("Far more cancellations"), 1);
for (const hours of [18.2, 6.1]) {
  await stopServer(running.server);
  passTime(hours * hour);
  running = await startServer(env);
  await settled(() => mails("Your cancellation is carried out soon") + canceled());
}
expectFigure(
  "second letters",
  mails("Your cancellation is carried out soon"),
  pairs + flood - ending,
);
expectFigure("canceled a day later without a person", canceled(), ending);
const repeated = new Set(sandbox.world.effectsOf("cancel").map(({ payload }) => payload.email));
expectFigure("subscriptions canceled twice", canceled() - repeated.size, 0);
showWhatIsKept();
await stopServer(running.server);
await sandbox.stop();
process.exit(failed ? 1 : 0);
