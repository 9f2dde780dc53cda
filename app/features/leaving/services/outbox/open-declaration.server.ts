import { z } from "zod";
import { writtenTo } from "~/features/account/language.server";
import type { Subscription } from "~/features/account/subscription";
import { subscriptionById } from "~/features/account/subscriptions.server";
import { phaseOf } from "~/features/leaving/rules/declaration";
import {
  type PublicDeclaration,
  publicDeclaration,
} from "~/features/leaving/rules/public-declaration";
import { refundDue, refundedWithin } from "~/features/leaving/rules/refund";
import {
  carryOutAt,
  objectionTime,
  secondLetterBefore,
  wasCharged,
} from "~/features/leaving/rules/term";
import { type WithdrawalPeriod, withdrawalPeriod } from "~/features/leaving/rules/withdrawal";
import { alarmOfFlood, cameInFlood } from "~/features/leaving/services/brake.server";
import { cancellationKeyOf } from "~/features/leaving/services/cancellation-key.server";
import { keepWish, wishOf } from "~/features/leaving/services/cancellation-wish.server";
import { takeLetter } from "~/features/leaving/services/declaration-limits.server";
import {
  copyOfReceiptMail,
  type Declared,
  receiptMail,
  refundMails,
  secondMail,
  withdrawalToSupportMail,
} from "~/features/leaving/services/declaration-mails.server";
import { obligationsOn } from "~/features/leaving/services/obligations.server";
import {
  cancellationOrder,
  cancellations,
} from "~/features/leaving/services/outbox/cancellation.server";
import { amendDeclaration, declarationState } from "~/features/leaving/store/declarations.server";
import { hasObjected, linkWorks } from "~/features/leaving/store/objections.server";
import { deliverLetter } from "~/platform/outbox/letter.server";
import { type OutboxEntry, revokeLease } from "~/platform/outbox/outbox";
import {
  carryOut,
  type OutboxKind,
  type Run,
  runEntry,
  type Verdict,
} from "~/platform/outbox/runner.server";
import { keepEntry, newEntry } from "~/platform/outbox/store/keep.server";
import {
  type DocumentBeside,
  decideEntry,
  entryAt,
} from "~/platform/outbox/store/transaction.server";
import { unlessDown, within } from "~/platform/upstream/upstream.server";
import { day, hour, minute } from "~/platform/values/durations";
import { isSameAddress } from "~/platform/values/mail-address";
import { inBackground } from "~/platform/work/background.server";

const payload = z.object({
  subscriptionId: z.string().min(1),
  /** What billing needs to cancel it. */
  order: cancellationOrder,
  /** The id of the declaration. */
  declaration: z.string().min(1),
  declared: publicDeclaration,
  /** Where the subscriber has said that they live, when it was declared. */
  place: z.string().nullable().default(null),
  /** Those that this one took the place of while each waited for a press in its letter, or had it: their letters still work. */
  earlier: z
    .array(
      z.object({
        declaration: z.string().min(1),
        declared: publicDeclaration,
        isConfirmed: z.boolean(),
      }),
    )
    .default([]),
  /** Declared or confirmed by who is signed in, or confirmed by the letter's link: it waits for nothing. */
  atOnce: z.boolean().default(false),
});
type OpenPayload = z.output<typeof payload>;

const progress = z.object({
  /** When the mail server took the receipt, epoch milliseconds; `refused`: no mailbox takes it. */
  receipt: z.union([z.number(), z.literal("refused")]).nullable(),
  copied: z.boolean(),
  /** The copy was counted as a letter to its address. */
  copyCounted: z.boolean().default(false),
  dueAt: z.number().nullable(),
  second: z.boolean(),
  /** It came in a flood, and waits for a person until shortly before the term ends. */
  braked: z.boolean().default(false),
  /** It was handed over to be canceled: an objection comes too late. */
  handedOver: z.boolean(),
  /** The wish to cancel is kept. */
  wished: z.boolean(),
  /** When: what was charged before is paid back. */
  wishedAt: z.number().nullable().default(null),
  /** The receipt said that nothing happens without a press in it; null until it is sent. */
  needsLink: z.boolean().nullable().default(null),
  /** Its owner has pressed in the letter, for a later day. */
  isConfirmed: z.boolean().default(false),
  /** The receipt was counted as a letter to its address. */
  counted: z.boolean().default(false),
  /** The operator was told of the money of a withdrawal. */
  told: z.boolean(),
  /** How many of the letters about a charge that came meanwhile are settled. */
  refundLetters: z.number().default(0),
});
type OpenProgress = z.output<typeof progress>;

