import { randomUUID } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { linksLeft } from "#tests/setup/mailed-links";
import { sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import { keepMailedLink, mailedLinks } from "~/features/ways-in/services/outbox/mailed-link.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";

afterEach(() => {
  vi.useRealTimers();
});

const wish = (email: string) => ({ link: "sign-in", email, subscriptionId: null }) as const;

test("an activation mail that could not be noted comes with the next try, and counts once", async () => {
  const { entry } = await keepMailedLink(randomUUID(), wish("buyer@example.com"));
  const saveProgress = vi.fn(async () => {});
  const send = () =>
    mailedLinks.handle({ id: "id", entry, press: undefined, saveProgress, answer: () => {} });
  saveProgress.mockRejectedValueOnce(new UpstreamError("firestore", "timeout"));
  await expect(send()).rejects.toThrow("firestore: timeout");
  expect(await send()).toEqual({ end: "done" });
  expect(sandbox.world.mails.map(({ to, subject }) => [...to, subject])).toEqual([
    ["buyer@example.com", "Activate your Profile Analyzer account"],
  ]);
  expect(await send()).toEqual({ end: "done" });
  expect(sandbox.world.mails).toHaveLength(1);
});

test("a link that is asked for again is tried for a day from then on", async () => {
  const email = "patient@example.com";
  const { entry } = await keepMailedLink(randomUUID(), wish(email));
  const hours = 3_600_000;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 23 * hours });
  const again = await keepMailedLink(randomUUID(), wish(email));
  expect(again.entry.key).toBe(entry.key);
  expect(again.entry.patientUntil).toBeGreaterThan(Date.now() + 23 * hours);
  expect((await linksLeft()).filter((link) => link.email === email)).toHaveLength(1);
});

test("a link that is asked for again on a page in another language takes the newer one", async () => {
  vi.stubEnv("LANGUAGES", "en, de, ar");
  resetApp();
  const { keepMailedLink } = await import("~/features/ways-in/services/outbox/mailed-link.server");
  const { speakingIn } = await import("~/platform/languages/languages.server");
  const email = "polyglot@example.com";
  const ask = (language: "de" | "ar") =>
    speakingIn(language, () => keepMailedLink(randomUUID(), wish(email)));
  const { entry } = await ask("de");
  // The first try's lease has ended.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  const again = await ask("ar");
  expect(again.entry.key).toBe(entry.key);
  expect(again.entry.payload).toEqual({ ...wish(email), language: "ar" });
  expect((await linksLeft()).filter((link) => link.email === email)).toEqual([
    { ...wish(email), language: "ar" },
  ]);
});
