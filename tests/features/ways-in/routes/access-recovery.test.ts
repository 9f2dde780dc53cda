import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { account, address, callsTo, create, openLink, signed } from "#tests/setup/access-recovery";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { everyCase, few } from "#tests/setup/cases";
import { sandbox } from "#tests/setup/outside";
import { signedIn, trap } from "#tests/setup/requests";
import { readInvitation } from "~/features/ways-in/services/invitation.server";
import { requestActivationOf } from "~/features/ways-in/services/recovery.server";
import { backgroundSettled } from "~/platform/work/background.server";

/** An id that no service is asked for. It counts all the same. */
const tooLong = "x".repeat(300);
/** Tries that are made through the page, of the sixty that a client has. */
const tries = everyCase ? 60 : 6;
async function makeOthers(clientAddress: string) {
  for (let times = tries; times < 60; times += 1)
    await readInvitation({ id: tooLong, token: null, clientAddress });
}

describe("who may choose a password", () => {
  test("who knows the id of a subscription without an account gets the form, and part of its last email", async () => {
    expect(await openLink("new-1027")).toMatchObject({
      status: 200,
      body: { view: { kind: "create", email: "b…r@example.com", isMasked: true } },
    });
    expect(await openLink("1028")).toMatchObject({
      body: { view: { email: "n…r@example.com", isMasked: true } },
    });
    const html = await (await visit(address("new-1027"))).text();
    expect(html).toContain('value="b…r@example.com"');
    expect(html).not.toContain("buyer@");
  });

  describe("whoever gives the right email sees it whole", () => {
    const give = (fullEmail: string, id = "new-1027", client?: string) =>
      ask(address(id), {
        fields: { ...trap, intent: "show-email", fullEmail },
        ...(client && { client }),
      });
    const page = (fullEmail: string) =>
      visit(address("new-1027"), {
        method: "POST",
        body: new URLSearchParams({ ...trap, intent: "show-email", fullEmail }),
      }).then((response) => response.text());

    test.each(["buyer@example.com", " Buyer@Example.com "])("%j", async (typed) => {
      expect(await give(typed)).toMatchObject({
        status: 200,
        body: { form: "email", email: "buyer@example.com" },
      });
      const html = await page(typed);
      expect(html).toContain('value="buyer@example.com"');
      expect(html).not.toContain("…r@example.com");
      expect(account("buyer@example.com")).toBeUndefined();
    });

    test.each([
      ["beer@example.com", 422],
      ["buyer@example.co", 422],
      // A look-alike is another address.
      ["buyer@examp\u217ce.com", 422],
      ["b…r@example.com", 422],
      ["", 400],
    ])("%j is not it: the page shows no more than before", async (typed, status) => {
      expect(await give(typed)).toMatchObject({ status });
      const html = await page(typed);
      expect(html).toContain('value="b…r@example.com"');
      expect(html).not.toContain("buyer@example.com");
    });

    test("tries count like ids, whether or not they are right", async () => {
      const client = "2001:db8:5::1";
      const statuses: number[] = [];
      await makeOthers(client);
      for (let times = 0; times < tries / 2 + 1; times += 1)
        for (const email of ["buyer@example.com", "beer@example.com"])
          statuses.push((await give(email, "new-1027", client)).status);
      const pairs = Array.from({ length: tries / 2 }, () => [200, 422]).flat();
      expect(statuses).toEqual([...pairs, ...Array(2).fill(429)]);
    });

    test("of a subscription with an account nothing is said of any email", async () => {
      const right = await give("rich@example.com", "sub-1001");
      const wrong = await give("other@example.com", "sub-1001");
      expect([right.status, wrong.status]).toEqual([409, 409]);
      expect(JSON.stringify(right.body).replace("rich@", "other@")).toBe(
        JSON.stringify(wrong.body),
      );
    });
  });

  test("the mailed link shows the whole email", async () => {
    const token = await signed("new-1027", "buyer@example.com");
    expect(await openLink("new-1027", token)).toMatchObject({
      body: { view: { kind: "create", email: "buyer@example.com", isMasked: false } },
    });
  });

  test("so many ids are read for a network, whether or not they open a form", async () => {
    const client = "2001:db8:2::1";
    const statuses: number[] = [];
    await makeOthers(client);
    for (let times = 0; times < tries + 2; times += 1)
      statuses.push((await ask(address("new-1027"), { client })).status);
    expect(statuses).toEqual([...Array(tries).fill(200), 429, 429]);
    const fields = { ...trap, password: "secret" };
    expect(await ask(address("new-1027"), { client, fields })).toMatchObject({ status: 429 });
    // What was mailed is guessed by nobody.
    const token = await signed("new-1027", "buyer@example.com");
    expect(await ask(address("new-1027", token), { client })).toMatchObject({ status: 200 });
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
    await makeOthers("2001:db8::1");
    for (let id = 0; id < tries; id += 1) expect((await guess(id, "2001:db8::1")).status).toBe(404);
    expect(await guess(1028, "2001:db8::99")).toMatchObject({
      status: 429,
      body: { view: { kind: "limited" } },
    });
    expect(await guess(1028, "2001:db8:1::1")).toMatchObject({ status: 200 });
  });

  test.each(few([257, 8_000], 1))(
    "an id of %i characters is nobody's: the subscription service is not asked, and the try counts",
    async (length) => {
      const client = "2001:db8:3::1";
      const statuses: number[] = [];
      for (let times = 0; times < 62; times += 1)
        statuses.push((await ask(address("x".repeat(length)), { client })).status);
      expect(statuses).toEqual([...Array(60).fill(404), 429, 429]);
      expect(callsTo("/rec/subscriptions")).toEqual([]);
    },
  );

  test.each(few([400, 414, 431], 1))(
    "a service that answers %i refuses one request: it counts, and closes nothing to others",
    async (status) => {
      const client = "2001:db8:4::1";
      sandbox.faults.set("subscriptions", { kind: "status", status });
      const statuses: number[] = [];
      await makeOthers(client);
      for (let times = 0; times < tries + 2; times += 1)
        statuses.push((await ask(address("odd"), { client })).status);
      expect(statuses).toEqual([...Array(tries).fill(503), 429, 429]);
      sandbox.faults.clear();
      expect(await openLink("new-1027")).toMatchObject({ status: 200 });
    },
  );

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
  const secret = new TextEncoder().encode(sandbox.env.SESSION_SECRETS);
  async function forged({
    key = secret,
    audience = "link:activation",
    subject = "new-1026",
    expires = "1h",
    to = "returning@example.com",
  } = {}) {
    const { createHash } = await import("node:crypto");
    return new SignJWT({ to: createHash("sha256").update(to).digest("base64url"), since: 0 })
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
        (await import("~/platform/tokens/link-token.server")).signLinkToken(
          "cancellation",
          "new-1026",
        ),
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
    await backgroundSettled();
    expect(sandbox.world.mails.map(({ to }) => to)).toEqual([["returning@example.com"]]);
  });

  test("a new link for an id that is nobody's is refused, and each id counts", async () => {
    const client = "2001:db8:6::1";
    const press = (id: string) =>
      visit(address(id), {
        client,
        method: "POST",
        body: new URLSearchParams({ ...trap, intent: "send-link" }),
      });
    expect((await press("nowhere")).status).toBe(404);
    for (let times = 1; times < 60; times += 1)
      await readInvitation({ id: tooLong, token: null, clientAddress: client });
    const limited = await press("new-1026");
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
    await backgroundSettled();
    expect(sandbox.world.mails).toEqual([]);
  });
});

test("the referrer hides the link's address, and a refusal says how long to wait", async () => {
  const fill = () =>
    visit("/access-recovery", {
      client: "192.0.2.8",
      method: "POST",
      body: new URLSearchParams({ ...trap, email: "nobody@example.com" }),
    });
  // Of the thirty that a client may send, all but some only count.
  for (let times = everyCase ? 30 : 5; times < 30; times += 1)
    await requestActivationOf({ id: tooLong, token: null, clientAddress: "192.0.2.8" });
  for (let times = 0; times < (everyCase ? 30 : 5); times += 1) await fill();
  const { status, headers } = await fill();
  expect(status).toBe(429);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(headers.get("cache-control")).toBe("private, no-store");
  expect(headers.get("referrer-policy")).toBe("strict-origin");
});
