import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { sandbox, server } from "#tests/setup/outside";
import { get, signedIn } from "#tests/setup/requests";
import { breachesOf } from "~/clients/breaches.server";
import { flushEvents } from "~/clients/events.server";
import { log } from "~/clients/log.server";
import { checkBreaches } from "~/services/breach-check.server";
import { readSession } from "~/web/session.server";

const address = "/dashboard/password-safety";
const safe = "Your email address is not associate with any data breaches";
const failed = "Something went wrong. Please try again later.";
const tooMany = "Please try again later.";

const callsTo = (email: string) =>
  sandbox.world.calls.filter(
    ({ path }) => path === `/breachedaccount?account=${encodeURIComponent(email)}`,
  );

async function pwnedEvents() {
  await flushEvents();
  return sandbox.world.events
    .map(({ body }) => body as Record<string, unknown>)
    .filter(({ event }) => String(event).startsWith("Pwned"));
}

/** The page's text, as a browser without JavaScript shows it. */
async function read(cookie: string, path = `${address}?whole=1`) {
  const answer = await visit(path, { cookie, headers: { "user-agent": "test-browser" } });
  const html = await answer.text();
  return { status: answer.status, html, text: textOf(html) };
}

const textOf = (html: string) =>
  html
    .replace(/<(script|style|head)[\s\S]*?<\/\1>/g, "")
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, "\n")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'");

beforeEach(async () => {
  // A success resets the failure count of the breaker, which an earlier test may have raised.
  await breachesOf("nobody@example.com");
  sandbox.world.calls.length = 0;
});

const about = {
  host: "localhost:3000",
  project: "metricgurus",
  userAgent: "test-browser",
};

describe("each outcome: text, status, events", () => {
  test("breaches", async () => {
    const { status, html, text } = await read(await signedIn("leaked"));
    expect(status).toBe(200);
    for (const expected of [
      "EMAIL COMPROMISED!",
      'Your email "leaked@example.com" is compromised on 4 breached sites',
      "Breach Date",
      "May 5, 2016",
      "Compromised data",
      "Email addresses, Partial credit card data, Purchases",
      "What to do about it",
      "Keep up to date with the latest news in the field of promotion of Instagram accounts and learn new things",
    ])
      expect(text).toContain(expected);
    expect(html).toContain("/images/breach/compromised.svg");
    expect(html.match(/<article/g)).toHaveLength(4);
    const order = ["Harbor Forum", "Cartwheel Shop", "Parcelly", "Tunebox"];
    expect(order.map((name) => text.indexOf(name))).toEqual(
      order.map((name) => text.indexOf(name)).sort((a, b) => a - b),
    );
    for (const unexpected of [safe, failed, "Checking known breaches"])
      expect(text).not.toContain(unexpected);
    expect(await pwnedEvents()).toEqual([
      {
        event: "Pwned success response",
        breachedSitesCount: 4,
        status: 200,
        email: "leaked@example.com",
        ...about,
      },
    ]);
  });

  test("one breach is one site", async () => {
    const [first] = sandbox.world.breaches.get("leaked@example.com") ?? [];
    if (!first) throw new Error("nothing leaked");
    sandbox.world.breaches.set("rich@example.com", [first]);
    const { text } = await read(await signedIn("rich"));
    expect(text).toContain('Your email "rich@example.com" is compromised on 1 breached site\n');
  });

  test.each([
    ["404", undefined, 404],
    ["an empty list", () => HttpResponse.json([]), 200],
  ])("no breaches: %s", async (_, answer, upstream) => {
    if (answer) server.use(http.post("http://sandbox.test/functions/breachedaccount", answer));
    const { status, html, text } = await read(await signedIn("rich"));
    expect(status).toBe(200);
    for (const expected of ["No breached accounts", "Good news!", safe])
      expect(text).toContain(expected);
    expect(html).toContain("/images/breach/safe.svg");
    for (const unexpected of ["COMPROMISED", "Breach Date", failed])
      expect(text).not.toContain(unexpected);
    expect(await pwnedEvents()).toEqual([
      {
        event: "Pwned success response",
        breachedSitesCount: 0,
        status: upstream,
        email: "rich@example.com",
        ...about,
      },
    ]);
  });

  test("429", async () => {
    const warned = vi.spyOn(log, "warn");
    sandbox.faults.set("functions", { kind: "status", status: 429 });
    const { status, text } = await read(await signedIn("leaked"));
    expect(status).toBe(503);
    expect(text).toContain(`\n${tooMany}\n`);
    for (const unexpected of [safe, failed, "COMPROMISED"]) expect(text).not.toContain(unexpected);
    const error = "Too many requests — the rate limit has been exceeded";
    expect(warned.mock.calls.flat()).toContain(error);
    expect(await pwnedEvents()).toEqual([
      {
        event: "Pwned rate limit error",
        error,
        status: 429,
        email: "leaked@example.com",
        ...about,
      },
    ]);
    expect(callsTo("leaked@example.com")).toHaveLength(1);
  });

  test.each([
    ["500", { kind: "status", status: 500 }, "status", 500],
    ["403", { kind: "status", status: 403 }, "status", 403],
    ["a hang", { kind: "hang" }, "timeout", null],
    ["a drip", { kind: "drip" }, "timeout", null],
    ["malformed JSON", { kind: "malformed" }, "malformed", 200],
    ["another shape", { kind: "wrong-shape" }, "malformed", 200],
    ["a reset", { kind: "reset" }, "unreachable", null],
    ["a redirect", { kind: "redirect" }, "redirect", 302],
    ["a flood", { kind: "huge" }, "too-large", 200],
  ] as const)("any other failure: %s", async (_, fault, kind, upstream) => {
    sandbox.faults.set("functions", fault);
    const started = performance.now();
    const { status, text } = await read(await signedIn("leaked"));
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(status).toBe(503);
    expect(text).toContain(failed);
    for (const unexpected of [safe, "Good news", "No breached", "COMPROMISED"])
      expect(text).not.toContain(unexpected);
    const events = await pwnedEvents();
    expect(events).toEqual([
      {
        event: "Pwned error",
        error: expect.stringContaining(`"kind":"${kind}"`),
        status: upstream,
        email: "leaked@example.com",
        ...about,
      },
    ]);
    expect(sandbox.world.trapped).toEqual([]);
  });
});

