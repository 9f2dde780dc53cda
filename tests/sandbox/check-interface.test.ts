import { spawnSync } from "node:child_process";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { type Checked, checkInterface } from "#sandbox/interfaces/check.ts";
import { env } from "#tests/setup/served-sandbox";

const servers: (() => void)[] = [];
afterEach(() => {
  for (const close of servers.splice(0)) close();
});

/** A system that somebody else wrote. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  servers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const outcomes = (checked: readonly Checked[]) =>
  Object.fromEntries(checked.map(({ call, outcome, reasons }) => [call, [outcome, ...reasons]]));
const json = { "content-type": "application/json" };

describe("the served sandbox keeps to its interfaces", () => {
  const billing = () =>
    Object.values(JSON.parse(env.BRANDS ?? "{}") as Record<string, { billingUrl?: string }>)[0]
      ?.billingUrl ?? "";
  test.each<[name: string, address: () => string, values: () => Record<string, string>]>([
    ["billing", billing, () => ({})],
    ["functions", () => env.FUNCTIONS_URL ?? "", () => ({})],
    ["events", () => env.EVENTS_URL ?? "", () => ({})],
    [
      "subscriptions",
      () => env.SUBSCRIPTIONS_URL ?? "",
      () => ({ secret: env.SUBSCRIPTIONS_SECRET ?? "" }),
    ],
    ["pwned", () => env.PWNED_RANGE_URL ?? "", () => ({})],
  ])("%s", async (name, address, given) => {
    const checked = await checkInterface(name, address(), { writes: true, values: given() });
    expect(checked.filter(({ outcome }) => outcome === "wrong")).toEqual([]);
    expect(checked.some(({ outcome }) => outcome === "right")).toBe(true);
  });
});

describe("a system that somebody else wrote", () => {
  test("what is not in the file is wrong, and said without values", async () => {
    const address = await serve((_, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<p>s3cret</p>");
    });
    const checked = await checkInterface("billing", address, { writes: true, values: {} });
    expect(outcomes(checked)["POST /subs/create"]).toEqual([
      "wrong",
      "POST billing/subs/create: the answer 200 is text/html, not application/json",
    ]);
    expect(JSON.stringify(checked)).not.toContain("s3cret");
  });

  test("nothing that changes something is asked without --write", async () => {
    let asked = 0;
    const address = await serve((_, response) => {
      asked += 1;
      response.end();
    });
    const checked = await checkInterface("billing", address, { writes: false, values: {} });
    expect(asked).toBe(0);
    expect(new Set(checked.map(({ outcome }) => outcome))).toEqual(new Set(["left-out"]));
  });

  test("the same idempotency key must get the same answer", async () => {
    let asked = 0;
    const address = await serve((_, response) => {
      asked += 1;
      response.writeHead(asked % 2 === 0 ? 400 : 200, json);
      response.end(asked % 2 === 0 ? '{"error":"again"}' : '{"success":true}');
    });
    const checked = outcomes(
      await checkInterface("billing", address, { writes: true, values: {} }),
    );
    expect(checked["POST /subs/cancel"]).toEqual([
      "wrong",
      "the same idempotency key got another answer",
    ]);
  });

  const body = '{"subscription_id":"sub-1","email":"a@b.example","firebase_id":""}';
  test.each<[status: number, given: Record<string, string>, outcome: Checked["outcome"]]>([
    [401, { body }, "wrong"],
    [403, { body }, "wrong"],
    [404, { body }, "right"],
    [403, {}, "right"],
  ])("status %i to what was given, %j, is %s", async (status, values, outcome) => {
    const address = await serve((_, response) => {
      response.writeHead(status, json).end('{"error":"no"}');
    });
    const checked = outcomes(await checkInterface("billing", address, { writes: true, values }));
    expect(checked["POST /subs/cancel"]?.[0]).toBe(outcome);
  });

  test("a secret that is refused is wrong", async () => {
    const { SUBSCRIPTIONS_URL: address = "" } = env;
    const values = { secret: "another".repeat(8) };
    const checked = await checkInterface("subscriptions", address, { writes: false, values });
    expect(outcomes(checked)["POST /rec/subscriptions/{token}"]).toEqual([
      "wrong",
      "it refused what --set gave: status 401",
    ]);
  });

  test("a name that no call of the interface takes is refused", () => {
    const check = (set: string) =>
      spawnSync(
        process.execPath,
        ["sandbox/check-interface.ts", "pwned", "http://127.0.0.1:9", "--set", set],
        { encoding: "utf8" },
      );
    expect(check("prefx=12345")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("pwned has no prefx; it has prefix"),
    });
    expect(check("prefix=12345").status).toBe(1);
  });

  test("no answer, and nobody there, are said", async () => {
    const silent = await serve(() => undefined);
    const gone = await serve(() => undefined);
    for (const close of servers.splice(1)) close();
    const options = { writes: false, values: {}, patience: 200 };
    expect(outcomes(await checkInterface("pwned", silent, options))).toEqual({
      "GET /range/{prefix}": ["wrong", "no answer within 0.2 s"],
    });
    expect(outcomes(await checkInterface("pwned", gone, options))).toEqual({
      "GET /range/{prefix}": ["wrong", "it cannot be reached"],
    });
  });

  test("a value that only the operator knows is asked for", async () => {
    const checked = outcomes(
      await checkInterface("subscriptions", "http://127.0.0.1:9", { writes: false, values: {} }),
    );
    expect(checked["POST /rec/subscriptions/{token}"]).toEqual([
      "left-out",
      "needs --set secret=…",
    ]);
  });
});
