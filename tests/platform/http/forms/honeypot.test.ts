import { Honeypot } from "remix-utils/honeypot/server";
import { beforeEach, expect, test, vi } from "vitest";
import { resetApp } from "#tests/setup/reset-app";
import { keyedDigest } from "~/platform/values/keyed-digest";

const [before, after] = ["a".repeat(32), "b".repeat(32)];

beforeEach(() => {
  resetApp();
  vi.useRealTimers();
});

/** The module as loaded by a process with these session secrets. */
async function withSecrets(...secrets: (string | undefined)[]) {
  vi.stubEnv("SESSION_SECRETS", secrets.join(","));
  resetApp();
  return import("~/platform/http/forms/honeypot.server");
}

function submitted(fields: Awaited<ReturnType<typeof withSecrets>>["honeypotFields"], name = "") {
  const form = new FormData();
  form.set(fields?.nameFieldName ?? "", name);
  form.set(fields?.validFromFieldName ?? "", fields?.encryptedValidFrom ?? "");
  return form;
}

test("all pages of a process have the same fields, so that public pages can be cached", async () => {
  const { honeypotFields } = await withSecrets(before);
  const again = await import("~/platform/http/forms/honeypot.server");
  expect(again.honeypotFields).toEqual(honeypotFields);
});

test("a form rendered hours ago, by another process with the previous secret, is accepted", async () => {
  const { honeypotFields } = await withSecrets(before);
  vi.useFakeTimers({ now: Date.now() + 5 * 3_600_000, toFake: ["Date"] });
  const { isSpam } = await withSecrets(after, before);
  expect(isSpam(submitted(honeypotFields))).toBe(false);
});

test("a form rendered by another app, or with the hidden field filled in, is spam", async () => {
  const { honeypotFields } = await withSecrets(before);
  const { isSpam } = await withSecrets(after);
  expect(isSpam(submitted(honeypotFields))).toBe(true);
  const own = await withSecrets(after);
  expect(own.isSpam(submitted(own.honeypotFields))).toBe(false);
  expect(own.isSpam(submitted(own.honeypotFields, "Bot"))).toBe(true);
});

test("a value that only happens to decrypt to a number is spam", async () => {
  const { isSpam, honeypotFields } = await withSecrets(before);
  const encryptionSeed = keyedDigest(before, "honeypot").toString("base64url");
  const made = (validFromTimestamp: number) => {
    const { encryptedValidFrom } = new Honeypot({ encryptionSeed }).getInputProps({
      validFromTimestamp,
    });
    return submitted(honeypotFields && { ...honeypotFields, encryptedValidFrom });
  };
  expect(isSpam(made(86_400_000))).toBe(false);
  expect(isSpam(made(7))).toBe(true);
});

test("both fields are required; with `optional`, either both or none", async () => {
  const { isSpam, honeypotFields } = await withSecrets(before);
  expect(isSpam(new FormData())).toBe(true);
  expect(isSpam(new FormData(), { optional: true })).toBe(false);
  for (const name of [honeypotFields?.nameFieldName, honeypotFields?.validFromFieldName]) {
    const form = submitted(honeypotFields);
    form.delete(name ?? "");
    expect(isSpam(form)).toBe(true);
    expect(isSpam(form, { optional: true })).toBe(true);
  }
});
