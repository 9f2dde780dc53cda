import { HttpResponse, http } from "msw";
import { describe, expect, test, vi } from "vitest";
import { asked, connection, count, day, instagram, pass } from "#tests/setup/account-readings";
import { everyCase } from "#tests/setup/cases";
import { newMember } from "#tests/setup/member";
import { sandbox, server } from "#tests/setup/outside";
import { appPausedUntil } from "~/features/history/app-pause.server";
import { loadReading } from "~/features/history/load-reading.server";
import { openToken } from "~/platform/tokens/token-vault.server";

const { world, faults } = sandbox;
const minute = 60_000;

describe("a limit that is near", () => {
  test("of the account ends the run, which goes on later and asks for nothing twice", async () => {
    const { uid, run, account } = await connection({ budget: 20, age: 30 });
    let entry = await run();
    expect(entry.progress.waitsUntil).toBeGreaterThanOrEqual(Date.now() + 4 * minute);
    // 75 % of 20 calls.
    expect(count("")).toBe(15);
    expect(entry.dueAt).toBe(entry.progress.waitsUntil);
    expect((await loadReading(uid))?.posts).toHaveLength(account.posts().length);
    pass(25 * 60 * minute);
    instagram.limits.reset();
    for (let runs = 0; runs < 4 && entry.progress.begunAt !== null; runs += 1) {
      instagram.limits.reset();
      entry = await run();
    }
    expect(entry.progress).toMatchObject({ begunAt: null, waitsUntil: null });
    expect((await loadReading(uid))?.hasCommenters).toBe(true);
  });

  const near = JSON.stringify({ call_count: 80, total_cputime: 1, total_time: 1 });
  const headersOf = {
    account: {
      "x-business-use-case-usage": `{"1":[{"type":"instagram","call_count":80,"estimated_time_to_regain_access":0}]}`,
    },
    app: { "x-app-usage": near },
  };
  test.each(["account", "app"] as const)(
    "of the %s all the time holds no reading up, whatever else fails: each run gets on",
    async (of) => {
      const { uid, run, account } = await connection({ age: 14, postsPerWeek: 3, seed: 902 });
      const headers = headersOf[of];
      vi.spyOn(instagram.limits, "headers").mockReturnValue(headers);
      const { graph } = sandbox.addresses.instagram;
      const [gone, replied, ...others] = account.posts();
      // A pause of the app counts as no attempt, so that such a post would be asked for again and again.
      const broken = of === "account" ? others[0] : undefined;
      const me = { id: account.appScopedId, user_id: account.userId, username: account.username };
      const by = (id: string) => ({
        ...{ id, timestamp: "2026-05-02T07:00:00+0000" },
        from: { id: `9${id}`, username: `fan.${id}` },
      });
      const answer = (body: object, status = 200) => HttpResponse.json(body, { status, headers });
      server.use(
        // More posts than are listed: the list is asked for once more.
        http.get(`${graph}/v26.0/me`, () =>
          answer({ ...me, followers_count: 800, media_count: 57 }),
        ),
        http.get(`${graph}/v26.0/${broken?.id}/comments`, () =>
          answer({ error: { code: 1, message: "" } }, 500),
        ),
        http.get(`${graph}/v26.0/${gone?.id}/comments`, () =>
          answer({ error: { code: 100, error_subcode: 33, message: "" } }, 400),
        ),
        http.get(`${graph}/v26.0/${replied?.id}/comments`, () =>
          answer({
            data: [{ ...by("1"), replies: { data: [], paging: { next: `${graph}/?after=0` } } }],
          }),
        ),
        http.get(`${graph}/v26.0/1/replies`, ({ request }) => {
          const isFirst = request.url.includes("after=0");
          const paging = isFirst && {
            paging: { cursors: { after: "1" }, next: `${graph}/?after=1` },
          };
          return answer({ data: [by(isFirst ? "2" : "3")], ...paging });
        }),
      );
      for (const post of [gone, replied, ...(broken ? [broken] : [])])
        expect(post?.comments).toBeGreaterThan(0);
      let entry = await run();
      let runs = 1;
      for (; entry.progress.begunAt !== null && runs < 40; runs += 1) {
        vi.setSystemTime(Math.max(Date.now(), entry.dueAt ?? 0) + 1);
        entry = await run();
      }
      expect(entry.progress).toMatchObject({ begunAt: null, missing: ["posts"] });
      expect(count("/me/media")).toBe(2);
      const { posts = [] } = (await loadReading(uid)) ?? {};
      expect(posts.map(({ id, figures }) => [id, figures.reach])).toEqual(
        account.posts().map(({ id, reach }) => [id, id === broken?.id ? undefined : reach]),
      );
      expect(posts.find(({ id }) => id === replied?.id)?.commenters).toHaveLength(3);
    },
  );

  test("all the time holds up no reading that asks many posts once more for insights that they do not have", async () => {
    const withoutInsights = ["instagram_business_basic", "instagram_business_manage_comments"];
    const { run, account, document } = await connection(
      { age: 60, postsPerWeek: 6, seed: 903 },
      { payload: { permissions: withoutInsights } },
    );
    await run();
    pass(minute);
    // Connected again with all permissions; each post has too few viewers.
    await document.update({ "payload.permissions": null, "payload.connectedAt": Date.now() });
    instagram.failures.set("insights", { code: 10 }, { account: account.plan.key });
    vi.spyOn(instagram.limits, "headers").mockReturnValue(headersOf.account);
    let entry = await run();
    for (let runs = 1; entry.progress.begunAt !== null && runs < 100; runs += 1) {
      vi.setSystemTime(Math.max(Date.now(), entry.dueAt ?? 0) + 1);
      entry = await run();
    }
    expect(entry.progress.begunAt).toBeNull();
    expect(account.posts().length).toBeGreaterThan(30);
    for (const { id } of account.posts()) expect(count(`/${id}/insights`)).toBe(1);
  });

  test("of the app stops all readings until it is over", async () => {
    const [one, other] = [await connection(), await connection()];
    instagram.limits.app = 8;
    await one.run();
    const until = await appPausedUntil();
    expect(until).toBeGreaterThan(Date.now() + 4 * minute);
    const before = count("");
    expect(before).toBeLessThan(8);
    instagram.limits.reset();
    const { progress, dueAt, attempts } = await other.run();
    expect(count("")).toBe(before);
    expect(progress.waitsUntil).toBeGreaterThanOrEqual(until);
    expect(dueAt).toBeLessThan(until + 10 * minute);
    expect(attempts).toBe(0);
    vi.setSystemTime(until + 1);
    expect((await other.run()).progress.begunAt).toBeNull();
  });
});

