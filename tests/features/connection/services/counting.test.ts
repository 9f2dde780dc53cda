import { HttpResponse, http } from "msw";
import { describe, expect, test, vi } from "vitest";
import type { CallName } from "#sandbox/instagram/failures.ts";
import { connection as connect, day, hour, instagram, pass } from "#tests/setup/account-readings";
import { everyCase, few } from "#tests/setup/cases";
import { sandbox, server } from "#tests/setup/outside";
import { disconnect } from "~/features/connection/services/disconnect.server";
import { countings } from "~/features/connection/services/outbox/counting.server";
import { appPausedUntil } from "~/features/history/app-pause.server";
import { keepConnection } from "~/features/history/connections.server";
import { loadReading } from "~/features/history/load-reading.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { firestore } from "~/platform/store/firebase.server";
import { AccessToken } from "~/platform/tokens/access-token";
import { sealToken } from "~/platform/tokens/token-vault.server";
import { backgroundSettled, setStoppingSoon } from "~/platform/work/background.server";

/** An account without posts: what is counted has nothing to do with them, and they take time to read. */
const connection = (plan: Parameters<typeof connect>[0] = {}) =>
  connect({ postsPerWeek: 0, ...plan });

/** Metrics that `/me/insights` was asked for, and of the daily counts the beginnings of the days. */
function listen() {
  const metrics: string[] = [];
  const days: string[] = [];
  server.events.on("request:start", ({ request }) => {
    const { pathname, searchParams } = new URL(request.url);
    if (!pathname.endsWith("/me/insights")) return;
    const metric = searchParams.get("metric") ?? "";
    metrics.push(metric);
    if (metric === "follows_and_unfollows")
      days.push(new Date(Number(searchParams.get("since")) * 1_000).toISOString().slice(0, 10));
  });
  return { metrics, days, of: (metric: string) => metrics.filter((one) => one === metric).length };
}

async function counting(uid: string) {
  const document = (await firestore()).collection("countings").doc(uid);
  return {
    entry: async () => (await document.get()).data(),
    async run(kind = countings) {
      const at = { dueAt: Date.now(), leaseUntil: 0, patientUntil: Date.now() + day };
      if ((await document.get()).exists) await document.update(at);
      await runEntry(kind, uid);
      return (await document.get()).data();
    },
  };
}

/** Answers that are none of Instagram's, as from what stands before it. */
const unanswered: [string, () => Response][] = [
  ["a bare 502", () => new HttpResponse("Bad Gateway", { status: 502 })],
  ["a connection that breaks", () => HttpResponse.error()],
];

/** Answers so to whoever asks for the daily counts. */
const breakCounts = (answer: () => Response) =>
  server.use(
    http.get(`${sandbox.addresses.instagram.graph}/v26.0/me/insights`, ({ request }) =>
      request.url.includes(follows) ? answer() : undefined,
    ),
  );

const counted = async (uid: string) => (await loadReading(uid))?.counts;
const follows = "follows_and_unfollows";

/** What the account's own log says of each day that is known. */
async function expectDaysOf(uid: string, account: ReturnType<typeof instagram.account>) {
  const days = (await counted(uid))?.days ?? [];
  for (const { startsAt, followed, left } of days.slice(-90))
    expect({ followed, left }).toEqual(account.follows(startsAt, startsAt + day));
  return days;
}

