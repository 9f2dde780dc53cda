import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import type { CallName, GraphFailure } from "#sandbox/instagram/failures.ts";
import { connection, count, day, hour, instagram, pass } from "#tests/setup/account-readings";
import { everyCase } from "#tests/setup/cases";
import { sandbox, server } from "#tests/setup/outside";
import { appPausedUntil } from "~/features/history/app-pause.server";
import type { MissingPart } from "~/features/history/connection";
import { loadReading } from "~/features/history/load-reading.server";
import { log } from "~/platform/monitoring/log.server";

const minute = 60_000;

/** What is left of the reading, and what the connection then says. */
type Outcome =
  /** The reading is complete. `missing`: without these. */
  | { end: "read"; missing?: MissingPart[] }
  /** The person must connect again. */
  | { end: "withdrawn" }
  /** Goes on after so many minutes. `app`: so do all readings. */
  | { end: "waits"; minutes: number; app?: true }
  /** Goes on after the back-off. */
  | { end: "again" };

const read = (...missing: MissingPart[]): Outcome => ({ end: "read", missing });
const withdrawn: Outcome = { end: "withdrawn" };
const again: Outcome = { end: "again" };
const waits = (minutes: number): Outcome => ({ end: "waits", minutes });
const appWaits: Outcome = { end: "waits", minutes: 60, app: true };

type Row = Record<"refresh" | "me" | "media" | "comments" | "insights" | "reach", Outcome>;
const all = (outcome: Outcome, others: Partial<Row> = {}): Row => ({
  // Whatever refuses a new token, the old one is good for weeks.
  refresh: read(),
  me: outcome,
  media: outcome,
  comments: outcome,
  insights: outcome,
  reach: outcome,
  ...others,
});

const parts = { comments: read("comments"), insights: read("insights"), reach: read("reach") };
const withoutPart = (others: Partial<Row>): Row => all(again, { ...parts, ...others });

/**
 * One error of each kind of docs/instagram.md#errors. tests/features/connection/rules/refusal.test.ts has them all, also the
 * limits of one account (17), which count like those of a use case (80002) for an hour where no time is told.
 */
const errors: [GraphFailure, Partial<Row>][] = [
  [{ code: 190 }, all(withdrawn, { refresh: withdrawn })],
  [{ code: 10 }, withoutPart({ me: withdrawn, media: read("posts"), refresh: withdrawn })],
  // One metric that is gone is left out, and with it nothing else (reading.test.ts). Here all are.
  [{ code: 100 }, withoutPart({})],
  [
    { code: 100, subcode: 33 },
    // Only the list of posts says that one is gone.
    all(read(), { me: withdrawn, media: read("posts"), ...parts }),
  ],
  // A wait is one of the app at each call, as it is one of the account.
  [
    { code: 4, transient: true },
    { refresh: read(), me: appWaits, comments: appWaits },
  ],
  [{ code: 80_002, regainMinutes: 19 }, all(waits(19))],
  [{ code: 1 }, all(again)],
];

const calls = ["refresh", "me", "media", "comments", "insights", "reach"] as const;

/** Of the errors from which the same follows at a call, by nearly the same way through the app, one: by its place above. */
const telling: Record<keyof Row, readonly number[]> = {
  refresh: [0, 2],
  me: [1, 4],
  media: [1, 6],
  comments: [2, 5],
  insights: [1, 2],
  reach: [1],
};

/**
 * A connection that was read completely. It has so many followers that some of its posts have comments: of a post without
 * any none are asked for.
 */
async function readBefore() {
  const connected = await connection({ age: 14, followers: 8_000, postsPerWeek: 2 });
  await connected.run();
  return connected;
}
type Connected = Awaited<ReturnType<typeof readBefore>>;

/** Makes its token so old that a new one is asked for. */
const age = ({ document }: Connected) =>
  document.update({ "payload.tokenObtainedAt": Date.now() - 51 * day });