test.each([
  ["a day", 1_440, 1_440],
  ["19 minutes", 19, 60],
])(
  "a limit of the app stops all readings for an hour, also where Instagram says %s of the account that met it",
  async (_, regainMinutes, waited) => {
    const [one, other] = [await connection(), await connection()];
    const own = { account: one.account.plan.key, times: 1 };
    instagram.failures.set("media", { code: 4, regainMinutes }, own);
    const now = Date.now();
    const { dueAt } = await one.run();
    expect(dueAt).toBeGreaterThanOrEqual(now + waited * minute);
    expect(dueAt).toBeLessThan(now + (waited + 10.5) * minute);
    expect(Math.round(((await appPausedUntil()) - now) / minute)).toBe(60);
    pass(61 * minute);
    expect((await other.run()).progress.begunAt).toBeNull();
  },
);

test("a failure of theirs is answered with smaller pages", async () => {
  const { uid, run, account } = await connection();
  const sizes: (string | null)[] = [];
  server.events.on("request:start", ({ request }) => {
    if (request.url.includes("/me/media"))
      sizes.push(new URL(request.url).searchParams.get("limit"));
  });
  instagram.failures.set("media", { code: 1 }, { times: 2 });
  expect((await run()).attempts).toBe(0);
  expect(sizes.slice(0, 3)).toEqual(["100", "20", "5"]);
  expect((await loadReading(uid))?.posts).toHaveLength(account.posts().length);
});

const outages = ["hang", "reset", "malformed", "status-500"] as const;
// The same follows from each.
test.each(everyCase ? outages : (["reset"] as const))(
  "an Instagram that fails altogether (%s) is asked again later, and what is known stays",
  async (kind) => {
    const { uid, run } = await connection({ age: 7 });
    await run();
    const before = await loadReading(uid);
    pass(day);
    faults.set("instagram", kind === "status-500" ? { kind: "status", status: 500 } : { kind });
    const { attempts, dueAt, progress } = await run();
    faults.clear();
    expect(attempts).toBe(1);
    expect(dueAt).toBeGreaterThan(Date.now());
    expect(progress.withdrawnAt).toBeNull();
    expect(await loadReading(uid)).toEqual(before);
  },
);

