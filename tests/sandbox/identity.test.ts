import { describe, expect, it } from "vitest";
import { sandbox } from "../setup/outside.ts";

const api = `http://${sandbox.env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1`;

async function call(path: string, payload: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${api}/${path}?key=k`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(payload),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const admin = (path: string, payload: object) =>
  call(`projects/demo-profile-analyzer/${path}`, payload, { Authorization: "Bearer owner" });
const errorOf = ({ body }: { body: Record<string, unknown> }) =>
  (body.error as { message?: string } | undefined)?.message;

describe("sign-in by password", () => {
  it("returns the account", async () => {
    const { status, body } = await call("accounts:signInWithPassword", {
      email: "Rich@Example.com",
      password: "rich-pass",
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ localId: "uid-rich", email: "rich@example.com" });
  });

  it.each([
    ["a wrong password", "rich@example.com", "wrong-pass", "INVALID_LOGIN_CREDENTIALS"],
    ["an unknown person", "nobody@example.com", "rich-pass", "INVALID_LOGIN_CREDENTIALS"],
    ["a disabled account", "disabled@example.com", "disabled-pass", "USER_DISABLED"],
    ["no address", "rich", "rich-pass", "INVALID_EMAIL"],
    ["no password", "rich@example.com", "", "MISSING_PASSWORD"],
  ])("fails with Google's error: %s", async (_, email, password, message) => {
    const answer = await call("accounts:signInWithPassword", { email, password });
    expect(answer.status).toBe(400);
    expect(errorOf(answer)).toBe(message);
  });
});

it("sends a reset mail whose code sets a new password once", async () => {
  await call("accounts:sendOobCode", {
    requestType: "PASSWORD_RESET",
    email: "rich@example.com",
  });
  const mail = sandbox.world.mails.at(-1);
  const oobCode = /oobCode=(\S+)/.exec(mail?.text ?? "")?.[1];
  expect(mail?.to).toEqual(["rich@example.com"]);
  const reset = { oobCode, newPassword: "brand-new" };
  expect((await call("accounts:resetPassword", reset)).status).toBe(200);
  expect(errorOf(await call("accounts:resetPassword", reset))).toBe("INVALID_OOB_CODE");
  expect(
    (
      await call("accounts:signInWithPassword", {
        email: "rich@example.com",
        password: "brand-new",
      })
    ).status,
  ).toBe(200);
});

it("sends no reset mail to an unknown address", async () => {
  const request = { requestType: "PASSWORD_RESET", email: "nobody@example.com" };
  expect(errorOf(await call("accounts:sendOobCode", request))).toBe("EMAIL_NOT_FOUND");
  expect(sandbox.world.mails).toEqual([]);
});

it("lets an administrator create, find, disable and change accounts", async () => {
  const created = await admin("accounts", { email: "buyer@example.com", password: "secret" });
  const localId = created.body.localId as string;
  expect(errorOf(await admin("accounts", { email: "buyer@example.com", password: "secret" }))).toBe(
    "EMAIL_EXISTS",
  );
  await admin("accounts:update", { localId, disableUser: true, validSince: "123" });
  const found = await admin("accounts:lookup", { email: ["buyer@example.com"] });
  expect(found.body.users).toMatchObject([{ localId, disabled: true, validSince: "123" }]);
  expect((await admin("accounts:lookup", { localId: ["uid-nobody"] })).body.users).toBeUndefined();
  expect((await call("projects/p/accounts:update", { localId })).status).toBe(400);
});
