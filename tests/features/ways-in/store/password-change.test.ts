import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { server } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";

beforeEach(() => resetApp());

let asked = 0;
async function change(status: number, body: object) {
  server.use(
    http.post("*/changePassword", () => {
      asked += 1;
      return HttpResponse.json(body, { status });
    }),
  );
  const { changePassword } = await import("~/features/ways-in/store/password-change.server");
  const email = "a@example.com";
  return changePassword({ email, subscriptionId: "1", password: "secret" }).catch(
    ({ kind }) => kind,
  );
}

const none = { code: "auth/user-not-found", message: "" };

describe("an answer, whatever its status", () => {
  test.each([
    [200, { user_id: "u" }, { uid: "u" }],
    [200, { user_id: "u", error: null }, { uid: "u" }],
    [200, { user_id: null, error: { code: "auth/user-not-found" } }, none],
    [500, { error: { code: "auth/user-not-found" } }, none],
    [503, { error: { code: "auth/user-not-found", message: null } }, none],
    [500, { error: "auth/user-not-found" }, { ...none, message: "auth/user-not-found" }],
    [
      429,
      { error: { code: "auth/too-many-requests", message: "Later." } },
      { code: "auth/too-many-requests", message: "Later." },
    ],
    [404, { error: { code: null, message: "In words." } }, { message: "In words." }],
    [200, { error: { code: null, message: null } }, { message: "" }],
    [400, { error: { code: 400, message: "In words." } }, { message: "In words." }],
    [422, { error: "In words." }, { message: "In words." }],
    [400, { error: { code: "auth/internal-error" } }, { code: "auth/internal-error", message: "" }],
  ])("%i %j", async (status, body, read) => {
    expect(await change(status, body)).toEqual(read);
  });
});

test("a refusal of status 500 concerns one password: however often, all go on being asked", async () => {
  asked = 0;
  for (let time = 0; time < 7; time += 1)
    await change(500, { error: { code: "auth/weak-password" } });
  expect(asked).toBe(7);
});

describe("what hosts answer in the function's place says nothing of the password", () => {
  test.each([
    [500, { error: "Internal Server Error" }, "status"],
    [500, { error: { code: 500, message: "Internal error", status: "INTERNAL" } }, "status"],
    [500, { error: { status: "INTERNAL", message: "INTERNAL" } }, "status"],
    [502, { error: { code: "FUNCTION_INVOCATION_FAILED", message: "A server error" } }, "status"],
    [500, { error: { code: "auth/internal-error", message: "" } }, "status"],
    [500, { user_id: "u" }, "status"],
    [429, { error: "Too many requests" }, "busy"],
    [404, { user_id: "u" }, "refused"],
    [404, {}, "refused"],
    [200, { error: "" }, "malformed"],
  ])("%i %j", async (status, body, kind) => {
    expect(await change(status, body)).toBe(kind);
  });
});
