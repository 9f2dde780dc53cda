import "#tests/setup/mail";
import { afterEach, vi } from "vitest";
import type { Member } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { notices } from "~/features/leaving/services/outbox/notice.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { entryAt } from "~/platform/outbox/store/transaction.server";
import { firestore } from "~/platform/store/firebase.server";

/** Notices that a law asks for, and the time that passes between them. */

const day = 86_400_000;

afterEach(async () => {
  vi.useRealTimers();
  sandbox.faults.clear();
  const database = await firestore();
  const [entries, prices] = await Promise.all([
    database.collection("notices").get(),
    database.collection("priceChanges").get(),
  ]);
  await Promise.all([...entries.docs, ...prices.docs].map(({ ref }) => ref.delete()));
});

export const mailsTo = ({ email }: Member) =>
  sandbox.world.mails.filter(({ to }) => to.includes(email));
export const subjects = (member: Member) => mailsTo(member).map(({ subject }) => subject);

/** Runs the entry again and again, as often as it is due, until a time. */
export async function live({ uid }: Member, days: number, from = Date.now()): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: from });
  const until = from + days * day;
  for (;;) {
    await runEntry(notices, uid);
    const entry = await entryAt(notices, uid);
    const dueAt = entry?.dueAt ?? Number.POSITIVE_INFINITY;
    const next = Math.max(dueAt, Date.now() + 1);
    vi.useFakeTimers({ toFake: ["Date"], now: Math.min(next, until) });
    if (next >= until) return;
  }
}