/** Lets a call of the next reading fail, and expects what comes of it. What is known again is read to its end. */
async function expectOutcome(
  { uid, account, run, token }: Connected,
  call: CallName,
  failure: GraphFailure,
  outcome: Outcome,
): Promise<void> {
  const before = await loadReading(uid);
  const secret = token.text;
  const logged = [vi.spyOn(log, "info"), vi.spyOn(log, "warn"), vi.spyOn(log, "error")];
  instagram.failures.set(
    call,
    { ...failure, message: `${secret} is wrong` },
    { account: account.plan.key },
  );
  const now = Date.now();
  const { state, dueAt, attempts, payload, progress, needsPerson } = await run();
  const after = await loadReading(uid);
  expect({ state, needsPerson }).toEqual({ state: "open", needsPerson: null });
  expect(JSON.stringify(logged.map(({ mock }) => mock.calls))).not.toContain(secret);

  // Whatever happens, nothing that was known is lost.
  const known = new Map(after?.posts.map((post) => [post.id, post]));
  for (const post of before?.posts ?? []) {
    const kept = known.get(post.id);
    expect(kept?.commenters.length).toBeGreaterThanOrEqual(post.commenters.length);
    expect(kept?.figures).toMatchObject(
      Object.fromEntries(Object.keys(post.figures).map((name) => [name, expect.any(Number)])),
    );
  }
  expect(after?.reach.length).toBeGreaterThanOrEqual(before?.reach.length ?? 0);
  expect(after?.followerCounts.length).toBeGreaterThanOrEqual(1);

  if (outcome.end === "read") {
    expect(progress).toMatchObject({ begunAt: null, waitsUntil: null, withdrawnAt: null });
    expect(progress.readAt).toBeGreaterThanOrEqual(now);
    expect(progress.missing).toEqual(outcome.missing ?? []);
    expect(attempts).toBe(0);
    expect(dueAt).toBeGreaterThanOrEqual(now + hour);
  } else if (outcome.end === "withdrawn") {
    expect(payload.token).toBeNull();
    expect(dueAt).toBeNull();
    expect(progress).toMatchObject({ begunAt: null, letterSent: true });
    expect(progress.withdrawnAt).toBeGreaterThanOrEqual(now);
  } else if (outcome.end === "waits") {
    const until = now + outcome.minutes * minute;
    expect(progress.waitsUntil).toBe(dueAt);
    expect(dueAt).toBeGreaterThanOrEqual(until);
    expect(dueAt).toBeLessThan(until + (outcome.app ? 10.5 : 0.5) * minute);
    expect(attempts).toBe(0);
    expect((await appPausedUntil()) > now).toBe(outcome.app === true);
  } else {
    expect(attempts).toBe(1);
    expect(dueAt).toBeGreaterThanOrEqual(now + minute);
    expect(dueAt).toBeLessThan(now + 2 * minute);
    expect(progress.begunAt).toBeGreaterThanOrEqual(now);
  }
  instagram.failures.clear();
  if (outcome.end === "read" || outcome.end === "withdrawn") return;

  // Once Instagram lets it, it goes on.
  pass((dueAt ?? 0) - Date.now());
  const { progress: later } = await run();
  expect(later).toMatchObject({ begunAt: null, missing: [], waitsUntil: null });
  expect(later.readAt).toBeGreaterThan(now);
}

/** Where not all are tried: together they end in every way, and what follows at the others is what follows at these. */
const chosen = everyCase ? calls : (["refresh", "me", "insights"] as const);

test.each(chosen)("refused at %s", async (call: CallName & keyof Row) => {
  let connected: Connected | undefined;
  for (const [at, [failure, { [call]: outcome }]] of errors.entries()) {
    if (!outcome || !(everyCase || telling[call].includes(at))) continue;
    connected ??= await readBefore();
    pass(day);
    if (call === "refresh") await age(connected);
    try {
      await expectOutcome(connected, call, failure, outcome);
    } catch (error) {
      throw new Error(`at ${call}, refused with ${JSON.stringify(failure)}`, { cause: error });
    }
    if (outcome.end === "withdrawn") connected = undefined;
  }
});

test("a limit that is HTTP's own is waited for, and asked for once", async () => {
  const { run } = await connection();
  const address = `${sandbox.addresses.instagram.graph}/v26.0/:medium/comments`;
  server.use(http.get(address, () => new HttpResponse("busy", { status: 429 })));
  const { progress, attempts } = await run();
  expect(progress.waitsUntil).toBeGreaterThan(Date.now() + 59 * minute);
  expect([attempts, count("/comments")]).toEqual([0, 1]);
});
