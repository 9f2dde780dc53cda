import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Fault, SystemName } from "#sandbox/faults";
import { ask } from "#tests/setup/ask";
import { sandbox, server } from "#tests/setup/outside";
import { signedIn, trap } from "#tests/setup/requests";

// Every test starts with closed circuit breakers and fresh limits.
beforeEach(() => {
  vi.resetModules();
});

const restore = (email: string, fields: Record<string, string> = trap) =>
  ask("/password-recovery", { fields: { ...fields, email } });
const activate = (email: string, fields: Record<string, string> = trap) =>
  ask("/access-recovery", { fields: { ...fields, email } });

/** Each of the two forms that send a mail, by its address. */
const forms = { "/password-recovery": restore, "/access-recovery": activate };
type FormAddress = keyof typeof forms;
const addresses = Object.keys(forms) as FormAddress[];

const subjects = () => sandbox.world.mails.map(({ subject, to }) => [subject, ...to]);

describe("Restore Password", () => {
  test("an account: the provider's reset mail, and the modal", async () => {
    expect(await restore(" rich@example.com ")).toMatchObject({
      status: 303,
      location: "/password-recovery?sent=reset",
    });
    expect(subjects()).toEqual([["Reset your password", "rich@example.com"]]);
  });

  test("a buyer without an account: the activation mail instead", async () => {
    expect(await restore("buyer@example.com")).toMatchObject({
      status: 303,
      location: "/password-recovery?sent=activation",
    });
    expect(subjects()).toEqual([["Activate your Profile Analyzer account", "buyer@example.com"]]);
  });

  test("a provider that hides which accounts exist is not trusted", async () => {
    server.use(
      http.post(/accounts:sendOobCode/, () => HttpResponse.json({ email: "buyer@example.com" })),
    );
    expect(await restore("buyer@example.com")).toMatchObject({
      location: "/password-recovery?sent=activation",
    });
  });

  test.each([
    ["TOO_MANY_ATTEMPTS_TRY_LATER", 429, /^We have blocked all requests from this device/],
    ["RESET_PASSWORD_EXCEED_LIMIT", 429, /^We have blocked all requests from this device/],
    ["INVALID_EMAIL", 400, /^The email address is badly formatted\.$/],
    ["USER_DISABLED", 400, /^The user account has been disabled by an administrator\.$/],
    ["OPERATION_NOT_ALLOWED", 400, /^Sign-in with an email address/],
    ["SOMETHING_NEW", 400, /^The sign-in service has met an internal error/],
  ])("the provider refuses with %s", async (code, status, message) => {
    server.use(
      http.post(/accounts:sendOobCode/, () =>
        HttpResponse.json({ error: { code: 400, message: code } }, { status: 400 }),
      ),
    );
    expect(await restore("rich@example.com")).toMatchObject({
      status,
      body: { email: "rich@example.com", message: expect.stringMatching(message) },
    });
    expect(subjects()).toEqual([]);
  });

  test("the mails to one address are limited", async () => {
    for (let times = 0; times < 5; times += 1)
      expect(await restore("rich@example.com")).toMatchObject({ status: 303 });
    expect(await restore("Rich@example.com")).toMatchObject({
      status: 429,
      body: {
        message: "Recovery email already sent. Please check your inbox",
        hint: expect.stringMatching(/^You can try again in 1 hour\.$/),
      },
    });
  });
});

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

  test.each(["", "no", "a b@example.com", "x@y", "@example.com", "x@example."])(
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
    ["smtp", { kind: "status", status: 500 }],
    ["smtp", { kind: "status", status: 429 }],
  ];
  // Google's own client reads these responses of the provider's lookup as "no such account".
  const ambiguous = address === "/access-recovery" ? ["wrong-shape", "huge"] : [];
  const reported = failures.filter(
    ([system, { kind }]) => !(system === "identity" && ambiguous.includes(kind)),
  );
  test.each(reported)(
    "%s down (%o): a message, and a second attempt works",
    async (system, fault) => {
      sandbox.faults.set(system, fault);
      const started = performance.now();
      expect(await send("buyer@example.com")).toMatchObject({
        status: 503,
        body: { email: "buyer@example.com", message: "Something went wrong" },
      });
      expect(performance.now() - started).toBeLessThan(5_000);
      expect(sandbox.world.mails).toEqual([]);

      sandbox.faults.clear();
      expect(await send("buyer@example.com")).toMatchObject({ status: 303 });
      expect(sandbox.world.mails).toHaveLength(1);
    },
  );

  test("one client fills in the form 30 times an hour at most", async () => {
    const fill = (times: number) => {
      const fields = { ...trap, email: `nobody-${times}@example.com` };
      return ask(address, { fields, client: "192.0.2.7" });
    };
    for (let times = 0; times < 30; times += 1) expect((await fill(times)).status).toBe(404);
    expect(await fill(30)).toMatchObject({
      status: 429,
      body: {
        email: "nobody-30@example.com",
        hint: expect.stringMatching(/^You can try again in 1 hour\.$/),
      },
    });
    expect(await send("nobody-30@example.com")).toMatchObject({ status: 404 });
  });

  test("a signed-in subscriber is redirected to the dashboard", async () => {
    const cookie = await signedIn("rich");
    const redirected = { status: 302, location: "/dashboard" };
    expect(await ask(address, { cookie })).toMatchObject(redirected);
    const fields = { ...trap, email: "rich@example.com" };
    expect(await ask(address, { fields, cookie })).toMatchObject(redirected);
    expect(sandbox.world.mails).toEqual([]);
  });
});

describe("Access Recovery", () => {
  test("a buyer without an account: the activation mail, and the modal", async () => {
    expect(await activate("buyer@example.com")).toMatchObject({
      status: 303,
      location: "/access-recovery?sent=activation",
    });
    expect(subjects()).toEqual([["Activate your Profile Analyzer account", "buyer@example.com"]]);
  });

  test.each(["rich", "canceled", "expired", "nosub", "disabled"])(
    "%s already has an activated account",
    async (key) => {
      expect(await activate(`${key}@example.com`)).toMatchObject({
        status: 409,
        body: {
          email: `${key}@example.com`,
          message: "Your account has already been activated",
          hasUser: true,
        },
      });
      expect(subjects()).toEqual([]);
    },
  );

  test("an owner of an account who bought again gets a link that connects the two", async () => {
    expect(await activate("returning@example.com")).toMatchObject({ status: 303 });
    expect(subjects()).toEqual([
      ["Activate your Profile Analyzer account", "returning@example.com"],
    ]);
  });

  test("a request for an older address mails the latest one", async () => {
    expect(await activate("newcomer-old@example.com")).toMatchObject({ status: 303 });
    expect(subjects()).toEqual([
      ["Activate your Profile Analyzer account", "newcomer@example.com"],
    ]);
    expect(await activate("newcomer@example.com")).toMatchObject({ status: 429 });
  });

  test("the mail has its link in both parts", async () => {
    await activate("buyer@example.com");
    const [mail] = sandbox.world.mails;
    const link = /http:\/\/localhost:3000\/access-recovery\?id=new-1027&t=[\w.-]+/.exec(
      mail?.text ?? "",
    )?.[0];
    expect(link).toBeDefined();
    expect(mail?.html).toContain(`href="${link?.replace("&", "&#38;")}"`);
    expect(mail?.text).toContain("24 hours");
  });
});
