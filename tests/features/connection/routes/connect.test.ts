import { afterEach, describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { everyCase, few } from "#tests/setup/cases";
import {
  begin,
  changeConnection,
  chooseAt,
  comeBack,
  connect,
  keepImport,
  page,
  press,
  read,
  settled,
  storedConnection,
  withSmallAccounts,
  withSources,
} from "#tests/setup/connecting";
import { instagram, login } from "#tests/setup/instagram";
import { newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { keptOf, storeReading } from "#tests/setup/readings";
import { resetApp } from "#tests/setup/reset-app";
import { firestore } from "~/platform/store/firebase.server";
import { withCommas } from "~/platform/values/numbers";

withSources("outside,export,instagram");
withSmallAccounts(
  { key: "flat", flatAnswers: true },
  { key: "without-insights", withheld: ["instagram_business_manage_insights"] },
  { key: "unliked", hiddenLikes: "all" },
  { key: "without-comments", withheld: ["instagram_business_manage_comments"] },
);
afterEach(async () => {
  vi.useRealTimers();
  await settled();
});

/** Who connects in most tests. Where not every case is tried, they never posted, so that little is read. */
const anyone = everyCase ? "few-posts" : "empty";
const another = everyCase ? "empty" : "few-posts";
const called = anyone.replace("-", ".");

const problemIn = (answer: Response) => {
  const [, problem] = /^\/dashboard\/connect\?problem=([\w-]+)$/.exec(
    answer.headers.get("location") ?? "",
  ) ?? [null, answer.headers.get("location")];
  return problem;
};

test("the page says what is read, what never is, and how to get a creator account", async () => {
  const text = await read(await newMember());
  for (const phrase of [
    "What is read",
    "What never is",
    "Connect with Instagram",
    "Account type and tools",
    "free",
    "public",
  ])
    expect(text).toContain(phrase);
});

test("two presses connect: the account is kept with both ids as text, and the token is sealed", async () => {
  const member = await newMember();
  const account = instagram.account(anyone);
  const authorize = await begin(member);
  expect(authorize.origin + authorize.pathname).toBe(`${login}/oauth/authorize`);
  expect(Object.fromEntries(authorize.searchParams)).toMatchObject({
    redirect_uri: "http://localhost:3000/connect/instagram",
    response_type: "code",
    scope:
      "instagram_business_basic,instagram_business_manage_insights,instagram_business_manage_comments",
  });
  const answer = await comeBack(await chooseAt(authorize, anyone), member);
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(page);
  expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  expect(await answer.text()).toBe("");
  const stored = await storedConnection(member);
  expect(stored).toMatchObject({
    state: "open",
    payload: {
      uid: member.uid,
      userId: account.userId,
      appScopedId: account.appScopedId,
      username: called,
    },
  });
  expect(stored?.payload?.token).toMatch(/^eyJ/);
  expect(await read(member)).toContain(`${called} is connected`);
});

test("an answer in the flat form, with #_ behind the code, connects as well", async () => {
  const member = await newMember();
  expect(problemIn(await connect(member, "flat"))).toBe(page);
  const { userId } = instagram.account("flat");
  expect((await storedConnection(member))?.payload?.userId).toBe(userId);
});

test("Instagram sends people back to the host that they are on: their session is of that host", async () => {
  const member = await newMember();
  const headers = { host: "x.localhost:3000", origin: "http://x.localhost:3000" };
  const answer = await press(member, "connect", { headers });
  const authorize = new URL(answer.headers.get("location") ?? "about:blank");
  expect(authorize.searchParams.get("redirect_uri")).toBe(
    "http://x.localhost:3000/connect/instagram",
  );
  const back = await chooseAt(authorize, anyone);
  expect(problemIn(await visit(back, { cookie: member.cookie, headers }))).toBe(page);
  expect(await storedConnection(member)).toBeDefined();
});

describe("the state", () => {
  // As in a process that knows nothing of it, below, and long after.
  test.runIf(everyCase)("is for one use", async () => {
    const member = await newMember();
    const authorize = await begin(member);
    await comeBack(await chooseAt(authorize, "refuses"), member);
    const again = await comeBack(await chooseAt(authorize, anyone), member);
    expect(problemIn(again)).toBe("used");
    expect(await storedConnection(member)).toBeUndefined();
  });

  test("is for one use in a process that knows nothing of the first, too", async () => {
    const member = await newMember();
    const authorize = await begin(member);
    await comeBack(await chooseAt(authorize, "refuses"), member);
    resetApp();
    expect(problemIn(await comeBack(await chooseAt(authorize, anyone), member))).toBe("used");
  });

  test("used long ago is not waited for, and a refusal is told again", async () => {
    const member = await newMember();
    const authorize = await begin(member);
    const refused = await chooseAt(authorize, "refuses");
    expect(problemIn(await comeBack(refused, member))).toBe("refused");
    expect(problemIn(await comeBack(refused, member))).toBe("refused");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 30_000 });
    const begun = performance.now();
    expect(problemIn(await comeBack(await chooseAt(authorize, anyone), member))).toBe("used");
    expect(performance.now() - begun).toBeLessThan(2_900);
  });

  test.runIf(everyCase)("survives the process that issued it", async () => {
    const member = await newMember();
    const authorize = await begin(member);
    resetApp();
    expect(problemIn(await comeBack(await chooseAt(authorize, anyone), member))).toBe(page);
  });

  test("of another session, of another person or of nobody is refused, and no code is exchanged", async () => {
    const member = await newMember();
    const other = await newMember();
    const path = await chooseAt(await begin(member), anyone);
    const { beginSession } = await import("~/platform/session/session.server");
    const later = await beginSession({ uid: member.uid, email: member.email, validSince: 0 });
    const cookie = later.cookie.split(";", 1)[0] ?? "";
    const made = `/connect/instagram?code=abc&state=${"a".repeat(40)}`;
    for (const [at, who] of [
      [path, other],
      [path, { cookie }],
      [made, member],
      ["/connect/instagram?code=abc", member],
      ["/connect/instagram", member],
    ] as const)
      expect(problemIn(await comeBack(at, who))).toBe("foreign");
    expect(await storedConnection(member)).toBeUndefined();
    // Nothing of all that has used it up.
    expect(problemIn(await comeBack(path, member))).toBe(page);
  });

  test("ends after ten minutes", async () => {
    const member = await newMember();
    const path = await chooseAt(await begin(member), anyone);
    vi.stubEnv("APP_ENV", "production");
    resetApp();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * 60_000 });
    expect(problemIn(await comeBack(path, member))).toBe("expired");
    vi.stubEnv("APP_ENV", "development");
    resetApp();
    expect(await storedConnection(member)).toBeUndefined();
  });

  test("of two tabs: both work, and the account of the first stays", async () => {
    const member = await newMember();
    const [one, two] = [await begin(member), await begin(member)];
    expect(one.searchParams.get("state")).not.toBe(two.searchParams.get("state"));
    expect(problemIn(await comeBack(await chooseAt(one, anyone), member))).toBe(page);
    const second = await comeBack(await chooseAt(two, another), member);
    expect(problemIn(second)).toBe("other-account");
    expect((await storedConnection(member))?.payload?.username).toBe(called);
  });

  test("the same address opened twice at once connects once, and both answers show it", async () => {
    const member = await newMember();
    const path = await chooseAt(await begin(member), anyone);
    const answers = await Promise.all([comeBack(path, member), comeBack(path, member)]);
    expect(answers.map(problemIn)).toEqual([page, page]);
    const exchanges = [...instagram.tokens.all.values()].filter(({ kind }) => kind === "short");
    expect(exchanges).toHaveLength(1);
  });
});

