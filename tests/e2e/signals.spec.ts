import { setTimeout as pause } from "node:timers/promises";
import routes from "../../app/routes.ts";
import { startSandbox } from "../../sandbox/serve.ts";
import { type Stack, startServer, stopServer } from "../setup/stack.ts";
import { expect, test as journey } from "./journey.ts";

/** A server that reports its errors and shows its metrics, told of by `metricsPort`. */
const test = journey.extend<{ metricsOrigin: string }, { sharedStack: Stack }>({
  sharedStack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => {
      const sandbox = await startSandbox();
      const { server, output } = await startServer({
        ...sandbox.env,
        SENTRY_DSN: sandbox.sentryDsn,
        RELEASE: "release-7",
        METRICS_PORT: "0",
        TRUST_PROXY: "1",
      });
      const stop = async () => {
        await stopServer(server);
        await sandbox.stop();
      };
      await use({ sandbox, server, output, origin: sandbox.appOrigin, stop });
      await stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  metricsOrigin: async ({ stack }, use) => {
    const { port } = lines(stack.output()).find(({ msg }) => msg === "serving metrics") ?? {};
    await use(`http://127.0.0.1:${port}`);
  },
});

interface LogLine {
  level: string;
  msg: string;
  port?: number;
  requestId?: string;
  method?: string;
  route?: string;
  status?: number;
  milliseconds?: number;
  error?: string;
}

const lines = (output: string): LogLine[] =>
  output
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** The log is written a fifth of a second at a time. */
const written = () => pause(600);

interface Envelope {
  type: string;
  transaction?: string;
  spans?: object[];
  environment?: string;
  release?: string;
  platform?: string;
  tags?: Record<string, string>;
  contexts?: { app?: Record<string, string>; trace?: { trace_id: string } };
  exception?: { values: { type: string; value: string }[] };
}

/** The events in the envelopes that Sentry got. */
const reports = ({ sandbox }: Stack): Envelope[] =>
  sandbox.world.envelopes.map((envelope) => {
    const [, head = "{}", event = "{}"] = envelope.split("\n");
    return { ...JSON.parse(event), type: JSON.parse(head).type };
  });
const errors = (stack: Stack) => reports(stack).filter(({ type }) => type === "event");

let clients = 0;
/** Each request comes from a client of its own, so that no limit ends the walk. */
const newClient = () => `203.0.113.${clients++ % 250}, 198.51.100.${clients % 250}`;

async function signedIn(origin: string, key: string): Promise<string> {
  const response = await fetch(`${origin}/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { origin, "x-forwarded-for": newClient() },
    body: await signInForm(origin, `${key}@example.com`, `${key}-pass`),
  });
  const cookie = response.headers.getSetCookie().find((set) => set.startsWith("session="));
  if (!cookie) throw new Error(`signing in ended in ${response.status}`);
  return cookie.split(";", 1)[0] ?? "";
}

/** The form as a browser sends it: the trap's two fields too. */
async function signInForm(origin: string, email: string, password: string) {
  const page = await (await fetch(`${origin}/sign-in`)).text();
  const [, trap = "", drawn = "", when = ""] =
    /name="([^"]+)" type="text" tabindex="-1".*?type="hidden" name="([^"]+)" value="([^"]+)"/i.exec(
      page,
    ) ?? [];
  return new URLSearchParams({ [trap]: "", [drawn]: when, email, password });
}

test.describe("what the server tells of a request", () => {
  test.skip(({ enhanced }) => !enhanced, "no browser is in it");

  test("one line, by its route's pattern, under the id that the answer carries", async ({
    stack,
  }) => {
    const response = await fetch(`${stack.origin}/pdf/secret-name.pdf?token=abc`, {
      redirect: "manual",
    });
    const missing = await fetch(`${stack.origin}/nobody/rich@example.com`);
    await written();
    const logged = lines(stack.output());
    const requestId = response.headers.get("x-request-id");
    expect(logged.filter((line) => line.requestId === requestId)).toEqual([
      expect.objectContaining({
        level: "info",
        msg: "request",
        method: "GET",
        route: "/pdf/:file",
        status: response.status,
        milliseconds: expect.any(Number),
      }),
    ]);
    expect(
      logged.find((line) => line.requestId === missing.headers.get("x-request-id")),
    ).toMatchObject({ route: "*", status: 404 });
    expect(stack.output()).not.toMatch(/secret-name|token|@example\.com/);
  });

  test("metrics by route, system and queue, on a port of their own", async ({
    stack,
    metricsOrigin,
  }) => {
    const cookie = await signedIn(stack.origin, "rich");
    await fetch(`${stack.origin}/dashboard/analytics`, { headers: { cookie } });
    const response = await fetch(`${metricsOrigin}/metrics`);
    expect(response.headers.get("content-type")).toContain("text/plain; version=0.0.4");
    const text = await response.text();
    for (const series of [
      /^http_request_seconds_count\{route="\/dashboard\/analytics",method="GET",status="200"\} [1-9]/m,
      /^http_request_seconds_bucket\{le="0\.25",route="\/sign-in",method="POST",status="302"\} \d/m,
      /^upstream_request_seconds_count\{system="identity",outcome="ok"\} [1-9]/m,
      /^events_queue_length \d/m,
      /^process_cpu_seconds_total /m,
    ])
      expect(text).toMatch(series);
    expect((await fetch(`${metricsOrigin}/dashboard`)).status).toBe(404);
    expect((await fetch(`${stack.origin}/metrics`)).status).toBe(404);
  });

  test("an error is reported once, with the request's id, build and environment", async ({
    stack,
  }) => {
    const response = await fetch(`${stack.origin}/test-error`, {
      method: "POST",
      headers: { origin: stack.origin },
      body: new URLSearchParams({ any: "thing" }),
    });
    expect(response.status).toBe(500);
    await expect.poll(() => errors(stack).length).toBe(1);
    const [report] = errors(stack);
    const requestId = response.headers.get("x-request-id");
    expect(report).toMatchObject({
      platform: "node",
      release: "release-7",
      environment: "DEV",
      tags: { requestId },
      contexts: { app: { app_name: "instatrack_webapp", app_version: "release-7" } },
      exception: { values: [{ type: "Error", value: "Test error" }] },
    });
    expect(report?.contexts?.app?.build_time).toMatch(/^\d{4}-\d\d-\d\dT/);
    await written();
    const logged = lines(stack.output()).filter(({ msg }) => msg === "unexpected error");
    expect(logged.filter((line) => line.requestId === requestId)).toHaveLength(1);
  });

  test("half of the requests are traced, by pattern, with the systems they asked", async ({
    stack,
  }) => {
    let cookie = "";
    for (let count = 0; count < 15; count += 1) cookie = await signedIn(stack.origin, "rich");
    for (let count = 0; count < 40; count += 1)
      await fetch(`${stack.origin}/dashboard/news/some-slug?token=abc`, { headers: { cookie } });
    await written();
    const tracesOf = (name: string) =>
      reports(stack).filter(({ transaction }) => transaction === name);
    const pages = tracesOf("GET /dashboard/news/:slug");
    expect(pages.length).toBeGreaterThan(5);
    expect(pages.length).toBeLessThan(35);
    expect(tracesOf("POST /sign-in").flatMap(({ spans = [] }) => spans)).toContainEqual(
      expect.objectContaining({ op: "http.client", description: "identity" }),
    );
    expect(stack.sandbox.world.envelopes.join("")).not.toMatch(/some-slug|token|uid-rich/);
  });
});

const canary = {
  email: "canary.person@example.com",
  password: "canary-Passw0rd",
  token: "canaryTokenA1.B2",
  cookie: "canary-cookie-value",
  header: "canary-header-value",
};
const creds = Buffer.from(
  JSON.stringify({ email: canary.email, password: canary.password }),
).toString("base64");

/** Whatever must not be told: the canaries, anybody's address, and what names a session. */
const secret = /canary|@example\.com|%40example\.com|uid-[a-z]+|203\.0\.113\.|198\.51\.100\./i;

type Entry = (typeof routes)[number];

function patternsOf(entries: readonly Entry[], above = ""): string[] {
  return entries.flatMap((entry) => {
    const path = entry.path === undefined ? above : `${above}/${entry.path}`;
    const below = patternsOf(entry.children ?? [], path);
    return entry.path === undefined && !entry.index ? below : [path || "/", ...below];
  });
}

/** Every address of the app, with canaries for its parameters. */
const addresses = [...new Set(patternsOf(routes))].map((pattern) =>
  pattern
    .replace(":email", encodeURIComponent(canary.email))
    .replace(":step", "3")
    .replace(":category", "likes")
    .replace(/:\w+|\*/g, canary.token),
);

test("what a person types, carries or follows is in no log, event or report", async ({
  stack,
  enhanced,
}) => {
  test.skip(!enhanced, "no browser is in it");
  test.setTimeout(150_000);
  const { origin, sandbox } = stack;
  expect(addresses.length).toBeGreaterThan(30);

  const query = new URLSearchParams({
    ...canary,
    creds,
    id: canary.token,
    t: canary.token,
    from: canary.token,
    redirectTo: `/dashboard?token=${canary.token}`,
  });
  const headersFor = (cookie: string) => ({
    cookie: `${cookie}; credentials=${canary.cookie}; other=${canary.cookie}`,
    "user-agent": `Mozilla/5.0 (${canary.email})`,
    referer: `${origin}/sign-in?creds=${creds}&token=${canary.token}`,
    authorization: `Bearer ${canary.token}`,
    "x-canary": canary.header,
    "x-request-id": canary.header,
    "x-forwarded-for": newClient(),
  });
  const form = { ...canary, creds, id: canary.token, from: canary.token, text: canary.password };
  const { header: _, ...extras } = { ...canary, creds, id: canary.token, from: canary.token };
  const event = { event: "open", page: `/sign-in?token=${canary.token}`, ...extras };
  const seen: number[] = [];

  async function visit(path: string, cookie: string, body?: BodyInit, type?: string) {
    const response = await fetch(origin + path, {
      method: body === undefined ? "GET" : "POST",
      redirect: "manual",
      headers: {
        ...headersFor(cookie),
        ...(body !== undefined && { origin }),
        ...(type && { "content-type": type }),
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(8_000),
    }).catch(() => undefined);
    // Updates go on for as long as somebody listens.
    if (response?.headers.get("content-type")?.startsWith("text/event-stream"))
      await response.body?.cancel();
    else await response?.arrayBuffer().catch(() => undefined);
    seen.push(response?.status ?? 0);
  }

  const cookies = ["session=canary-session", await signedIn(origin, "leaked")];
  for (const cookie of cookies)
    for (const address of addresses)
      await Promise.all([
        visit(`${address}?${query}`, cookie),
        visit(`${address === "/" ? "/_root" : address}.data?${query}`, cookie),
      ]);

  for (const address of addresses) {
    const cookie = await signedIn(origin, "leaked");
    await visit(`${address}?${query}`, cookie, new URLSearchParams(form));
    await visit(`${address}?${query}`, cookie, JSON.stringify(event), "text/plain");
    await visit(`${address}?${query}`, "", `{"password": ${canary.password}`, "application/json");
  }
  for (const [email, password] of [
    [canary.email, canary.password],
    ["leaked@example.com", canary.password],
    ["disabled@example.com", "disabled-pass"],
    ["expired@example.com", "expired-pass"],
  ] as const)
    await visit("/sign-in", "", await signInForm(origin, email, password));

  for (const fault of [
    { kind: "status", status: 500 },
    { kind: "malformed" },
    { kind: "reset" },
  ] as const) {
    const cookie = await signedIn(origin, "leaked");
    for (const system of [
      "subscriptions",
      "functions",
      "billing",
      "firestore",
      "identity",
    ] as const)
      sandbox.faults.set(system, fault);
    for (const address of addresses)
      await Promise.all([
        visit(`${address}?${query}`, cookie),
        visit(`${address}?${query}`, cookie, new URLSearchParams(form)),
      ]);
    for (const system of [
      "subscriptions",
      "functions",
      "billing",
      "firestore",
      "identity",
    ] as const)
      sandbox.faults.clear(system);
    // Until the breakers try again.
    await pause(5_500);
  }
  await visit("/test-error", "", new URLSearchParams(form));

  // The walk met pages, refusals and failures, not one wall.
  for (const status of [200, 204, 302, 400, 404, 405, 500]) expect(seen).toContain(status);
  expect(seen.filter((status) => status === 0).length).toBeLessThan(5);
  await pause(1_500);

  const logged = stack
    .output()
    .split("\n")
    .filter((line) => secret.test(line));
  expect(logged).toEqual([]);
  expect(stack.output()).not.toContain(creds.slice(0, 40));

  expect(errors(stack).length).toBeGreaterThan(0);
  const envelopes = sandbox.world.envelopes.join("\n");
  expect(envelopes.match(new RegExp(`.{60}(${secret.source}).{60}`, "i"))).toBeNull();
  expect(envelopes).not.toContain(creds.slice(0, 40));

  expect(sandbox.world.events.length).toBeGreaterThan(0);
  for (const { path, query: asked, body } of sandbox.world.events) {
    const { email, ...rest } = body as Record<string, unknown>;
    expect(JSON.stringify([path, asked, rest])).not.toMatch(secret);
    if (email !== undefined) expect(rest.event).toMatch(/^Pwned /);
  }
});

test.describe("the page", () => {
  test("tells the operator's scripts the ids of the visitor's brand", async ({
    page,
    stack,
    enhanced,
  }) => {
    const inPage = async () =>
      JSON.parse((await page.locator("#profile-analyzer-identifiers").textContent()) ?? "");
    const ofBrand = (infix: string, suffix: string) => ({
      trackingBaseAddress: stack.sandbox.env.EVENTS_URL,
      courseId: `ig${infix}_boost_engagement${suffix}`,
      reportId: `ig${infix}_pdf_report${suffix}`,
      premiumId: `ig${infix}_premium_one_month`,
      giftId: `ig${infix}_gift_one_month`,
    });
    await page.goto("/");
    expect(await inPage()).toEqual(ofBrand("", "_otp"));
    // Signing in reads the subscriptions, and with them the brand.
    await page.goto("/sign-in");
    await page.getByLabel("Email").fill("brandx@example.com");
    await page.getByLabel("Password").fill("brandx-pass");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/dashboard");
    expect(await inPage()).toEqual(ofBrand("_x", "_sale_otp"));
    if (!enhanced) return;
    await page.waitForFunction(() => "profileAnalyzer" in window);
    const exposed = await page.evaluate(() => {
      const { profileAnalyzer } = window as unknown as { profileAnalyzer: { courseId: string } };
      let refused = 0;
      for (const change of [
        () => Object.assign(profileAnalyzer, { courseId: "other" }),
        () => Object.assign(window, { profileAnalyzer: {} }),
      ])
        try {
          change();
        } catch {
          refused += 1;
        }
      return { refused, courseId: profileAnalyzer.courseId };
    });
    expect(exposed).toEqual({ refused: 2, courseId: "ig_x_boost_engagement_sale_otp" });
  });

  test("crashes into 'Something went wrong', on the server and in the browser", async ({
    page,
    stack,
    enhanced,
  }) => {
    await page.goto("/?showerrbtn=plz");
    await page.locator("[data-test-error] button").click();
    await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    const platforms = () => new Set(errors(stack).map(({ platform }) => platform));
    await expect.poll(platforms).toEqual(new Set(enhanced ? ["node", "javascript"] : ["node"]));
    await page.getByRole("link", { name: "Back to home page" }).click();
    await expect(page).toHaveURL(`${stack.origin}/`);
  });

  test("crashes the same way with its scripts broken", async ({ page }) => {
    await page.route("**/*.js", (route) => route.abort());
    await page.goto("/?showerrbtn=plz");
    await page.locator("[data-test-error] button").click();
    await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Back to home page" })).toBeVisible();
  });

  test("that is alive crashes in place, and reports it with the trace of its requests", async ({
    page,
    signedInAs,
    stack,
    enhanced,
  }) => {
    test.skip(!enhanced, "without scripts no page is alive");
    await signedInAs("rich");
    await page.goto("/dashboard");
    stack.sandbox.world.envelopes.length = 0;
    let trace = "";
    await page.route("**/*.data*", (route) => {
      trace = route.request().headers()["sentry-trace"] ?? "";
      return route.fulfill({ status: 200, contentType: "text/x-script", body: "not what it says" });
    });
    await page.getByRole("button", { name: /menu/i }).or(page.locator("summary")).first().click();
    await page.getByRole("link", { name: "Log out" }).click();
    await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    await expect.poll(() => errors(stack).length).toBeGreaterThan(0);
    const [report] = errors(stack);
    expect(report).toMatchObject({
      platform: "javascript",
      release: "release-7",
      environment: "DEV",
      contexts: { app: { app_name: "instatrack_webapp", app_version: "release-7" } },
    });
    expect(trace).toMatch(/^[\da-f]{32}-[\da-f]{16}$/);
    expect(trace).toContain(report?.contexts?.trace?.trace_id ?? "no trace");
    expect(stack.sandbox.world.envelopes.join("")).not.toMatch(/@example\.com|uid-rich/);
  });
});

// The last, since reports that hang leave no room for others for some seconds.
test("a sink and a Sentry that hang slow no page", async ({ stack, enhanced }) => {
  test.skip(!enhanced, "no browser is in it");
  test.setTimeout(180_000);
  const { origin, sandbox } = stack;
  const cookie = await signedIn(origin, "rich");

  async function p99(count: number): Promise<number> {
    const times: number[] = [];
    for (let at = 0; at < count; at += 1) {
      // What a page's own scripts would send meanwhile.
      const event = fetch(`${origin}/event`, {
        method: "POST",
        headers: { origin, "content-type": "text/plain", "x-forwarded-for": newClient() },
        body: JSON.stringify({ event: "open", at }),
      }).then((response) => expect(response.status).toBe(204));
      const started = performance.now();
      const page = await fetch(`${origin}/dashboard`, { headers: { cookie } });
      await page.arrayBuffer();
      times.push(performance.now() - started);
      expect(page.status).toBe(200);
      await event;
    }
    return times.sort((one, other) => one - other)[Math.ceil(count * 0.99) - 1] ?? 0;
  }

  async function compare(): Promise<{ usual: number; hanging: number }> {
    const usual: number[] = [];
    const hanging: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      usual.push(await p99(100));
      sandbox.faults.set("events", { kind: "hang" });
      sandbox.faults.set("sentry", { kind: "hang" });
      hanging.push(await p99(100));
      sandbox.faults.clear();
    }
    const median = (times: number[]) => times.sort((one, other) => one - other)[2] ?? 0;
    return { usual: median(usual), hanging: median(hanging) };
  }

  await p99(60);
  let slowed: { usual: number; hanging: number };
  // What else the machine does may hit one half of a comparison; a page that waits would fail each.
  for (let attempt = 1; ; attempt += 1) {
    slowed = await compare();
    if (slowed.hanging <= slowed.usual * 1.2 + 5 || attempt === 4) break;
  }
  expect(slowed.hanging).toBeLessThanOrEqual(slowed.usual * 1.2 + 5);
});
