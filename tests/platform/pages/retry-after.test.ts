import "#tests/setup/mail";
import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { newMember } from "#tests/setup/member";
import { withSources } from "#tests/setup/readings";

// Programs, too, are told when to try again. A page passes on a header of its action or loader only where it says so.

withSources("export,instagram");

const email = "often@example.com";
let networks = 0;

/** Declarations from a network about one address, as many as it may send. */
async function declareOften(network: string) {
  const limits = await import("~/features/leaving/services/declaration-limits.server");
  for (let nth = 0; nth < 10; nth += 1) await limits.takePublicDeclaration(network, email);
}

/** What is posted, if anything; and the requests that are allowed, or what else uses the limit up. */
test.each<[string, Record<string, string> | undefined, number | typeof declareOften]>([
  ["/cancel", { email, press: "declare" }, declareOften],
  ["/withdraw", { email, press: "confirm" }, declareOften],
  ["/dashboard/my-plan/cancel", {}, 3],
  ["/dashboard/growth", { press: "compute-anew" }, 5],
  ["/instagram/data-deletion/unknown", undefined, 60],
])("%s over its limit says when to try again", async (path, fields, allowed) => {
  const client = `203.0.113.${networks++}`;
  const { cookie } = await newMember();
  const form = fields && { method: "POST", body: new URLSearchParams(fields) };
  const ask = () => visit(path, { cookie, client, ...form });
  if (typeof allowed === "function") await allowed(client);
  else for (let nth = 0; nth < allowed; nth += 1) expect((await ask()).status).not.toBe(429);
  const { status, headers } = await ask();
  expect(status).toBe(429);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
});