test("without a session the way leads through sign-in to the page, and neither code nor state goes along", async () => {
  const member = await newMember();
  const path = await chooseAt(await begin(member), anyone);
  const answer = await comeBack(path, { cookie: "" });
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe("/sign-in?redirectTo=/dashboard/connect");
});

test("a HEAD uses nothing up", async () => {
  const member = await newMember();
  const path = await chooseAt(await begin(member), anyone);
  expect((await visit(path, { method: "HEAD", cookie: member.cookie })).status).toBe(303);
  expect(problemIn(await comeBack(path, member))).toBe(page);
});

describe("what goes wrong at Instagram has its sentence and its way on", () => {
  const problems: [string, string, () => void, string, string, Record<string, string>?][] = [
    ["refused", "refuses", () => {}, "refused", "did not allow"],
    [
      "a personal account that is not switched",
      "personal",
      () => {},
      "refused",
      "did not allow",
      { press: "refuse" },
    ],
    [
      "a code that has expired",
      anyone,
      () => instagram.clock.advance(2 * 3_600_000),
      "code",
      "once, and for an hour",
    ],
    [
      "the permission is missing at /me",
      anyone,
      () => instagram.failures.set("me", { code: 10 }),
      "permissions",
      "permission",
    ],
    [
      "the first permission was not given",
      anyone,
      () => {},
      "permissions",
      "permission",
      { withhold: "instagram_business_basic" },
    ],
    [
      "a personal account that comes back with a code all the same",
      anyone,
      () => {
        instagram.account(anyone).type = "PERSONAL";
      },
      "personal",
      "professional accounts only",
    ],
    [
      "the token is worth nothing",
      anyone,
      () => instagram.failures.set("long-lived", { code: 190 }),
      "code",
      "confirmation",
    ],
    ["a limit", anyone, () => instagram.failures.set("me", { code: 4 }), "limited", "in an hour"],
    [
      "Instagram's own failure",
      anyone,
      () => instagram.failures.set("long-lived", { code: 2 }),
      "down",
      "does not answer as it should",
    ],
    [
      "Instagram is down",
      anyone,
      () => sandbox.faults.set("instagram", { kind: "status", status: 500 }),
      "down",
      "does not answer as it should",
    ],
  ];
  // Its own failure is asked for again, as one that passes.
  const tried = problems.filter(([name]) => everyCase || name !== "Instagram's own failure");
  test.each(tried)("%s", async (_, account, breaks, problem, sentence, fields) => {
    const member = await newMember();
    const path = await chooseAt(await begin(member), account, fields);
    breaks();
    const answer = await comeBack(path, member);
    sandbox.faults.clear();
    instagram.failures.clear();
    expect(problemIn(answer)).toBe(problem);
    expect(await storedConnection(member)).toBeUndefined();
    const text = await read(member, answer.headers.get("location") ?? "");
    expect(text).toContain(sentence);
    expect(text).toContain("Connect with Instagram");
  });

  test.each(few(["exchange", "long-lived", "me"], 1))(
    "one passing failure of '%s' costs nobody their connection",
    async (step) => {
      const member = await newMember();
      const path = await chooseAt(await begin(member), anyone);
      instagram.failures.set(step, { code: 2 }, { times: 2 });
      const answer = await comeBack(path, member);
      instagram.failures.clear();
      expect(problemIn(answer)).toBe(page);
      expect((await storedConnection(member))?.payload?.token).toMatch(/^eyJ/);
    },
  );

  test("Instagram hangs: the page does not wait, and nothing is half", async () => {
    const member = await newMember();
    const path = await chooseAt(await begin(member), anyone);
    sandbox.faults.set("instagram", { kind: "hang" });
    const started = performance.now();
    const answer = await comeBack(path, member);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(problemIn(answer)).toBe("slow");
    const waiting = await read(member, `${page}?problem=slow`);
    expect(waiting.split("still waiting")).toHaveLength(2);
    expect(waiting.split("as soon as it is connected")).toHaveLength(2);
    await settled();
    expect(await storedConnection(member)).toBeUndefined();
  });
});

