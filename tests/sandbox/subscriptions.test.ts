import { type JWTPayload, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { subscriptionsSecret } from "../../sandbox/in-process.ts";
import { sandbox } from "../setup/outside.ts";

interface Token {
  claims: JWTPayload;
  secret?: string;
  audience?: string;
  algorithm?: "HS256" | "HS512";
  lifetime?: number;
  age?: number;
  issued?: boolean;
}

async function ask({
  claims,
  secret = subscriptionsSecret,
  audience = "subscriptions",
  algorithm = "HS256",
  lifetime = 60,
  age = 0,
  issued = true,
}: Token) {
  const now = Math.floor(Date.now() / 1000) - age;
  const token = new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm })
    .setAudience(audience)
    .setExpirationTime(now + lifetime);
  if (issued) token.setIssuedAt(now);
  return fetch(
    `${sandbox.addresses.subscriptions}/rec/subscriptions/${await token.sign(new TextEncoder().encode(secret))}`,
    { method: "POST", headers: { "Content-Type": "text/plain" } },
  );
}

describe("a token", () => {
  it.each<[string, JWTPayload, string[]]>([
    ["an account", { uid: "uid-rich", email: "rich@example.com" }, ["sub-1001"]],
    ["an address", { email: "newcomer@example.com" }, ["1028"]],
    ["a former address", { email: "newcomer-old@example.com" }, ["1028"]],
    ["a subscription", { id: "new-1027" }, ["new-1027"]],
    [
      "an account that bought and did not finalize",
      { uid: "uid-buyer", email: "buyer@example.com" },
      [],
    ],
    ["a stranger", { email: "nobody@example.com" }, []],
  ])("asks for %s", async (_, claims, ids) => {
    const response = await ask({ claims });
    expect(response.status).toBe(200);
    const { subscriptions } = (await response.json()) as { subscriptions: { id: string }[] };
    expect(subscriptions.map(({ id }) => id)).toEqual(ids);
  });

  const claims = { email: "rich@example.com" };
  it.each<[string, Token]>([
    ["another secret", { claims, secret: "another-secret-of-enough-length-01" }],
    ["another audience", { claims, audience: "billing" }],
    ["another algorithm", { claims, algorithm: "HS512" }],
    ["an hour to live", { claims, lifetime: 3600 }],
    ["expired", { claims, age: 120 }],
    ["no issue time", { claims, issued: false }],
    ["no owner", { claims: {} }],
    ["two owners", { claims: { email: "rich@example.com", id: "sub-1001" } }],
    ["an account without its address", { claims: { uid: "uid-rich" } }],
  ])("is refused: %s", async (_, token) => {
    expect((await ask(token)).status).toBe(401);
  });

  it("is refused if it is not a token", async () => {
    const address = `${sandbox.addresses.subscriptions}/rec/subscriptions/rubbish`;
    expect((await fetch(address, { method: "POST" })).status).toBe(401);
  });
});

it("returns the documented fields, with the start as text or number", async () => {
  const subscriptionOf = async (email: string) => {
    const response = await ask({ claims: { email } });
    return ((await response.json()) as { subscriptions: Record<string, unknown>[] })
      .subscriptions[0];
  };
  expect(await subscriptionOf("rich@example.com")).toEqual({
    id: "sub-1001",
    bundle: "profile-analyzer",
    plan_code: "ig_weekly_trial",
    status: "active",
    main_plan: true,
    started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    emails: ["rich@example.com"],
  });
  expect(await subscriptionOf("small@example.com")).toMatchObject({
    started_at: expect.any(Number),
  });
});
