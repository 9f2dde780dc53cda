import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { everyCase } from "../setup/cases.ts";
import { errors, startReportingStack } from "../setup/error-reports.ts";
import type { Stack } from "../setup/stack.ts";
import { patterns, tried } from "./addresses.ts";
import { wholeLog } from "./log.ts";
import { hiddenFields, signInAs } from "./requests.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startReportingStack();
});
afterAll(() => stack.stop());

let clients = 0;
/** Each request comes from a client of its own, so that no limit ends the walk. */
const newClient = () => `203.0.113.${clients++ % 250}, 198.51.100.${clients % 250}`;

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

/** Whatever must not be told: the canaries, anybody's address, and what names a session. A request's id may end with `uid-a`. */
const secret =
  /canary|@example\.com|%40example\.com|(?<![\w-])uid-[a-z]+|\b10\.0\.\d+\.\d+\b|203\.0\.113\.|198\.51\.100\./i;

const failing = ["subscriptions", "functions", "billing", "firestore", "identity"] as const;

/** Every address of the app, with canaries for its parameters. */
const addresses = patterns.filter(tried).map((pattern) =>
  pattern
    .replace(":email", encodeURIComponent(canary.email))
    .replace(":step", "3")
    .replace(":category", "likes")
    .replace(/:\w+|\*/g, canary.token),
);

test("what a person types, carries or follows is in no log, event or report", async () => {
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

  const cookies = ["session=canary-session", await signInAs(origin, "leaked")];
  for (const cookie of cookies)
    for (const address of addresses)
      await Promise.all([
        visit(`${address}?${query}`, cookie),
        visit(`${address === "/" ? "/_root" : address}.data?${query}`, cookie),
      ]);

  for (const address of addresses) {
    const cookie = await signInAs(origin, "leaked");
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
    await visit(
      "/sign-in",
      "",
      new URLSearchParams({ ...(await hiddenFields(`${origin}/sign-in`)), email, password }),
    );

  for (const fault of [
    { kind: "status", status: 500 },
    ...(everyCase ? ([{ kind: "malformed" }, { kind: "reset" }] as const) : []),
  ] as const) {
    // Until the breakers try again.
    if (fault.kind !== "status") await pause(5_500);
    const cookie = await signInAs(origin, "leaked");
    for (const system of failing) sandbox.faults.set(system, fault);
    for (const address of addresses.filter((_, at) => everyCase || at % 3 === 0))
      await Promise.all([
        visit(`${address}?${query}`, cookie),
        visit(`${address}?${query}`, cookie, new URLSearchParams(form)),
      ]);
    sandbox.faults.clear();
  }
  const last = { event: "open", page: "/last" };
  await visit("/event", "", JSON.stringify(last), "text/plain");
  await visit("/test-error", "", new URLSearchParams(form));

  // The walk met pages, refusals and failures, not one wall.
  for (const status of [200, 204, 302, 400, 404, 405, 500]) expect(seen).toContain(status);
  expect(seen.filter((status) => status === 0).length).toBeLessThan(5);

  const log = await wholeLog(stack);
  expect(log.split("\n").filter((line) => secret.test(line))).toEqual([]);
  expect(log).not.toContain(creds.slice(0, 40));

  const testError = { values: [expect.objectContaining({ value: "Test error" })] };
  await vi.waitFor(
    () => expect(errors(stack)).toContainEqual(expect.objectContaining({ exception: testError })),
    20_000,
  );
  const envelopes = sandbox.world.envelopes.join("\n");
  expect(envelopes.match(new RegExp(`.{60}(${secret.source}).{60}`, "i"))).toBeNull();
  expect(envelopes).not.toContain(creds.slice(0, 40));

  await vi.waitFor(
    () =>
      expect(sandbox.world.events.map(({ body }) => body)).toContainEqual(
        expect.objectContaining(last),
      ),
    20_000,
  );
  for (const { path, query: asked, body } of sandbox.world.events) {
    const { email, ...rest } = body as Record<string, unknown>;
    expect(JSON.stringify([path, asked, rest])).not.toMatch(secret);
    if (email !== undefined) expect(rest.event).toMatch(/^Pwned /);
  }
});
