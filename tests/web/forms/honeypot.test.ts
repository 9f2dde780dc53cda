import { beforeEach, expect, test, vi } from "vitest";

const [before, after] = ["a".repeat(32), "b".repeat(32)];

beforeEach(() => {
  vi.resetModules();
  vi.useRealTimers();
});

/** The module as a process with these session secrets has it. */
async function withSecrets(...secrets: (string | undefined)[]) {
  vi.stubEnv("SESSION_SECRETS", secrets.join(","));
  vi.resetModules();
  return import("~/web/forms/honeypot.server");
}

function filled(trap: Awaited<ReturnType<typeof withSecrets>>["trapFields"], name = "") {
  const form = new FormData();
  form.set(trap?.nameFieldName ?? "", name);
  form.set(trap?.validFromFieldName ?? "", trap?.encryptedValidFrom ?? "");
  return form;
}

test("every page of a process carries the same fields, so that one copy serves everyone", async () => {
  const { trapFields } = await withSecrets(before);
  const again = await import("~/web/forms/honeypot.server");
  expect(again.trapFields).toEqual(trapFields);
});

test("a form drawn by another process, hours ago or under the secret before, is taken", async () => {
  const { trapFields } = await withSecrets(before);
  vi.useFakeTimers({ now: Date.now() + 5 * 3_600_000, toFake: ["Date"] });
  const { isSpam } = await withSecrets(after, before);
  expect(isSpam(filled(trapFields))).toBe(false);
});

test("a form that another app drew, or with the trap filled, is not", async () => {
  const { trapFields } = await withSecrets(before);
  const { isSpam } = await withSecrets(after);
  expect(isSpam(filled(trapFields))).toBe(true);
  const own = await withSecrets(after);
  expect(own.isSpam(filled(own.trapFields))).toBe(false);
  expect(own.isSpam(filled(own.trapFields, "Bot"))).toBe(true);
});

test("both fields are needed; where they are optional, both or none", async () => {
  const { isSpam, trapFields } = await withSecrets(before);
  expect(isSpam(new FormData())).toBe(true);
  expect(isSpam(new FormData(), { optional: true })).toBe(false);
  for (const name of [trapFields?.nameFieldName, trapFields?.validFromFieldName]) {
    const form = filled(trapFields);
    form.delete(name ?? "");
    expect(isSpam(form)).toBe(true);
    expect(isSpam(form, { optional: true })).toBe(true);
  }
});
