import { HttpResponse, http } from "msw";
import { describe, expect, test, vi } from "vitest";
import { about, callsTo, failed, pwnedEvents, read, safe, tooMany } from "#tests/setup/breaches";
import { few } from "#tests/setup/cases";
import { sandbox, server } from "#tests/setup/outside";
import { signedIn } from "#tests/setup/requests";
import { stopwatch } from "#tests/setup/stopwatch";
import { log } from "~/platform/monitoring/log.server";

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

  test("a list after a byte order mark is a list", async () => {
    const listed = JSON.stringify([{ Name: "Shop", Domain: "shop.example" }]);
    server.use(http.post("*/breachedaccount", () => HttpResponse.text(`\ufeff${listed}`)));
    const { status, text } = await read(await signedIn("rich"));
    expect(status).toBe(200);
    expect(text).toContain("on 1 breached site");
  });

  const gaps: [object, string[]][] = [
    [{ Domain: null }, ["Shop", "May 5, 2016", "Passwords"]],
    [{ Domain: undefined }, ["Shop", "May 5, 2016", "Passwords"]],
    [{ BreachDate: null }, ["Shop", "shop.example", "Passwords"]],
    [{ DataClasses: null }, ["Shop", "shop.example", "May 5, 2016"]],
    [{ Domain: undefined, BreachDate: undefined, DataClasses: undefined }, ["Shop"]],
  ];
  test.each(few(gaps, 3))("a breach with %j is shown without it", async (changed, shown) => {
    const whole = { Domain: "shop.example", BreachDate: "2016-05-05", DataClasses: ["Passwords"] };
    const answer = [{ Name: "Shop", ...whole, ...changed }];
    server.use(http.post("*/breachedaccount", () => HttpResponse.json(answer)));
    const { status, text } = await read(await signedIn("rich"));
    expect(status).toBe(200);
    for (const words of ["on 1 breached site", ...shown]) expect(text).toContain(words);
  });

  test.each(few([{ Name: null }, { Name: "" }, { DataClasses: "Passwords" }, { Domain: 7 }], 2))(
    "a breach with %j is not passed over in silence: nothing is said",
    async (changed) => {
      const whole = { Name: "A", Domain: "a.example", BreachDate: "2016-05-05", DataClasses: [] };
      const answer = [whole, { ...whole, ...changed }];
      server.use(http.post("*/breachedaccount", () => HttpResponse.json(answer)));
      const { status, text } = await read(await signedIn("rich"));
      expect(status).toBe(503);
      expect(text).toContain(failed);
    },
  );

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

  const failures = [
    ["500", { kind: "status", status: 500 }, "status", 500],
    ["403", { kind: "status", status: 403 }, "refused", 403],
    ["a hang", { kind: "hang" }, "timeout", null],
    ["a drip", { kind: "drip" }, "timeout", null],
    ["malformed JSON", { kind: "malformed" }, "garbled", 200],
    ["another shape", { kind: "wrong-shape" }, "malformed", 200],
    ["a reset", { kind: "reset" }, "unreachable", null],
    ["a redirect", { kind: "redirect" }, "redirect", 302],
    ["a flood", { kind: "huge" }, "too-large", 200],
  ] as const;
  test.each(few(failures, 4))("any other failure: %s", async (_, fault, kind, upstream) => {
    sandbox.faults.set("functions", fault);
    const waited = stopwatch();
    const { status, text } = await read(await signedIn("leaked"));
    expect(waited()).toBeLessThan(5_000);
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
