import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../sandbox/free-port.ts";
import { type Stack, startServer, startStack, stopServer } from "../setup/stack.ts";
import { signInAs } from "./requests.ts";

let stack: Stack;
let second: Awaited<ReturnType<typeof startServer>>;
let secondPort: string;
beforeAll(async () => {
  stack = await startStack();
  secondPort = String(await freePort());
  second = await startServer({ ...stack.sandbox.env, PORT: secondPort });
});
afterAll(async () => {
  await stopServer(second.server);
  await stack.stop();
});

test("ten presses at once over two server processes make one create at billing", async () => {
  const { sandbox, origin } = stack;
  const cookie = await signInAs(origin, "rich");
  // As a load balancer passes it on: to either process, under the one host name.
  const press = (port: string) =>
    new Promise<string>((resolve, reject) => {
      const { host } = new URL(origin);
      request({
        port,
        method: "POST",
        path: "/dashboard/offers/pdf-course",
        headers: { host, origin, cookie, "content-type": "application/x-www-form-urlencoded" },
      })
        .on("response", ({ statusCode, headers }) => resolve(`${statusCode} ${headers.location}`))
        .on("error", reject)
        .end("confirm=yes");
    });
  // What is loaded on first use is loaded now, in both.
  for (const each of [new URL(origin).port, secondPort]) {
    const page = `http://localhost:${each}/dashboard/offers/pdf-course`;
    expect((await fetch(page, { headers: { cookie } })).status).toBe(200);
  }
  sandbox.faults.set("billing", { kind: "slow", ms: 300 });
  const presses = Array.from({ length: 10 }, (_, count) =>
    press(count % 2 === 0 ? new URL(origin).port : secondPort),
  );
  expect(new Set(await Promise.all(presses))).toEqual(
    new Set(["302 /dashboard/offers/pdf-course"]),
  );
  const asked = sandbox.world.calls.filter(({ system }) => system === "billing");
  expect(asked).toHaveLength(1);
  expect(sandbox.world.effectsOf("create")).toMatchObject([{ repeats: 0 }]);
});