const atFirst: Readonly<OpenProgress> = {
  receipt: null,
  copied: false,
  copyCounted: false,
  dueAt: null,
  second: false,
  braked: false,
  handedOver: false,
  wished: false,
  wishedAt: null,
  needsLink: null,
  isConfirmed: false,
  counted: false,
  told: false,
  refundLetters: 0,
};

type Opening = Run<OpenPayload, OpenProgress, never>;
type Opened = Verdict<OpenPayload, OpenProgress, never>;

/**
 * The declaration of a subscription that is not carried out yet, in `openDeclarations/{subscription id}`. Silence
 * carries it out, an objection stops it (docs/product.md#leaving).
 */
export const openDeclarations: OutboxKind<OpenPayload, OpenProgress, never> = {
  name: "open-declaration",
  collection: "openDeclarations",
  payload,
  progress,
  // Asking for the subscription takes up to 4 s, the PDF 15 s, each of two letters 6.5 s.
  lease: 45_000,
  backOff: { first: 5_000, most: 900_000 },
  askPersonAfter: 3 * hour,
  stopsThen: false,
  concurrency: 10,
  rate: { max: 100, duration: 1_000 },
  handle: goOn,
  async afterGiveUp(id) {
    const entry = await entryAt(openDeclarations, id);
    // What was carried out stays so: letters about it are given up.
    if (!entry || entry.progress.wished) return;
    const { declaration, subscriptionId } = entry.payload;
    // The process died before it noted that the wish is kept, which is carried out all the same.
    if (
      entry.progress.handedOver &&
      (await wishOf(subscriptionId))?.payload.declaration === declaration
    )
      return;
    if ((await declarationState(declaration)) === "open")
      await amendDeclaration(declaration, { state: "stopped", stoppedAt: Date.now() });
  },
};

const idOf = encodeURIComponent;

/** Whether a declaration asks for more than an open one: to withdraw, or for an earlier day. */
function asksForMore(one: PublicDeclaration, open: PublicDeclaration): boolean {
  if (one.kind !== open.kind) return one.kind === "withdraw";
  return open.wishedAt !== null && (one.wishedAt === null || one.wishedAt < open.wishedAt);
}

/** The subscription service may show a subscription as active for so long after it has ended. */
const shownLate = hour / 6;

/** Whether the entry is of a withdrawal that has just ended this subscription: another says the same, unless it was resumed. */
function isWithdrawn(
  entry: OutboxEntry<OpenPayload, OpenProgress>,
  { startedAt, status }: Pick<Subscription, "startedAt" | "status">,
): boolean {
  const { declared } = entry.payload;
  return (
    entry.state !== "open" &&
    phaseOf(entry) === "decided" &&
    declared.kind === "withdraw" &&
    declared.declaredAt >= startedAt &&
    (status !== "active" || Date.now() - (entry.progress.wishedAt ?? 0) < shownLate)
  );
}

/** Whether this very declaration is open or was carried out: whoever looked it up died before they noted it. */
export async function isKept(subscriptionId: string, declaration: string): Promise<boolean> {
  const entry = await entryAt(openDeclarations, idOf(subscriptionId));
  return entry?.payload.declaration === declaration;
}

/** More than a stranger can have letters sent in a day. Then what is declared says the same as the last of them. */
const mostEarlier = 100;

/** Those whose letters still work, or were pressed in, once another takes the place of the open one. */
function earlierOf({ payload, progress }: OutboxEntry<OpenPayload, OpenProgress>) {
  const { declaration, declared, earlier } = payload;
  const { needsLink, isConfirmed } = progress;
  const all =
    needsLink || isConfirmed ? [...earlier, { declaration, declared, isConfirmed }] : earlier;
  return all.filter(
    (one) => one.isConfirmed || Date.now() < one.declared.declaredAt + 2 * linkWorks,
  );
}

