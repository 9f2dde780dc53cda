import { expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";

test("a plan is named as another language calls it, on whatever page", async () => {
  vi.stubEnv("LANGUAGES", "en, de");
  resetApp();
  const { email, uid } = await newMember();
  const id = crypto.randomUUID();
  const { world } = sandbox;
  world.subscriptions.push({
    id,
    bundle: "profile-analyzer",
    planCode: "ig_gift_one_month",
    status: "active",
    mainPlan: false,
    startedAt: new Date(Date.now() - 86_400_000),
    emails: [email],
    uid,
  });
  const body = new URLSearchParams({ email, contract: "das Geschenk-Abo" });
  await visit("/cancel", { method: "POST", body, redirect: "manual" });
  await vi.waitFor(() => {
    const letter = world.mails.find(({ to }) => to.includes(email));
    expect(letter?.text).toContain(`Subscription: ${id}`);
  }, 10_000);
});