describe("a reading", () => {
  test("asks for two days, and what follows for those before: each day of 90 once; so it does for another subscriber with this account", async () => {
    const { uid, account, run } = await connection({ key: "of-two" });
    const asked = listen();
    await run();
    expect(asked.metrics.sort()).toEqual([follows, follows, "reach"]);
    const job = await counting(uid);
    expect(await job.entry()).toMatchObject({ state: "open", dueAt: expect.any(Number) });
    expect(await job.run()).toMatchObject({ state: "open", dueAt: null, attempts: 0 });
    expect(asked.of(follows)).toBeLessThanOrEqual(90);
    expect(new Set(asked.days).size).toBe(asked.days.length);
    expect(asked.of("follower_demographics")).toBe(4);
    expect(asked.of("views")).toBe(1);
    const days = await expectDaysOf(uid, account);
    expect(days).toHaveLength(89);
    expect(days.every(({ followed, left }) => followed !== null && left !== null)).toBe(true);
    server.events.removeAllListeners();

    pass(2_000);
    const second = await connection({ key: "of-two" });
    const askedAgain = listen();
    await second.run();
    await (await counting(second.uid)).run();
    expect(askedAgain.of(follows)).toBe((await counted(second.uid))?.days.length);
    expect((await counted(second.uid))?.days).toEqual(days);
  });

  // tests/features/history/rules/instagram-counts.test.ts has the days of all seasons.
  test.runIf(everyCase)(
    "in spring counts each day before summer time as Instagram has it, whose days begin at one hour",
    async () => {
      vi.setSystemTime(Date.UTC(new Date().getUTCFullYear() + 1, 4, 10, 12));
      const { uid, account, run } = await connection();
      await run();
      await (await counting(uid)).run();
      const days = await expectDaysOf(uid, account);
      expect(days).toHaveLength(89);
      for (const { startsAt } of days) expect(startsAt % day).toBe(7 * hour);
    },
  );

  test("a day later asks for two days more at most, and begins no counting until the week is over; days that were missed are counted then, also those counted too early", async () => {
    const { uid, account, run } = await connection();
    await run();
    const job = await counting(uid);
    await job.run();
    for (let days = 1; days <= 7; days += 1) {
      pass(day);
      const asked = listen();
      await run();
      expect(asked.of(follows)).toBe(2);
      expect(asked.metrics).toHaveLength(3);
      expect(typeof (await job.entry())?.dueAt).toBe(days < 7 ? "object" : "number");
      server.events.removeAllListeners();
    }
    const asked = listen();
    await job.run();
    expect(asked.of(follows)).toBe(0);
    expect(asked.of("follower_demographics")).toBe(4);
    expect(await expectDaysOf(uid, account)).toHaveLength(96);
    server.events.removeAllListeners();

    pass(5 * day);
    const missed = listen();
    await run();
    await job.run();
    // Five new ones, and the two last ones of before, which could still change.
    expect(missed.of(follows)).toBe(7);
    expect(await expectDaysOf(uid, account)).toHaveLength(101);
  });

  test.each([
    ["too few followers", { followers: 99 }],
    ["none", { followers: 0, postsPerWeek: 0 }],
  ])("of an account with %s asks for nothing more than before", async (_, plan) => {
    const { uid, run } = await connection(plan);
    const asked = listen();
    await run();
    expect(asked.metrics).toEqual(["reach"]);
    expect(await (await counting(uid)).entry()).toBeUndefined();
  });

  test("is held up by no failure of these counts", async () => {
    for (const code of few([1, 2, 10, 100, 200], 2)) {
      const { uid, run, account } = await connection();
      instagram.failures.set("counts", { code }, { account: account.plan.key });
      const { progress, attempts } = await run();
      expect(progress).toMatchObject({ begunAt: null, missing: [] });
      expect(attempts).toBe(0);
      expect((await counted(uid))?.isRefused ?? false).toBe(code >= 10);
      instagram.failures.clear();
    }
  });

  test("after one on which all days were refused, as the metric may fail for a day, counts all of them", async () => {
    const { uid, account, run } = await connection();
    instagram.failures.set("counts", { code: 100 }, { account: account.plan.key });
    await run();
    const job = await counting(uid);
    await job.run();
    instagram.failures.clear();
    pass(day);
    await run();
    await job.run();
    const days = await expectDaysOf(uid, account);
    expect(days.length).toBeGreaterThanOrEqual(89);
    expect(days.every(({ followed }) => followed !== null)).toBe(true);
  });

  test("that is refused days which Instagram has not counted yet has all others, and these once they are there", async () => {
    const { uid, account, run } = await connection();
    server.use(
      http.get(`${sandbox.addresses.instagram.graph}/v26.0/me/insights`, ({ request }) => {
        const until = Number(new URL(request.url).searchParams.get("until")) * 1_000;
        if (!request.url.includes(follows) || Date.now() - until >= 2 * day) return;
        return HttpResponse.json({ error: { code: 100, message: "" } }, { status: 400 });
      }),
    );
    const job = await counting(uid);
    for (let days = 0; days < 3; days += 1) {
      if (days > 0) pass(day);
      await run();
      if ((await job.entry())?.dueAt) await job.run();
      const { days: known = [], isRefused } = (await counted(uid)) ?? {};
      expect(isRefused).toBe(false);
      const settled = known.filter(({ mayChange }) => !mayChange);
      expect(settled.length).toBeGreaterThanOrEqual(87 + days);
      for (const { startsAt, followed, left } of settled.slice(-88))
        expect({ followed, left }).toEqual(account.follows(startsAt, startsAt + day));
      expect(known.filter(({ mayChange }) => mayChange)).toHaveLength(2);
    }
  });

  test("whose reach is refused for its days counts who followed all the same", async () => {
    const { uid, account, run } = await connection();
    instagram.failures.set("reach", { code: 100 }, { account: account.plan.key });
    expect((await run()).progress.missing).toEqual(["reach"]);
    expect(await counted(uid)).toMatchObject({ isRefused: false });
    expect((await counted(uid))?.days).toHaveLength(2);
  });

  test.each(few([4, 80_002], 2))(
    "is not held up by a limit that only these counts meet (%i)",
    async (code) => {
      const { uid, run, account } = await connection();
      instagram.failures.set("counts", { code }, { account: account.plan.key });
      const asked = listen();
      const { progress, attempts, dueAt } = await run();
      expect(progress).toMatchObject({ begunAt: null, waitsUntil: null, readAt: Date.now() });
      expect(attempts).toBe(0);
      expect(dueAt).toBeGreaterThanOrEqual(Date.now() + hour);
      expect(asked.of(follows)).toBe(1);
      expect((await appPausedUntil()) > Date.now()).toBe(code === 4);
      // What is missing is counted later.
      expect(await (await counting(uid)).entry()).toMatchObject({ dueAt: expect.any(Number) });
    },
  );
});