describe("a token", () => {
  test("is refreshed between day 30 and day 50, and not before", async () => {
    const { uid, token, run, entry } = await connection({ postsPerWeek: 0 });
    pass(29 * day);
    await run();
    expect(count("/refresh_access_token")).toBe(0);
    pass(21 * day + minute);
    const { payload } = await run();
    const renewed = await openToken(payload.token ?? "", uid);
    expect(count("/refresh_access_token")).toBe(1);
    expect(renewed?.token.reveal()).not.toBe(token.text);
    expect(payload.tokenExpiresAt).toBeGreaterThan(Date.now() + 55 * day);
    pass(day);
    await run();
    expect(count("/refresh_access_token")).toBe(1);
    expect((await entry()).progress.readAt).toBe(Date.now());
  });

  test.each<[string, object]>([
    ["that has expired", { tokenExpiresAt: 1 }],
    ["that cannot be opened", { token: "eyJhbGciOiJkaXIifQ..a.b.c" }],
  ])("%s ends the connection: what is known stays, and one letter is sent", async (_, payload) => {
    const { uid, email } = await newMember();
    const { run, document } = await connection({ postsPerWeek: 1 }, { uid });
    await run();
    const before = await loadReading(uid);
    for (const [name, value] of Object.entries(payload))
      await document.update({ [`payload.${name}`]: value });
    const entry = await run();
    expect(entry.payload.token).toBeNull();
    expect(entry).toMatchObject({ state: "open", dueAt: null });
    expect(entry.progress).toMatchObject({ letterSent: true, withdrawnAt: expect.any(Number) });
    await run();
    const letters = world.mails.filter(({ to }) => to.includes(email));
    expect(letters.map(({ subject }) => subject)).toEqual(["Connect your Instagram account again"]);
    expect(await loadReading(uid)).toEqual(before);
  });

  test("whose key this process does not have is kept, and tried again", async () => {
    const { run, entry, document } = await connection({ postsPerWeek: 0 });
    const [header = "", ...rest] = String((await entry()).payload.token).split(".");
    const fields = JSON.parse(Buffer.from(header, "base64url").toString()) as object;
    const foreign = Buffer.from(JSON.stringify({ ...fields, kid: "anotherkey12" }));
    const token = [foreign.toString("base64url"), ...rest].join(".");
    await document.update({ "payload.token": token });
    const after = await run();
    expect(after.payload.token).toBe(token);
    expect(after.attempts).toBe(1);
    expect(after.progress).toMatchObject({ withdrawnAt: null, letterSent: false });
    expect(asked).toEqual([]);
  });

  test("in a document that was copied to another subscriber opens nothing, and no letter is sent", async () => {
    const [one, { uid, email }] = [await newMember(), await newMember()];
    const { entry } = await connection({ postsPerWeek: 0 }, { uid: one.uid });
    const copy = await connection({ postsPerWeek: 0 }, { uid });
    await copy.document.set({ ...(await entry()), dueAt: Date.now() });
    const after = await copy.run();
    expect(after.payload.token).toBeNull();
    expect(after.dueAt).toBeNull();
    expect(asked).toEqual([]);
    const letters = world.mails.filter(({ to }) => to.includes(email) || to.includes(one.email));
    expect(letters).toEqual([]);
  });

  test("that was withdrawn while no mail could be sent gets its letter later", async () => {
    const { uid, email } = await newMember();
    const { run, account } = await connection({ postsPerWeek: 0 }, { uid });
    instagram.withdraw(account.plan.key);
    faults.set("mail", { kind: "status", status: 451 });
    const { attempts, progress, dueAt } = await run();
    expect(progress).toMatchObject({ withdrawnAt: expect.any(Number), letterSent: false });
    expect(attempts).toBe(1);
    expect(dueAt).toBeGreaterThan(Date.now());
    faults.clear();
    expect((await run()).progress.letterSent).toBe(true);
    expect(world.mails.filter(({ to }) => to.includes(email))).toHaveLength(1);
  });
});