/**
 * Keeps a public declaration for its subscription. An open one says the same, unless this one asks for more, or that one waits for
 * a press in its letter, which may be a stranger's: then this one takes its place, and has a letter of its own.
 * @returns the declaration that counts: this one, or the open one; undefined where a withdrawal has to wait until a cancellation is
 * through that is being carried out: its money would be lost with that
 */
export async function keepOpenDeclaration(
  declaration: string,
  declared: PublicDeclaration,
  {
    subscription,
    order,
    place,
  }: { subscription: Subscription; order: OpenPayload["order"]; place: string | null },
) {
  let replaced: string | undefined;
  const isOwn = ({ payload }: OutboxEntry<OpenPayload, OpenProgress>) =>
    payload.declaration === declaration;
  const isReplaced = (found: OutboxEntry<OpenPayload, OpenProgress>) => {
    const { payload, progress } = found;
    if (found.state !== "open" || progress.handedOver) return false;
    const waitsForPress =
      phaseOf(found) === "waits" &&
      progress.needsLink === true &&
      payload.earlier.length < mostEarlier;
    return waitsForPress || asksForMore(declared, payload.declared);
  };
  const { id: subscriptionId } = subscription;
  const { entry, claim } = await keepEntry(openDeclarations, idOf(subscriptionId), {
    isDone: (found) => {
      replaced = !isOwn(found) && isReplaced(found) ? found.payload.declaration : undefined;
      if (isOwn(found)) return found.state !== "open";
      const { state, payload } = found;
      // Looked up once more, after another took its place.
      if (state === "open" && payload.earlier.some((one) => one.declaration === declaration)) {
        replaced = undefined;
        return true;
      }
      return (found.state === "open" && !replaced) || isWithdrawn(found, subscription);
    },
    canJoin: (found) => found.state === "open" && isOwn(found),
    join: () => ({}),
    begin: ({ entry: found }) => {
      const earlier = found && isReplaced(found) ? earlierOf(found) : [];
      return {
        key: declaration,
        payload: { subscriptionId, order, declaration, declared, place, earlier, atOnce: false },
        progress: atFirst,
        runsInBackground: true,
      };
    },
  });
  if (replaced !== undefined) await amendDeclaration(replaced, { state: "same" });
  const isOther = !isOwn(entry) && entry.state === "open";
  if (isOther && entry.progress.handedOver && asksForMore(declared, entry.payload.declared))
    return undefined;
  return { declaration: entry.payload.declaration, claim };
}

/** A withdrawal by who is signed in. It takes the place of an open declaration of the same subscription. */
export async function withdrawAtOnce(
  {
    subscriptionId,
    declaration,
    declared,
    order,
  }: Omit<OpenPayload, "atOnce" | "earlier" | "place">,
  { subscription, documents }: { subscription: Subscription; documents: readonly DocumentBeside[] },
): Promise<void> {
  const id = idOf(subscriptionId);
  const replaced = await decideEntry(openDeclarations, id, ({ entry, malformed }, now) => {
    if (entry && isWithdrawn(entry, subscription)) return { result: undefined };
    const open = entry?.state === "open" ? entry : undefined;
    // Pressed twice.
    if (open?.payload.atOnce && open.payload.declared.kind === "withdraw")
      return { result: undefined };
    const { place } = declared;
    const said = { subscriptionId, order, declaration, declared, place };
    const payload = { ...said, earlier: [], atOnce: true };
    const fresh = newEntry(
      openDeclarations,
      { key: declaration, payload, progress: atFirst, runsInBackground: true },
      now,
    );
    // The lease is taken from whoever carries the other one out at this moment.
    const lease = ((entry ?? malformed)?.lease ?? 0) + 1;
    return {
      next: { ...fresh, lease },
      begins: documents,
      result: open?.payload.declaration,
    };
  });
  if (replaced !== undefined) await amendDeclaration(replaced, { state: "same" });
  await carryOutNow(id);
}

