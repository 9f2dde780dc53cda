import "#tests/setup/mail";
import { afterEach, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { effects, world } from "#tests/setup/cancellations";
import { type Member, newMember } from "#tests/setup/member";
import { openDeclarations } from "~/features/leaving/services/outbox/open-declaration.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

const typst = vi.hoisted(() => ({ fails: true }));
vi.mock("~/features/report/plain-document.server", () => ({
  setPlainDocument: async () => (typst.fails ? undefined : new Uint8Array([37, 80, 68, 70])),
}));

afterEach(() => vi.useRealTimers());

const receipts = ({ email }: Member) =>
  world.mails.filter(
    ({ to, subject }) => to.includes(email) && subject === "We have your cancellation",
  );

async function declare({ email }: Member): Promise<void> {
  await visit("/cancel", {
    method: "POST",
    body: new URLSearchParams({ email }),
    redirect: "manual",
  });
  await backgroundSettled();
}

async function again({ id }: Member): Promise<void> {
  const open = (await firestore()).collection("openDeclarations").doc(id);
  await open.update({ dueAt: 1, leaseUntil: 0 });
  await runEntry(openDeclarations, id);
  await backgroundSettled();
}

test("the receipt waits for its PDF while Typst fails, and comes once with it", async () => {
  typst.fails = true;
  const member = await newMember({ planCode: "ig_premium_one_month" });
  await declare(member);
  await again(member);
  expect(receipts(member)).toEqual([]);
  typst.fails = false;
  await again(member);
  await again(member);
  expect(receipts(member)).toHaveLength(1);
  expect(receipts(member)[0]?.attachments).toHaveLength(1);
});

test("after ten minutes it goes out without", async () => {
  typst.fails = true;
  const member = await newMember({ planCode: "ig_premium_one_month" });
  await declare(member);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 601_000 });
  await again(member);
  expect(receipts(member)).toHaveLength(1);
  expect(receipts(member)[0]?.attachments ?? []).toEqual([]);
});

test("nothing that is due waits for it", async () => {
  typst.fails = true;
  // Its week ends within a day.
  const member = await newMember({ days: 41.5 });
  await declare(member);
  expect(effects(member.id)).toHaveLength(1);
});