test.each([
  ["without-insights", ["The insights of your posts", "The reach of your account each day"]],
  ["without-comments", ["Who comments on your posts"]],
])("%s: goes on, and says what is missing and how to get it", async (account, parts) => {
  const member = await newMember();
  expect(problemIn(await connect(member, account))).toBe(page);
  const text = await read(member);
  for (const part of parts) expect(text).toContain(part);
  expect(text).toContain("You did not allow it");
  expect(text).toContain("Connect again");
});

test("the page that waited for Instagram's answer says so no more once the account is connected", async () => {
  const member = await newMember();
  await connect(member, anyone);
  const text = await read(member, `${page}?problem=slow`);
  expect(text).toContain(`${called} is connected`);
  expect(text).not.toContain("still waiting");
});

describe("a connection as it goes on", () => {
  const hour = 3_600_000;
  const connected = async () => {
    const member = await newMember();
    await connect(member, anyone);
    await settled();
    return member;
  };
  const now = Date.now();
  const still = {
    attempts: 0,
    leaseUntil: 0,
    dueAt: now + 9 * hour,
    "progress.begunAt": null,
    "progress.readAt": now - 2 * hour,
    "progress.posts": null,
    "progress.waitsUntil": null,
    "progress.missing": [],
  };

  test("each state has its words", async () => {
    const member = await connected();
    const states: [Record<string, unknown>, string[], string[]][] = [
      [{}, [`${called} is connected`, "Last reading", "Next reading", "Read now"], []],
      [{ "progress.readAt": now - hour / 2 }, ["'Read now' works again from"], []],
      [
        {
          "progress.readAt": null,
          "progress.begunAt": now,
          "progress.posts": { read: 40, of: 200 },
        },
        ["for the first time", "40 of 200 posts read", "Check again"],
        ["Read now"],
      ],
      [{ "progress.readAt": null, dueAt: now }, ["The reading begins in a moment"], ["Read now"]],
      [{ "progress.begunAt": now }, ["being read just now"], ["Read now"]],
      [
        { "progress.waitsUntil": now + hour, dueAt: now + hour },
        ["limits how much", "works again from"],
        [],
      ],
      [{ attempts: 3 }, ["did not answer when we last tried"], []],
      [
        { "progress.missing": ["insights"] },
        ["The insights of your posts", "does not give it"],
        ["You did not allow it"],
      ],
      [
        { "payload.token": null, dueAt: null, "progress.withdrawnAt": now },
        [`Connect ${called} again`, "Connect again", "is kept"],
        ["Read now"],
      ],
    ];
    for (const [fields, shown, hidden] of states) {
      await changeConnection(member, { ...still, ...fields });
      const text = await read(member);
      for (const phrase of shown) expect(text).toContain(phrase);
      for (const phrase of hidden) expect(text).not.toContain(phrase);
      expect(text).toContain("Disconnect");
    }
  });

  test("'Read now' works an hour after the last reading", async () => {
    const member = await connected();
    await changeConnection(member, { ...still, "progress.readAt": now - hour / 2 });
    const early = await press(member, "refresh");
    expect(early.status).toBe(429);
    expect(Number(early.headers.get("retry-after"))).toBeGreaterThan(900);
    expect((await storedConnection(member))?.dueAt).toBe(still.dueAt);
    await changeConnection(member, { ...still, "progress.readAt": now - hour });
    const answer = await press(member, "refresh");
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(page);
    expect((await storedConnection(member))?.lease).toBeGreaterThan(1);
  });

  test("'Read now' works an hour after an attempt that failed, too", async () => {
    const member = await connected();
    const failed = { ...still, attempts: 2, "progress.readAt": now - 30 * hour };
    for (const begunAt of few([null, now - 2 * hour], 1)) {
      await changeConnection(member, { ...failed, "progress.begunAt": begunAt });
      await changeConnection(member, { updatedAt: now - hour / 2 });
      expect(await read(member)).toContain("'Read now' works again from");
      const early = await press(member, "refresh");
      expect(early.status).toBe(429);
      expect(await early.text()).toContain("or tried to");
      expect((await storedConnection(member))?.dueAt).toBe(still.dueAt);
    }
    await changeConnection(member, { updatedAt: now - hour });
    expect((await press(member, "refresh")).status).toBe(303);
    expect((await storedConnection(member))?.lease).toBeGreaterThan(1);
  });

  test("one whose document nobody can read: the page says so, and offers both ways out", async () => {
    const member = await connected();
    await changeConnection(member, { payload: { uid: member.uid, token: "x" } });
    const text = await read(member);
    expect(text).toContain("We cannot read your connection");
    expect(text).toContain("Connect again");
    const asks = await visit(`${page}/disconnect`, { cookie: member.cookie });
    expect(await asks.text()).toContain("Disconnect Instagram?");
    expect((await press(member, "disconnect")).status).toBe(303);
    expect(await storedConnection(member)).toBeUndefined();
    expect(await read(member)).not.toContain("We cannot read your connection");
  });

  test("another account than that of the exports: the page says so", async () => {
    const member = await connected();
    await keepImport(member, "Somebody.Else");
    const text = await read(member);
    expect(text).toContain("Not the account of your exports");
    expect(text).toContain("somebody.else");
  });
});