/**
 * The subscriber confirms the open declaration: it is carried out now.
 * @param byLetter the declaration whose letter was pressed in: no other is confirmed, and a wished day holds
 * @returns false if there is none
 */
export async function confirmOpenDeclaration(
  subscriptionId: string,
  byLetter?: string,
): Promise<boolean> {
  const id = idOf(subscriptionId);
  const found = await decideEntry(openDeclarations, id, ({ entry }, now) => {
    if (entry?.state !== "open") return { result: undefined };
    const confirmed = confirmedBy(byLetter, entry);
    if (!confirmed) return { result: undefined };
    const { declaration, declared } = confirmed;
    const waits = byLetter !== undefined && (declared.wishedAt ?? 0) > now;
    const atOnce = entry.payload.atOnce || !waits;
    const payload = { ...entry.payload, declaration, declared, earlier: [], atOnce };
    const isConfirmed = byLetter !== undefined;
    const progress = { ...entry.progress, needsLink: false, isConfirmed };
    const next = { ...revokeLease(entry), payload, progress, dueAt: now, updatedAt: now };
    return { next, result: { before: entry.payload.declaration, declaration } };
  });
  if (!found) return false;
  const { before, declaration } = found;
  if (declaration !== before) {
    await amendDeclaration(before, { state: "same" });
    await amendDeclaration(declaration, { state: "open" });
  }
  await carryOutNow(id);
  return true;
}

/** The open declaration, or one before it whose letter still works; undefined where the letter is about none of them. */
function confirmedBy(
  byLetter: string | undefined,
  entry: OutboxEntry<OpenPayload, OpenProgress>,
): Pick<OpenPayload, "declaration" | "declared"> | undefined {
  const { payload } = entry;
  if (byLetter === undefined || payload.declaration === byLetter) return payload;
  if (phaseOf(entry) !== "waits") return undefined;
  return payload.earlier.find(({ declaration }) => declaration === byLetter);
}

/** Milliseconds that a press waits for what it has set going. */
const waitsFor = 2_000;

async function carryOutNow(id: string): Promise<void> {
  const run = runEntry(openDeclarations, id);
  inBackground("open declaration", run);
  await within(waitsFor, unlessDown(run));
}

async function goOn(run: Opening): Promise<Opened> {
  const { payload, progress } = run.entry;
  const found = await subscriptionById(payload.subscriptionId);
  const isTold = progress.receipt !== null && (payload.declared.kind === "cancel" || progress.told);
  if (progress.wished && !found && isTold) return { end: "done" };
  // Nothing was asked of billing, so nothing is over; or somebody is still to be told.
  if (!found) return { end: "again", reason: "subscriptions: the subscription is not known" };
  const subscription = { ...found, country: found.country ?? payload.place ?? undefined };
  if (progress.wished) return afterwards(run, subscription, progress.receipt);
  // Canceled by another way meanwhile, which all share. Of a withdrawal the money is still to be told.
  if (countsAs(payload.declared, subscription) !== "withdraw") {
    const isOver = subscription.status !== "active";
    if (isOver || (!progress.handedOver && (await wasCanceledSince(payload))))
      return carriedOutOtherwise(run, subscription);
  }
  if (progress.handedOver || payload.atOnce) return handOver(run, subscription, progress.receipt);
  // What the receipt has said holds, whatever has run out since.
  const objected = progress.needsLink ?? (await hasObjected(payload.subscriptionId, Date.now()));
  const declared = describe(payload, subscription, objected);
  const receipt = progress.receipt ?? (await sendReceipt(run, declared, subscription));
  if (isVerdict(receipt)) return receipt;
  await sendCopy(run, declared, receipt);
  // By a link in the receipt alone, as long as it works.
  if (objected) return waitForLink(run, subscription, receipt);
  const held = isHeld(run.entry) ? latestOf(payload, subscription) : undefined;
  const dueAt = held ?? dueOf(payload, subscription, receipt);
  if (dueAt !== progress.dueAt) await announceDue(run, dueAt);
  return (
    (await waitUntilDue(run, declared, dueAt)) ??
    (await waitForPerson(run, subscription)) ??
    handOver(run, subscription, receipt)
  );
}

