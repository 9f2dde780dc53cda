import { HttpResponse, http } from "msw";
import { describe, expect, test, vi } from "vitest";
import { few } from "#tests/setup/cases";
import { sandbox, server } from "#tests/setup/outside";
import { activate, restore, subjects } from "#tests/setup/recovery-mails";

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

  test("a buyer whose address the subscription service has in small letters alone", async () => {
    expect(await restore("Buyer@Example.com")).toMatchObject({
      location: "/password-recovery?sent=activation",
    });
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

test("mails that an outage kept from being sent are not counted", async () => {
  sandbox.faults.set("identity", { kind: "status", status: 500 });
  for (let times = 0; times < 6; times += 1)
    expect(await restore("rich@example.com")).toMatchObject({ status: 503 });
  sandbox.faults.clear();
  vi.setSystemTime(Date.now() + 60_000);
  expect(await restore("rich@example.com")).toMatchObject({ status: 303 });
});

describe("Access Recovery", () => {
  test("a buyer without an account: the activation mail, and the modal", async () => {
    expect(await activate("buyer@example.com")).toMatchObject({
      status: 303,
      location: "/access-recovery?sent=activation",
    });
    expect(subjects()).toEqual([["Activate your Profile Analyzer account", "buyer@example.com"]]);
  });

  test.each(few(["rich", "canceled", "expired", "nosub", "disabled"], 3))(
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
    expect(mail?.html).toContain(`href="${link?.replace("&", "&amp;")}"`);
    expect(mail?.text).toContain("24 hours");
  });
});
