import { request } from "node:http";
import { freePort } from "../../sandbox/free-port.ts";
import { startServer, stopServer } from "../setup/stack.ts";
import { expect, test } from "./journey.ts";

test("ten presses at once over two server processes make one create at billing", async ({
  page,
  signedInAs,
  stack,
  enhanced,
}) => {
  test.skip(enhanced, "no browser presses here");
  // A second server is started first, which takes its time on a busy machine.
  test.setTimeout(90_000);
  const { sandbox, origin } = stack;
  const port = String(await freePort());
  const second = await startServer({ ...sandbox.env, PORT: port });
  try {
    await signedInAs("rich");
    const cookies = await page.context().cookies();
    const session = cookies.find(({ name }) => name === "session");
    // As a load balancer passes it on: to either process, under the one host name.
    const press = (port: string) =>
      new Promise<string>((resolve, reject) => {
        const { host } = new URL(origin);
        const cookie = `${session?.name}=${session?.value}`;
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
    sandbox.faults.set("billing", { kind: "slow", ms: 300 });
    const presses = Array.from({ length: 10 }, (_, count) =>
      press(count % 2 === 0 ? new URL(origin).port : port),
    );
    expect(new Set(await Promise.all(presses))).toEqual(
      new Set(["302 /dashboard/offers/pdf-course"]),
    );
    const asked = sandbox.world.calls.filter(({ system }) => system === "billing");
    expect(asked).toHaveLength(1);
    expect(sandbox.world.effectsOf("create")).toMatchObject([{ repeats: 0 }]);
  } finally {
    await stopServer(second.server);
  }
});