/** My Plan and the proof show when it is carried out. */
async function announceDue({ entry, saveProgress }: Opening, dueAt: number | null): Promise<void> {
  await amendDeclaration(entry.payload.declaration, { dueAt });
  await saveProgress({ progress: { dueAt } });
}

/** A second letter goes out before it is due, and once more where a person has let it wait until later. */
async function waitUntilDue(
  { entry }: Opening,
  declared: Declared,
  dueAt: number,
): Promise<Opened | undefined> {
  const { payload, progress } = entry;
  const now = Date.now();
  if (now >= dueAt) return undefined;
  const asks = isHeld(entry) ? cameWithMany : undefined;
  const wait = (until: number) => ({ end: "later", dueAt: until, ...asks }) as const;
  if (now < dueAt - secondLetterBefore) return wait(dueAt - secondLetterBefore);
  if (progress.second || dueAt - declared.declaredAt <= secondLetterBefore) return wait(dueAt);
  const letter = await deliverLetter(
    openDeclarations.name,
    await writtenTo(readerOf(payload), () =>
      secondMail(declared, { dueAt, isHeld: progress.braked }),
    ),
  );
  return letter.end === "again" ? letter : { ...wait(dueAt), progress: { second: true } };
}

/** Whether another wish was carried out after the declaration: an active subscription was resumed since, or is shown late. */
async function wasCanceledSince({
  subscriptionId,
  declaration,
  declared,
}: OpenPayload): Promise<boolean> {
  const wish = await wishOf(subscriptionId);
  return (
    wish !== undefined &&
    wish.progress.confirmedAt !== null &&
    wish.payload.declaration !== declaration &&
    wish.requestedAt >= declared.declaredAt
  );
}

/**
 * Another way has ended the subscription. What was charged since the declaration and before that is owed back. Everybody who has
 * declared has a receipt.
 */
async function carriedOutOtherwise(run: Opening, subscription: Subscription): Promise<Opened> {
  const { payload, progress } = run.entry;
  const wish = await wishOf(payload.subscriptionId);
  const carriedOutAt = wish?.progress.confirmedAt ?? Date.now();
  await amendDeclaration(payload.declaration, { state: "carried-out", carriedOutAt });
  if (progress.receipt === null) {
    const declared = describe(payload, subscription, false);
    const receipt = await sendReceipt(run, declared, subscription, true);
    if (isVerdict(receipt)) return receipt;
  }
  return (await tellCharge(run, subscription)) ?? { end: "done" };
}

/**
 * A term that began between the declaration and another wish, which ended the subscription. What begins after a wish is told with it.
 * @returns what ends the run where it must be tried again
 */
async function tellCharge(
  { entry: { payload, progress }, saveProgress }: Opening,
  subscription: Subscription,
): Promise<Opened | undefined> {
  const { declared, declaration: id } = payload;
  const wish = await wishOf(payload.subscriptionId);
  if (wish?.payload.declaration === id) return undefined;
  const after = owedSince(declared);
  // Nobody knows when it was ended, and so whether it was charged before.
  const by = wish?.requestedAt ?? subscription.endsAt;
  if (by === undefined) return undefined;
  const isActive = subscription.status === "active";
  if (!wasCharged(subscription, { after, by, isActive })) return undefined;
  const mails = await writtenTo(readerOf(payload), () =>
    refundMails({ id, subscription, declaredAt: declared.declaredAt }),
  );
  for (const [nth, mail] of mails.entries()) {
    if (nth < progress.refundLetters) continue;
    const letter = await deliverLetter(openDeclarations.name, mail);
    if (letter.end === "again") return letter;
    await saveProgress({ progress: { refundLetters: nth + 1 } });
  }
  return undefined;
}

/** With a wished day the terms are owed that begin until its end. */
const owedSince = ({ declaredAt, wishedAt }: PublicDeclaration): number =>
  Math.max(declaredAt, (wishedAt ?? declaredAt) - 1);

const cameWithMany = { asks: "it came with far more declarations than usual" };

/** Whether it came in a flood, and no operator has made it due yet. */
const isHeld = ({ progress, needsPerson }: OutboxEntry<OpenPayload, OpenProgress>): boolean =>
  progress.braked && needsPerson !== null;

