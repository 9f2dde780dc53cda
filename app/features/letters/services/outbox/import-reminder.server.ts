import { type LetterPayload, reminderEntries } from "~/features/account/letter-choices.server";
import type { ReminderProgress } from "~/features/account/letter-entries";
import { recipientOf } from "~/features/account/recipient.server";
import { settingsOf } from "~/features/account/settings.server";
import { sourceOf } from "~/features/analysis/profiles.server";
import { importsOf } from "~/features/history/import-documents.server";
import { reminderStep } from "~/features/letters/rules/reminder";
import { reminderMail } from "~/features/letters/services/reminder-mail";
import { sendChosen } from "~/features/letters/services/send-chosen.server";
import type { OutboxKind, Run, Verdict } from "~/platform/outbox/runner.server";
import { unlessMalformed } from "~/platform/upstream/upstream.server";
import { shareOf } from "~/platform/values/share-of";

/** A subscriber's import reminder, stored in `importReminders/{uid}` (docs/product.md#letters): once for each newest import. */
export const importReminders: OutboxKind<LetterPayload, ReminderProgress, never> = {
  ...reminderEntries,
  isStanding: true,
  concurrency: 4,
  rate: { max: 40, duration: 1_000 },
  handle: remind,
};

type Reminding = Run<LetterPayload, ReminderProgress, never>;
type Reminded = Verdict<LetterPayload, ReminderProgress, never>;

async function remind(run: Reminding): Promise<Reminded> {
  const { id: uid, entry } = run;
  const settings = await settingsOf(uid);
  if (!settings.importReminder) return { end: "later", dueAt: null };
  const timeZone = settings.timeZone ?? "UTC";
  // While an import cannot be read, nobody knows which is the newest.
  const imports = await unlessMalformed(importsOf(uid), () => []);
  const morning = { timeZone, share: shareOf(uid) };
  const lookLater = (after: ReminderProgress): Reminded => {
    const next = reminderStep(imports, after, { ...morning, now: Date.now() });
    const dueAt = "lookAt" in next ? next.lookAt : Date.now();
    return { end: "later", dueAt, progress: after };
  };
  const step = reminderStep(imports, entry.progress, { ...morning, now: Date.now() });
  if ("lookAt" in step) return lookLater(entry.progress);
  const { remind: newest } = step;
  const isReminded = { remindedOf: newest.id, remindedFrom: newest.startedAt };
  // There is nothing to import where the analysis is made outside.
  const isOutside = (await sourceOf(uid, { fresh: true })) === "outside";
  const to = await recipientOf(uid);
  // Nobody to write to: a plan that comes back is no reason for an old letter.
  if (to === undefined || isOutside) return lookLater(isReminded);
  const used = imports.filter(({ state }) => state === "used").map(({ takenAt }) => takenAt);
  const letter = await sendChosen("importReminder", run, importReminders.name, (stop) =>
    reminderMail({
      to,
      takenAt: used.length > 0 ? Math.max(...used) : undefined,
      id: `reminder-${entry.key}-${newest.id}`,
      stop,
    }),
  );
  return letter.end === "again" || letter.end === "later" ? letter : lookLater(isReminded);
}