test.each(few(unanswered, 1))(
  "a reading that meets %s asks twice all the same",
  async (_, answer) => {
    const { run } = await connection();
    breakCounts(answer);
    const asked = listen();
    // A break ends the run, and the reading goes on with the next one.
    await expect.poll(async () => (await run()).progress.begunAt).toBeNull();
    expect(asked.of(follows)).toBe(2);
  },
);

describe("a counting", () => {
  test.each(few(unanswered, 1))(
    "that meets %s asks for no day twice at once",
    async (_, answer) => {
      const { uid, run } = await connection();
      await run();
      const job = await counting(uid);
      breakCounts(answer);
      const asked = listen();
      expect(await job.run()).toMatchObject({ attempts: 1, dueAt: expect.any(Number) });
      expect(asked.of(follows)).toBe(1);
    },
  );

  // One that must stop goes on in the same way, below.
  test.runIf(everyCase)("whose process dies goes on with the day after the last", async () => {
    const { uid, account, run } = await connection();
    await run();
    const job = await counting(uid);
    const asked = listen();
    const graph = `${sandbox.addresses.instagram.graph}/v26.0/me/insights`;
    let answered = 0;
    server.use(
      http.get(graph, () => {
        answered += 1;
        return answered > 40 ? new Promise<never>(() => {}) : undefined;
      }),
    );
    void job.run();
    await vi.waitFor(() => expect(answered).toBe(41), { timeout: 20_000, interval: 10 });
    server.resetHandlers();
    const before = asked.days.length;
    await job.run();
    // The one whose answer never came is asked for again.
    expect(before).toBe(35);
    expect(new Set(asked.days).size).toBe(asked.days.length - 1);
    expect(asked.of("follower_demographics")).toBe(4);
    expect(await expectDaysOf(uid, account)).toHaveLength(89);
  });

  test.each(few([10, 100, 200], 1))(
    "to which Instagram refuses old reach, with code %i, goes on without it",
    async (code) => {
      const { uid, account, run } = await connection();
      await run();
      instagram.failures.set("reach", { code }, { account: account.plan.key });
      await (await counting(uid)).run();
      const { days = [], isRefused } = (await counted(uid)) ?? {};
      expect(isRefused).toBe(false);
      expect(days).toHaveLength(89);
      expect(days.every(({ followed }) => followed !== null)).toBe(true);
    },
  );

  // Other calls are tried again in the same way, as two tests below say.
  test.runIf(everyCase)(
    "to which Instagram answers old reach with an error of its own is tried again, and at last goes on without it",
    async () => {
      const { uid, run } = await connection();
      await run();
      instagram.failures.set("reach", { code: 2 });
      const job = await counting(uid);
      const lengths: (number | undefined)[] = [];
      for (let tries = 0; tries < 6; tries += 1) {
        await job.run();
        lengths.push((await counted(uid))?.days.length);
      }
      expect(lengths).toEqual([2, 2, 2, 2, 2, 89]);
    },
  );

  test("that must stop, or meets a limit, goes on later", async () => {
    const { uid, account, run } = await connection();
    await run();
    const job = await counting(uid);
    const asked = listen();
    instagram.failures.set("counts", { code: 80_002, regainMinutes: 19 }, { times: 1 });
    const waiting = await job.run();
    expect(waiting?.attempts).toBe(0);
    expect(waiting?.dueAt).toBeGreaterThanOrEqual(Date.now() + 19 * 60_000);
    server.events.on("request:start", () => setStoppingSoon(true));
    const stopped = await job.run();
    setStoppingSoon(false);
    server.events.removeAllListeners();
    expect(stopped?.dueAt).toBeLessThanOrEqual(Date.now());
    await job.run();
    expect(asked.of("follower_demographics")).toBe(4);
    expect(await expectDaysOf(uid, account)).toHaveLength(89);
  });

  test("fails like a reading: again after a failure of theirs, and after five times without", async () => {
    const { uid, run } = await connection();
    await run();
    const job = await counting(uid);
    instagram.failures.set("counts", { code: 2 });
    for (let attempts = 1; attempts <= 5; attempts += 1)
      expect(await job.run()).toMatchObject({ attempts, dueAt: expect.any(Number) });
    expect(await job.run()).toMatchObject({ attempts: 0, dueAt: null });
    expect((await counted(uid))?.audience?.country).not.toBeNull();
  });

  /** Instagram fails for days that begin before so many days ago, newest the first. */
  const failFor = (isMeant: (daysAgo: number) => boolean) =>
    server.use(
      http.get(`${sandbox.addresses.instagram.graph}/v26.0/me/insights`, ({ request }) => {
        const since = Number(new URL(request.url).searchParams.get("since")) * 1_000;
        if (!request.url.includes(follows) || !isMeant((Date.now() - since) / day)) return;
        return HttpResponse.json({ error: { code: 2, message: "" } }, { status: 500 });
      }),
    );
  const tries = async (run: () => Promise<unknown>, times: number) => {
    for (let time = 0; time < times; time += 1) await run();
  };

  test("gives up a day for which Instagram always fails, and counts those before it after the next reading", async () => {
    const { uid, run } = await connection();
    await run();
    const job = await counting(uid);
    const failing = Date.now() - 10 * day;
    const isFailing = (daysAgo: number) => {
      const since = Date.now() - daysAgo * day;
      return since <= failing && failing < since + day;
    };
    failFor(isFailing);
    await tries(job.run, 5);
    // It may be Instagram that fails.
    expect((await counted(uid))?.days.every(({ followed }) => followed !== null)).toBe(true);
    expect(await job.run()).toMatchObject({ attempts: 0, dueAt: null });
    pass(day);
    await run();
    await job.run();
    const { days = [] } = (await counted(uid)) ?? {};
    expect(days.length).toBeGreaterThanOrEqual(89);
    const without = days.filter(({ followed }) => followed === null);
    expect(without).toHaveLength(1);
    for (const { startsAt, mayChange } of without) {
      expect(isFailing((Date.now() - startsAt) / day)).toBe(true);
      expect(mayChange).toBeUndefined();
    }
  });

  test("of a day that it gives up what was known stays", async () => {
    const { uid, run } = await connection();
    await run();
    const job = await counting(uid);
    await job.run();
    const early = (await counted(uid))?.days.findLast(({ mayChange }) => mayChange);
    if (!early) throw new Error("no day was counted early");
    failFor((daysAgo) => Math.abs(Date.now() - daysAgo * day - early.startsAt) < hour);
    pass(3 * day);
    await run();
    await tries(job.run, 5);
    expect((await counted(uid))?.days).toContainEqual(early);
    await job.run();
    const { mayChange: _, ...settled } = early;
    expect((await counted(uid))?.days).toContainEqual(settled);
  });

  test("gives up no day where Instagram fails for all", async () => {
    const { uid, account, run } = await connection();
    failFor(() => true);
    await run();
    const job = await counting(uid);
    await tries(job.run, 6);
    expect(await job.entry()).toMatchObject({ attempts: 0, dueAt: null });
    server.resetHandlers();
    pass(day);
    await run();
    await job.run();
    const days = await expectDaysOf(uid, account);
    expect(days.every(({ followed }) => followed !== null)).toBe(true);
    expect(days.length).toBeGreaterThanOrEqual(89);
  });

  const refusals: [string, number, boolean][] = [
    ["the permission", 10, true],
    ["old days", 100, false],
  ];
  test.each(few(refusals, 1))(
    "that is refused %s (%i) asks no more than needed",
    async (_, code, isRefused) => {
      const { uid, run } = await connection();
      await run();
      const job = await counting(uid);
      const asked = listen();
      instagram.failures.set("counts", { code });
      expect(await job.run()).toMatchObject({ attempts: 0, dueAt: null });
      expect(asked.of(follows)).toBe(isRefused ? 1 : 3);
      expect((await counted(uid))?.isRefused).toBe(isRefused);
      instagram.failures.clear();
      pass(day);
      await run();
      expect((await counted(uid))?.isRefused).toBe(false);
    },
  );

  test.each(few(["counts", "audience", "reach"] as CallName[], 1))(
    "with a token that was taken back (%s) ends the connection as a reading does, and keeps what is known",
    async (call) => {
      const { uid, run, entry } = await connection();
      await run();
      const job = await counting(uid);
      instagram.failures.set(call, { code: 190 }, { times: 1 });
      await job.run();
      expect((await entry()).payload.token).toBeNull();
      expect((await entry()).dueAt).not.toBeNull();
      expect((await counted(uid))?.days).toHaveLength(2);
      expect(await job.run()).toMatchObject({ dueAt: null });
    },
  );

  test("whose token Instagram refuses after its owner has connected again leaves the new one, sends no letter, and goes on with it", async () => {
    const { uid, account, run, entry } = await connection();
    await run();
    const job = await counting(uid);
    const before = (await entry()).payload;
    const issued = instagram.connect(account.plan.key);
    const token = await sealToken(new AccessToken(issued.text), uid);
    instagram.failures.set("counts", { code: 190 }, { times: 1 });
    let isRenewed = false;
    server.use(
      http.get(`${sandbox.addresses.instagram.graph}/v26.0/me/insights`, async ({ request }) => {
        if (isRenewed || !request.url.includes(follows)) return;
        isRenewed = true;
        await keepConnection({ ...before, token, connectedAt: Date.now() });
      }),
    );
    const mails = sandbox.world.mails.length;
    expect(await job.run()).toMatchObject({ attempts: 1, dueAt: expect.any(Number) });
    expect(await entry()).toMatchObject({ payload: { token }, progress: { withdrawnAt: null } });
    await run();
    expect(sandbox.world.mails).toHaveLength(mails);
    await job.run();
    expect(await expectDaysOf(uid, account)).toHaveLength(89);
  });

  test("that a reading is refused of days leaves the audience to be read", async () => {
    const { uid, run } = await connection();
    instagram.failures.set("counts", { code: 10 });
    await run();
    expect(await counted(uid)).toMatchObject({ isRefused: true, audience: null });
    const job = await counting(uid);
    expect(await job.entry()).toMatchObject({ state: "open", dueAt: expect.any(Number) });
    const asked = listen();
    await job.run();
    expect(asked.of(follows)).toBe(0);
    expect((await counted(uid))?.audience).toMatchObject({ country: expect.any(Array) });
  });

  test("refused demographics are said to be, and one of them that is missing is missing alone", async () => {
    const { uid, run } = await connection();
    await run();
    const job = await counting(uid);
    // Old days are refused at once, and are not what this is about.
    instagram.failures.set("counts", { code: 100 });
    instagram.failures.set("audience", { code: 10 }, { times: 1 });
    await job.run();
    expect((await counted(uid))?.audience).toMatchObject({
      country: null,
      city: expect.any(Array),
      isRefused: false,
    });
    pass(8 * day);
    await run();
    instagram.failures.set("audience", { code: 10 });
    await job.run();
    expect((await counted(uid))?.audience).toMatchObject({ city: null, isRefused: true });
  });

  test.each(everyCase ? ["before", "during"] : ["during"])(
    "a disconnection %s leaves nothing of it",
    async (when) => {
      const { uid, run } = await connection();
      await run();
      const job = await counting(uid);
      if (when === "before") await disconnect(uid);
      else
        server.events.on("request:start", ({ request }) => {
          if (!request.url.includes(follows)) return;
          server.events.removeAllListeners();
          void disconnect(uid);
        });
      await job.run();
      await backgroundSettled();
      await job.run();
      expect(await job.entry()).toBeUndefined();
      const pieces = (await firestore()).collection("connectionPieces").where("uid", "==", uid);
      expect((await pieces.get()).size).toBe(0);
    },
  );

  test("of somebody who stays away asks Instagram for nothing", async () => {
    const { uid, run } = await connection();
    await run();
    const job = await counting(uid);
    pass(61 * day + hour);
    const asked = listen();
    expect(await job.run()).toMatchObject({ dueAt: null });
    expect(asked.metrics).toEqual([]);
  });
});