/** The money of a withdrawal is due 14 days after it was declared: the operator hears of it so long before, at the latest. */
const moneyKnownBefore = 3 * day;

/**
 * How long one that came in a flood waits for an operator: a term that ends is not missed, nor the day by which the money of a withdrawal
 * is due. Of another that does not renew any more nothing is lost by waiting.
 */
function latestOf(payload: OpenPayload, subscription: Subscription): number | undefined {
  const { declared } = payload;
  const all = [
    ...(subscription.status === "active" ? [dueOf(payload, subscription, "refused")] : []),
    ...(countsAs(declared, subscription) === "withdraw"
      ? [declared.declaredAt + refundedWithin - moneyKnownBefore]
      : []),
  ];
  return all.length === 0 ? undefined : Math.min(...all);
}

/** One that came in a flood waits for an operator, who makes it due. */
async function waitForPerson(
  run: Opening,
  subscription: Subscription,
): Promise<Opened | undefined> {
  const { payload, progress } = run.entry;
  const latest = latestOf(payload, subscription);
  const isDecided = progress.braked && !isHeld(run.entry);
  if (isDecided || (latest !== undefined && Date.now() >= latest)) return undefined;
  if (!progress.braked && !(await cameInFlood(payload.declared.declaredAt))) return undefined;
  await alarmOfFlood(payload.declared.declaredAt);
  await announceDue(run, latest ?? null);
  return {
    end: "later",
    dueAt: latest === undefined ? null : Math.max(Date.now(), latest - secondLetterBefore),
    ...cameWithMany,
    progress: { braked: true, second: false },
  };
}

function describe(
  { subscriptionId, declaration, declared, atOnce }: OpenPayload,
  subscription: Subscription,
  needsLink: boolean,
): Declared {
  const to = subscription.emails.at(-1) ?? declared.email;
  return {
    ...declared,
    id: declaration,
    subscriptionId,
    to,
    needsLink,
    atOnce,
    subscription,
    counts: countsAs(declared, subscription),
    renewedAt: withdrawalOf(declared, subscription).renewedAt,
  };
}

/** After its period a withdrawal counts as a cancellation. */
export function countsAs(declared: PublicDeclaration, subscription: Subscription) {
  if (declared.kind === "cancel") return "cancel";
  return declared.declaredAt < withdrawalOf(declared, subscription).endsAt
    ? "withdraw"
    : "late-withdrawal";
}

/** The longest period of the subscription's own place and of what was typed, which can only add to somebody's rights. */
function withdrawalOf(
  { place, declaredAt }: PublicDeclaration,
  subscription: Subscription,
): WithdrawalPeriod {
  const [own, typed] = [subscription.country ?? null, place].map((one) =>
    withdrawalPeriod(subscription, declaredAt, (at) => obligationsOn(one, at)),
  ) as [WithdrawalPeriod, WithdrawalPeriod];
  return typed.endsAt > own.endsAt ? typed : own;
}

const dueOf = (
  { declared: { declaredAt, wishedAt } }: OpenPayload,
  subscription: Subscription,
  receipt: OpenProgress["receipt"],
): number => {
  const receiptAt = typeof receipt === "number" ? receipt : null;
  // Nothing renews any more.
  if (subscription.status !== "active") return (receiptAt ?? declaredAt) + objectionTime;
  return carryOutAt(subscription, { declaredAt, receiptAt, wishedAt: wishedAt ?? undefined });
};

/** So long after a declaration its receipt is tried again before it goes out without its PDF. */
const waitsForPdf = 10 * minute;

/**
 * @returns when the receipt was taken, or that no mailbox takes it; null: not yet, and the declaration is due; or what ends the
 * run, where it must be tried again before anything else
 */
