import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/serve.ts";
import { everyCase } from "../setup/cases.ts";
import { startServer, stopServer } from "../setup/stack.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

const rows: [string, string][] = [
  ["behind a proxy another client still comes in", "1"],
  ["a forged X-Forwarded-For changes nothing", "0"],
];
// Behind a proxy something forged stands in it, too; without one it is not looked at, says client-address.test.ts.
test.runIf(everyCase).each(rows)(
  "20 wrong sign-ins in a minute end in 429: %s",
  async (_, proxies) => {
    const { server } = await startServer({ ...sandbox.env, TRUST_PROXY: proxies });
    const signIn = (email: string, password: string, forwardedFor: string) =>
      fetch(`${sandbox.appOrigin}/sign-in`, {
        method: "POST",
        redirect: "manual",
        headers: { origin: sandbox.appOrigin, "x-forwarded-for": forwardedFor },
        body: new URLSearchParams({ email, password }),
      });
    try {
      let last: Response | undefined;
      for (let times = 0; times < 20; times += 1) {
        // What a client writes itself stands before what the proxy adds.
        const address = proxies === "0" ? `198.51.100.${times}` : `198.51.100.${times}, 192.0.2.1`;
        last = await signIn(`nobody-${times}@example.com`, "wrong-pass", address);
      }
      expect(last?.status).toBe(429);
      expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await last?.text()).toContain("We have blocked all requests from this device");
      const other = await signIn("rich@example.com", "rich-pass", "192.0.2.2");
      expect(other.status).toBe(proxies === "0" ? 429 : 302);
    } finally {
      await stopServer(server);
    }
  },
);