describe("while the first reading waits, the figures so far", () => {
  const wait = { readAt: null, begunAt: Date.now(), waitsUntil: Date.now() + 3_600_000 };
  const figuresOf = async (changes: Parameters<typeof keptOf>[1]) => {
    const member = await newMember();
    const account = instagram.account("unliked");
    await storeReading(member.uid, "unliked", keptOf(account, changes));
    for (const [name, value] of Object.entries(wait))
      await changeConnection(member, { [`progress.${name}`]: value });
    const posts = account.posts();
    return { text: await read(member), posts };
  };

  test("are those of the analysis: hidden likes count where insights tell them", async () => {
    const { text, posts } = await figuresOf({});
    const likes = posts.reduce((sum, post) => sum + post.likes, 0);
    expect(likes).toBeGreaterThan(0);
    expect(text).toContain(`Latest posts ${posts.length} Likes on them ${withCommas(likes)}`);
  });

  test("say nothing of posts of which Instagram gave no list, not even that there are none", async () => {
    const { text } = await figuresOf({ isListed: false, posts: [] });
    expect(text).toContain("Figures so far");
    expect(text).not.toMatch(/Latest posts|Likes on|Comments on/);
  });
});

test("presses that are none, or with nothing connected, change nothing", async () => {
  const member = await newMember();
  expect((await press(member, "dance")).status).toBe(400);
  expect((await press(member, "refresh")).status).toBe(409);
  expect(
    (await press(member, "connect", { headers: { origin: "https://evil.example" } })).status,
  ).toBe(403);
});

test("who belongs to the outside system is offered no connection, idle too", async () => {
  const member = await newMember();
  await (await firestore()).doc(`profiles/${member.uid}`).set({ _insights: { status: "idle" } });
  const shown = await visit(page, { cookie: member.cookie });
  expect([shown.status, shown.headers.get("location")]).toEqual([302, "/dashboard/analytics"]);
  const pressed = await press(member, "connect");
  expect(pressed.status).toBe(409);
  expect(pressed.headers.get("location")).toBeNull();
});

test("a profile of the outside system that comes between the two presses is not touched", async () => {
  const member = await newMember();
  const path = await chooseAt(await begin(member), anyone);
  await (await firestore()).doc(`profiles/${member.uid}`).set({ _insights: { status: "idle" } });
  resetApp();
  expect(problemIn(await comeBack(path, member))).toBe("outside");
  expect(await storedConnection(member)).toBeUndefined();
});

test("the log-in host may be posted to", async () => {
  const { headers } = await visit(page, { cookie: (await newMember()).cookie });
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(new RegExp(`form-action [^;]*${new URL(login).origin}`));
});