async function sendReceipt(
  run: Opening,
  declared: Declared,
  subscription: Subscription,
  isCarriedOut = false,
): Promise<Opened | OpenProgress["receipt"]> {
  const { payload } = run.entry;
  // Once it is due, nobody is kept waiting by a mail server: the receipt comes after the cancellation.
  const latest = dueOf(payload, subscription, "refused");
  const isLate = !isCarriedOut && !declared.needsLink && Date.now() >= latest;
  const isCounted = payload.atOnce || run.entry.progress.counted;
  const wait = isCounted ? undefined : await takeLetter(declared.to);
  if (wait !== undefined && (isCarriedOut || declared.needsLink))
    return { end: "later", dueAt: Date.now() + wait };
  // Then the receipt comes after the cancellation, when the address may have a letter again.
  if (wait !== undefined)
    return isLate ? null : { end: "later", dueAt: Math.min(Date.now() + wait, latest) };
  if (!isCounted) await run.saveProgress({ progress: { counted: true } });
  const expected = isCarriedOut ? declared.declaredAt : dueOf(payload, subscription, Date.now());
  const mail = await writtenTo(readerOf(payload), () => receiptMail(declared, expected));
  // That the PDF cannot be set is an outage of ours, which passes; a receipt without one is better than none for long.
  if (!mail.attachments && !isLate && Date.now() < declared.declaredAt + waitsForPdf)
    return { end: "again", reason: "report: the receipt's PDF was not set" };
  const letter = await deliverLetter(openDeclarations.name, mail);
  if (letter.end === "again") return isLate ? null : letter;
  const receipt = letter.end === "taken" ? Date.now() : "refused";
  await run.saveProgress({ progress: { receipt, needsLink: declared.needsLink } });
  return receipt;
}

/** Whom the letters go to. Nobody has a setting without an account. */
const readerOf = ({ order, declared: { language: page } }: OpenPayload) => ({
  uid: order.uid ?? "",
  page,
});

const isVerdict = (receipt: Opened | OpenProgress["receipt"]): receipt is Opened =>
  typeof receipt === "object" && receipt !== null;

/**
 * To the typed address, too, if it is one of the subscription's: without plan and dates, and once. One that the mail server does not
 * take is tried again whenever the declaration goes on, and holds nothing up.
 */
async function sendCopy(
  run: Opening,
  declared: Declared,
  receipt: OpenProgress["receipt"],
): Promise<void> {
  const { email, subscription, to } = declared;
  const { copied, copyCounted } = run.entry.progress;
  const isOwn = subscription.emails.some((one) => isSameAddress(one, email));
  if (receipt === null || copied || !isOwn || isSameAddress(email, to)) return;
  if (!copyCounted) {
    if ((await takeLetter(email)) !== undefined) return;
    await run.saveProgress({ progress: { copyCounted: true } });
  }
  const letter = await deliverLetter(
    openDeclarations.name,
    await writtenTo(readerOf(run.entry.payload), () => copyOfReceiptMail(declared)),
  );
  if (letter.end !== "again") await run.saveProgress({ progress: { copied: true } });
}

/**
 * Its link works for so long: from the receipt on, which may come late. What its owner has confirmed before, for a later day, goes on
 * where nobody has pressed by then.
 */
async function waitForLink(
  { entry: { payload } }: Opening,
  subscription: Subscription,
  receipt: OpenProgress["receipt"],
): Promise<Opened> {
  const { declaration, declared, earlier } = payload;
  const until = (typeof receipt === "number" ? receipt : declared.declaredAt) + linkWorks;
  const confirmed = earlier.find(({ isConfirmed }) => isConfirmed);
  const before = confirmed && { ...payload, ...confirmed };
  const dueAt = Math.min(until, before ? dueOf(before, subscription, receipt) : until);
  const now = Date.now();
  if (now < dueAt) return { end: "later", dueAt };
  const isOver = now >= until;
  await amendDeclaration(
    declaration,
    isOver ? { state: "stopped", stoppedAt: until } : { state: "same" },
  );
  if (!confirmed) return { end: "declined" };
  await amendDeclaration(confirmed.declaration, { state: "open" });
  return {
    end: "later",
    dueAt: now,
    payload: {
      ...payload,
      declaration: confirmed.declaration,
      declared: confirmed.declared,
      earlier: isOver ? [] : [{ declaration, declared, isConfirmed: false }],
    },
    progress: { needsLink: false, isConfirmed: true, dueAt: null },
  };
}

