import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { account, address, callsTo, create, openLink, signed } from "#tests/setup/access-recovery";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { sandbox } from "#tests/setup/outside";
import { signedIn, trap } from "#tests/setup/requests";

describe("who may choose a password", () => {
  test("the owner of a subscription without an account gets the form, with its last email", async () => {
    expect(await openLink("new-1027")).toMatchObject({
      status: 200,
      body: { view: { kind: "create", email: "buyer@example.com" } },
    });
    expect(await openLink("1028")).toMatchObject({
      body: { view: { email: "newcomer@example.com" } },
    });
  });

  test.each([
    ["sub-1001", true],
    ["new-1026", false],
  ])("%s has an account: the page says so and shows no email", async (id, tied) => {
    const answer = await openLink(id);
    expect(answer).toMatchObject({ status: 409, body: { view: { kind: "activated", tied } } });
    expect(JSON.stringify(answer.body)).not.toContain("@example.com");
  });

  test.each(["nowhere", "sub-1007", "sub-1009", "sub-1010", ""])(
    "'%s' is not an active main plan of this app: No Active Subscription",
    async (id) => {
      const view = { kind: "no-subscription" };
      expect(await openLink(id)).toMatchObject({ status: 404, body: { view } });
    },
  );

  test("an account for an older email of the subscription closes the form, too", async () => {
    sandbox.world.subscriptionById("new-1027")?.emails.unshift("rich@example.com");
    expect(await openLink("new-1027")).toMatchObject({ body: { view: { kind: "activated" } } });
  });

  test("a client cannot enumerate ids", async () => {
    const guess = (id: number, client: string) => ask(address(String(id)), { client });
    for (let id = 0; id < 60; id += 1) expect((await guess(id, "2001:db8::1")).status).toBe(404);
    expect(await guess(1028, "2001:db8::99")).toMatchObject({
      status: 429,
      body: { view: { kind: "limited" } },
    });
    expect(await guess(1028, "2001:db8:1::1")).toMatchObject({ status: 200 });
  });

  test("the form's action contains the link's query, which w3m would otherwise drop", async () => {
    const token = await signed("new-1026", "returning@example.com");
    const html = await (await visit(address("new-1026", token))).text();
    const action = /<form method="post" action="([^"]*)"/.exec(html)?.[1];
    expect(action?.replaceAll("&amp;", "&")).toBe(address("new-1026", token));
  });

  test("a signed-in subscriber is redirected to the dashboard", async () => {
    const cookie = await signedIn("rich");
    expect(await ask(address("new-1027"), { cookie })).toMatchObject({
      location: "/dashboard",
    });
  });
});

describe("an invalid link is refused, for reading and for writing", () => {
  const secret = new TextEncoder().encode("unit-test-session-secret-of-enough-length");
  async function forged({
    key = secret,
    audience = "link:activation",
    subject = "new-1026",
    expires = "1h",
    to = "returning@example.com",
  } = {}) {
    const { createHash } = await import("node:crypto");
    return new SignJWT({ to: createHash("sha256").update(to).digest("base64url") })
      .setProtectedHeader({ alg: "HS256" })
      .setAudience(audience)
      .setSubject(subject)
      .setJti("1")
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(key);
  }
  const altered = (token: string) =>
    `${token.slice(0, -4)}${token.endsWith("AAAA") ? "B" : "A"}AAA`;
  const unsigned = (token: string) =>
    `${Buffer.from('{"alg":"none"}').toString("base64url")}.${token.split(".")[1]}.`;

  test("a valid one opens the form", async () => {
    expect(await openLink("new-1026", await forged())).toMatchObject({ status: 200 });
  });

  test.each<[string, () => Promise<string>, number]>([
    ["expired", () => forged({ expires: "-1s" }), 410],
    ["altered", async () => altered(await forged()), 403],
    ["without a signature", async () => unsigned(await forged()), 403],
    ["signed with another key", () => forged({ key: new Uint8Array(32).fill(7) }), 403],
    ["meant for cancelling", () => forged({ audience: "link:cancellation" }), 403],
    [
      "a cancellation link's own",
      async () =>
        (await import("~/services/link-token.server")).signLinkToken("cancellation", "new-1026"),
      403,
    ],
    ["of another subscription", () => forged({ subject: "sub-1001" }), 403],
    ["mailed to a former address", () => forged({ to: "someone@example.com" }), 403],
    ["no token at all", async () => "x", 403],
    ["empty", async () => "", 403],
  ])("%s", async (_, make, status) => {
    const token = await make();
    const reason = status === 410 ? "expired" : "invalid";
    expect(await openLink("new-1026", token)).toMatchObject({
      status,
      body: { view: { kind: "refused-link", reason } },
    });
    expect(await create("new-1026", "attacker", token)).toMatchObject({ status, cookie: null });
    expect(account("returning@example.com")?.password).toBe("returning-pass");
    expect(callsTo("/changePassword")).toEqual([]);
  });

  test("one press mails a new link to the subscription's own address", async () => {
    const fields = { ...trap, intent: "send-link" };
    expect(await ask(address("new-1026"), { fields })).toMatchObject({
      status: 303,
      location: "/access-recovery?sent=activation",
    });
    expect(sandbox.world.mails.map(({ to }) => to)).toEqual([["returning@example.com"]]);
  });
});

test("the referrer hides the link's address, and a refusal says how long to wait", async () => {
  const fill = () =>
    visit("/access-recovery", {
      client: "192.0.2.8",
      method: "POST",
      body: new URLSearchParams({ ...trap, email: "nobody@example.com" }),
    });
  for (let times = 0; times < 30; times += 1) await fill();
  const { status, headers } = await fill();
  expect(status).toBe(429);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("referrer-policy")).toBe("strict-origin");
});
