import { describe, expect, test } from "vitest";
import type { Fault, SystemName } from "#sandbox/faults";
import { ask } from "#tests/setup/ask";
import { everyCase, few } from "#tests/setup/cases";
import { sendLinksLeft } from "#tests/setup/mailed-links";
import { sayNoAddress } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { addresses, forms, subjects } from "#tests/setup/recovery-mails";
import { signedIn, trap } from "#tests/setup/requests";
import { stopwatch } from "#tests/setup/stopwatch";
import { accessMail } from "~/features/ways-in/services/access-mail";
import { requestActivationOf } from "~/features/ways-in/services/recovery.server";

/** Of a subscription that no service is asked for. To ask for its link counts all the same. */
const tooLong = "x".repeat(300);

describe.each(addresses)("%s", (address) => {
  const send = forms[address];

  test("no subscription: the message says so", async () => {
    expect(await send("nobody@example.com")).toMatchObject({
      status: 404,
      body: {
        email: "nobody@example.com",
        message: expect.stringMatching(/^No subscription was found/),
      },
    });
    expect(subjects()).toEqual([]);
  });

  test("a plan of which the service says no address: no link goes out, as none would open its form", async () => {
    sayNoAddress({ id: "new-1027" });
    expect(await send("buyer@example.com")).toMatchObject({ status: 404 });
    expect(subjects()).toEqual([]);
  });

  test("a second mail within 15 minutes: already sent, and when to try again", async () => {
    await send("buyer@example.com");
    const answer = await send("buyer@example.com");
    expect(answer).toMatchObject({
      status: 429,
      body: {
        email: "buyer@example.com",
        message: "Recovery email already sent. Please check your inbox",
        hint: "You can try again in 15 minutes.",
      },
    });
    expect(sandbox.world.mails).toHaveLength(1);
  });

  test.each(few(["", "no", "a b@example.com", "x@y", "@example.com", "x@example."], 3))(
    "'%s' is not an email: no system is called",
    async (email) => {
      expect(await send(email)).toMatchObject({
        status: 400,
        body: { email, error: "Wrong email format" },
      });
      expect(sandbox.world.calls).toEqual([]);
    },
  );

  test.each<[string, Record<string, string>]>([
    ["neither field", {}],
    ["the trap alone", { name__confirm: "" }],
    ["a filled trap", { ...trap, name__confirm: "Bot" }],
    ["a forged time", { ...trap, from__confirm: "U2FsdGVkX18xMjM0NTY3OA==" }],
    ["an empty time", { ...trap, from__confirm: "" }],
  ])("a program that sends %s gets nothing", async (_, fields) => {
    expect(await send("buyer@example.com", fields)).toMatchObject({
      status: 400,
      body: { email: "buyer@example.com", message: "Something went wrong" },
    });
    expect(sandbox.world.calls).toEqual([]);
    expect(sandbox.world.mails).toEqual([]);
  });

  const failures: [SystemName, Fault][] = [
    ["identity", { kind: "status", status: 500 }],
    ["identity", { kind: "hang" }],
    ["identity", { kind: "malformed" }],
    ["identity", { kind: "wrong-shape" }],
    ["identity", { kind: "reset" }],
    ["identity", { kind: "redirect" }],
    ["identity", { kind: "huge" }],
    ["subscriptions", { kind: "status", status: 500 }],
    ["subscriptions", { kind: "status", status: 429 }],
    ["subscriptions", { kind: "hang" }],
    ["subscriptions", { kind: "malformed" }],
    ["subscriptions", { kind: "wrong-shape" }],
    ["subscriptions", { kind: "reset" }],
    ["subscriptions", { kind: "redirect" }],
    ["subscriptions", { kind: "huge" }],
  ];
  // Google's own client reads these responses of the provider's lookup as "no such account".
  const ambiguous = address === "/access-recovery" ? ["wrong-shape", "huge"] : [];
  const reported = failures.filter(
    ([system, { kind }]) => !(system === "identity" && ambiguous.includes(kind)),
  );
  // tests/platform/upstream/upstream.test.ts tries each kind with what all systems are called by.
  const usual = address === "/access-recovery" ? ["malformed"] : ["malformed", "hang"];
  const tried = everyCase
    ? reported
    : reported.filter(
        ([system, { kind }]) => usual[system === "subscriptions" ? usual.length - 1 : 0] === kind,
      );
  test.each(tried)("%s down (%o): a message, and a second attempt works", async (system, fault) => {
    sandbox.faults.set(system, fault);
    const waited = stopwatch();
    expect(await send("buyer@example.com")).toMatchObject({
      status: 503,
      body: { email: "buyer@example.com", message: "Something went wrong" },
    });
    expect(waited()).toBeLessThan(5_000);
    expect(sandbox.world.mails).toEqual([]);

    sandbox.faults.clear();
    expect(await send("buyer@example.com")).toMatchObject({ status: 303 });
    expect(sandbox.world.mails).toHaveLength(1);
  });

  test("mail down: the letter is kept, and comes later", async () => {
    sandbox.faults.set("mail", { kind: "status", status: 421 });
    expect(await send("buyer@example.com")).toMatchObject({ status: 303 });
    expect(sandbox.world.mails).toEqual([]);
    sandbox.faults.clear();
    await sendLinksLeft();
    expect(subjects()).toEqual([["Activate your Profile Analyzer account", "buyer@example.com"]]);
  });

  // Both forms count together.
  const isFirst = address === addresses[0];
  test.runIf(everyCase || isFirst)(
    "one client fills in the form 30 times an hour at most",
    async () => {
      const fill = (times: number) => {
        const fields = { ...trap, email: `nobody-${times}@example.com` };
        return ask(address, { fields, client: "192.0.2.7" });
      };
      for (let times = 0; times < 30; times += 1)
        if (everyCase || times < 5) expect((await fill(times)).status).toBe(404);
        else await requestActivationOf({ id: tooLong, token: null, clientAddress: "192.0.2.7" });
      expect(await fill(30)).toMatchObject({
        status: 429,
        body: {
          email: "nobody-30@example.com",
          hint: expect.stringMatching(/^You can try again in 1 hour\.$/),
        },
      });
      expect(await send("nobody-30@example.com")).toMatchObject({ status: 404 });
    },
  );

  test("a signed-in subscriber is redirected", async () => {
    const cookie = await signedIn("rich");
    const redirected = { status: 302, location: "/dashboard" };
    expect(await ask(address, { cookie })).toMatchObject(redirected);
    const fields = { ...trap, email: "rich@example.com" };
    expect(await ask(address, { fields, cookie })).toMatchObject(redirected);
    expect(sandbox.world.mails).toEqual([]);
  });
});

test("who is signed in and comes from a letter about a way in sets a new password where it is changed", async () => {
  const { text } = await accessMail({
    to: "rich@example.com",
    change: "password-changed",
    at: Date.now(),
    timeZone: null,
    browser: null,
    id: "access-1",
  });
  const link = new URL(/http\S+\/password-recovery\S*/.exec(text)?.[0] ?? "");
  const address = `${link.pathname}${link.search}`;
  const location = "/dashboard/security#password-change";
  expect(await ask(address, { cookie: await signedIn("rich") })).toMatchObject({ location });
  expect(await ask(address)).toMatchObject({ status: 200 });
});