/** From here on it is a cancellation like any other, which is retried until billing confirms it. */
async function handOver(
  run: Opening,
  subscription: Subscription,
  receipt: OpenProgress["receipt"],
): Promise<Opened> {
  const { subscriptionId, declaration, declared, order } = run.entry.payload;
  // Throws where an objection has taken the lease. After a kill it is handed over once more, under the same wish.
  await run.saveProgress({ progress: { handedOver: true } });
  const wishedAt = Date.now();
  const isCarriedOutBy =
    subscription.status === "active"
      ? await keepCancellation({
          subscriptionId,
          order,
          declaration,
          pressedAt: wishedAt,
          owedSince: owedSince(declared),
          language: declared.language,
        })
      : undefined;
  // Canceled before, or by another wish that is under way.
  if (isCarriedOutBy !== declaration)
    await amendDeclaration(declaration, { state: "carried-out", carriedOutAt: wishedAt });
  await run.saveProgress({ progress: { wished: true, wishedAt } });
  return afterwards(run, subscription, receipt);
}

/** @returns the declaration that the wish carries out */
async function keepCancellation(
  wish: Omit<Parameters<typeof keepWish>[0], "key">,
): Promise<string | null> {
  const key = cancellationKeyOf(wish.subscriptionId, wish.pressedAt);
  const { entry, claim } = await keepWish({ ...wish, key });
  if (claim) inBackground("cancellation", carryOut(cancellations, claim).finished);
  return entry.payload.declaration;
}

/**
 * The operator's word about the money of a withdrawal, and the receipt, if it was not sent before: neither waits for the other. What is
 * owed is told once; a charge since the wish is told with its cancellation.
 */
async function afterwards(
  run: Opening,
  subscription: Subscription,
  before: OpenProgress["receipt"],
): Promise<Opened> {
  const declared = describe(run.entry.payload, subscription, false);
  const untold = await tellOfMoney(run, declared);
  const receipt = before ?? (await sendReceipt(run, declared, subscription, true));
  if (isVerdict(receipt)) return receipt;
  await sendCopy(run, declared, receipt);
  return untold ?? (await tellCharge(run, subscription)) ?? { end: "done" };
}

/** @returns what ends the run where it must be tried again */
async function tellOfMoney(
  { entry: { payload, progress }, saveProgress }: Opening,
  declared: Declared,
): Promise<Opened | undefined> {
  if (declared.counts !== "withdraw" || progress.told) return undefined;
  const { refund, refundDueAt } = refundDue(declared);
  await amendDeclaration(payload.declaration, { refund, refundDueAt });
  const mail = await withdrawalToSupportMail(declared);
  const letter = await deliverLetter(openDeclarations.name, mail);
  if (letter.end === "again") return letter;
  await saveProgress({ progress: { told: true } });
  return undefined;
}

/** The open declaration of a subscription; undefined if there is none. */
export async function openDeclarationOf(subscriptionId: string) {
  const entry = await entryAt(openDeclarations, idOf(subscriptionId));
  return entry?.state === "open" && !entry.progress.handedOver ? entry : undefined;
}

/** Whether the last declaration of a subscription was carried out, or is being carried out. */
export async function isDecided(subscriptionId: string): Promise<boolean> {
  const entry = await entryAt(openDeclarations, idOf(subscriptionId));
  return entry !== undefined && phaseOf(entry) === "decided";
}

/** Whether it is a withdrawal by which a subscription was left last. */
export async function hasWithdrawn(subscription: Subscription): Promise<boolean> {
  const [entry, wish] = await Promise.all([
    entryAt(openDeclarations, idOf(subscription.id)),
    wishOf(subscription.id),
  ]);
  if (!entry || phaseOf(entry) !== "decided") return false;
  const { payload, progress } = entry;
  const { declared, declaration, place, atOnce } = payload;
  if (!atOnce && !progress.handedOver) return false;
  const country = subscription.country ?? place ?? undefined;
  if (countsAs(declared, { ...subscription, country }) !== "withdraw") return false;
  // It was resumed since, and canceled again.
  const isLast = !wish || wish.payload.declaration === declaration;
  return (
    (isLast || wish.requestedAt < declared.declaredAt) &&
    declared.declaredAt >= subscription.startedAt
  );
}