describe("once a session", () => {
  test("a session checks once, even if the page is opened often and in parallel", async () => {
    const cookie = await signedIn("leaked");
    await Promise.all([read(cookie), read(cookie, address), read(cookie)]);
    await read(cookie);
    expect(callsTo("leaked@example.com")).toHaveLength(1);
    expect(await pwnedEvents()).toHaveLength(1);
  });

  test("the next session checks again", async () => {
    await read(await signedIn("leaked"));
    await read(await signedIn("leaked"));
    expect(callsTo("leaked@example.com")).toHaveLength(2);
  });

  test("a failure is not cached", async () => {
    const cookie = await signedIn("leaked");
    sandbox.faults.set("functions", { kind: "status", status: 429 }, 1);
    expect((await read(cookie)).text).toContain(tooMany);
    expect((await read(cookie)).text).toContain("EMAIL COMPROMISED!");
  });

  test("log-out clears the result", async () => {
    const cookie = await signedIn("leaked");
    await read(cookie);
    const subscriber = await readSession(get("/", { cookie }).request);
    if (!subscriber) throw new Error("not signed in");
    await ask("/dashboard/log-out", { cookie, fields: {} });
    await checkBreaches({ ...subscriber, userAgent: "test-browser" });
    expect(callsTo("leaked@example.com")).toHaveLength(2);
  });

  test("only the session's own address is checked, whatever the query says", async () => {
    const { text } = await read(
      await signedIn("rich"),
      `${address}?whole=1&account=leaked@example.com&email=leaked@example.com`,
    );
    expect(text).toContain(safe);
    expect(callsTo("leaked@example.com")).toEqual([]);
    expect(callsTo("rich@example.com")).toHaveLength(1);
  });

  test("a visitor is redirected to sign-in, and nothing is checked", async () => {
    for (const path of [address, `${address}?whole=1`]) {
      const answer = await visit(path);
      expect(answer.status).toBe(302);
      expect(answer.headers.get("location")).toMatch(/^\/sign-in\?redirectTo=/);
    }
    expect(sandbox.world.calls.filter(({ system }) => system === "functions")).toEqual([]);
  });
});

describe("while the check runs", () => {
  test("the page shows the loader first, and the result follows in the same response", async () => {
    sandbox.faults.set("functions", { kind: "slow", ms: 600 });
    const answer = await visit(address, { cookie: await signedIn("leaked") });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    const first = (await reader?.read())?.value ?? "";
    let rest = "";
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read())
      rest += chunk.value;
    expect(first).toContain("Checking known breaches");
    expect(first).toContain(
      '<meta http-equiv="refresh" content="0;url=/dashboard/password-safety?whole=1"',
    );
    expect(first).not.toContain("COMPROMISED");
    expect(rest).toContain("EMAIL COMPROMISED!");
  });

  test("a cached result needs neither loader nor refresh", async () => {
    const cookie = await signedIn("leaked");
    await read(cookie);
    const { html } = await read(cookie, address);
    expect(html).toContain("EMAIL COMPROMISED!");
    expect(html).not.toContain("Checking known breaches");
    expect(html).not.toContain("http-equiv");
  });
});

test("the password field has no name and no form, and is hidden until the script runs", async () => {
  const { html } = await read(await signedIn("rich"));
  const section = /<section hidden="" data-password-check="([^"]*)"[\s\S]*?<\/section>/.exec(html);
  expect(section?.[1]).toBe("http://sandbox.test/pwned");
  expect(section?.[0]).toContain('type="password"');
  expect(section?.[0]).not.toMatch(/ name=|<form/);
  expect(html).not.toContain("<form");
});
