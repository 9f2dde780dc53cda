import { randomUUID } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { linksLeft } from "#tests/setup/mailed-links";
import { newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { stopwatch } from "#tests/setup/stopwatch";
import { mailLink } from "~/features/ways-in/mail-links.server";
import { keepMailedLink, mailedLinks } from "~/features/ways-in/services/outbox/mailed-link.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { backgroundSettled } from "~/platform/work/background.server";

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

test("an answer does not wait until a letter is out that cannot be lost any more", async () => {
  const { email, id: subscriptionId } = await newMember();
  const { promise, resolve } = Promise.withResolvers<void>();
  // Whom it goes to is looked up before it is sent.
  sandbox.faults.set("identity", { kind: "held", until: promise });
  const waited = stopwatch();
  await mailLink({ link: "activation", email, subscriptionId });
  // Waiting would take 2 s.
  expect(waited()).toBeLessThan(1_000);
  expect((await linksLeft()).map((link) => link.email)).toContain(email);
  resolve();
  await backgroundSettled();
  expect(sandbox.world.mails.map(({ to }) => to)).toEqual([[email]]);
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
