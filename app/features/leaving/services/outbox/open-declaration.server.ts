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
import {
  amendDeclaration,
  amendUndecided,
  declarationState,
} from "~/features/leaving/store/declarations.server";
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

const progress = z.object({
  /** When the mail server took the receipt, epoch milliseconds; `refused`: no mailbox takes it. */
  receipt: z.union([z.number(), z.literal("refused")]).nullable(),
  copied: z.boolean(),
  /** The copy was counted as a letter to its address. */
  copyCounted: z.boolean().default(false),
  dueAt: z.number().nullable(),
  second: z.boolean(),
  /** It came in a flood: it waits for an operator, or has waited (`isHeld`), at the latest until `latestOf`. */
  braked: z.boolean().default(false),
  /** It was handed over to be canceled: an objection comes too late. */
  handedOver: z.boolean(),
  /** The wish to cancel is kept. */
  wished: z.boolean(),
  /** When: what was charged before is paid back. */
  wishedAt: z.number().nullable().default(null),
  /** Whether nothing happens without a press that is still to come; null while neither its receipt nor a press has decided that. */
  needsLink: z.boolean().nullable().default(null),
  /** Its owner has pressed for it. Of what is put aside, the one for which they pressed last, for a later day. */
  isConfirmed: z.boolean().default(false),
  /** The receipt was counted as a letter to its address. */
  counted: z.boolean().default(false),
  /** The operator was told of the money of a withdrawal. */
  told: z.boolean(),
  /** How many of the letters about a charge that came meanwhile are settled. */
  refundLetters: z.number().default(0),
});
type OpenProgress = z.output<typeof progress>;

/** One declaration: its id, and what was declared. */
const declaring = { declaration: z.string().min(1), declared: publicDeclaration };
/** With how far it is. */
const said = z.object({ ...declaring, progress });
type Said = z.output<typeof said>;

const payload = z.object({
  subscriptionId: z.string().min(1),
  /** What billing needs to cancel it. */
  order: cancellationOrder,
  ...declaring,
  /** Where the subscriber has said that they live, when it was declared. */
  place: z.string().nullable().default(null),
  /**
   * The others that may still be pressed for in their own letters, or whose owner has pressed for a later day. A press for one of them
   * takes none of the others away; an objection takes all.
   */
  earlier: z.array(said).default([]),
  /** Declared or confirmed by who is signed in, or confirmed by the letter's link: it waits for nothing. */
  atOnce: z.boolean().default(false),
});
type OpenPayload = z.output<typeof payload>;

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
    await goBackToConfirmed(id);
  },
};

const idOf = encodeURIComponent;

/** What its owner has pressed for, for a later day, is not given up with another that has taken its place meanwhile. */
async function goBackToConfirmed(id: string): Promise<void> {
  const confirmed = await decideEntry(openDeclarations, id, ({ entry }, now) => {
    const found = entry && phaseOf(entry) === "stopped" ? confirmedOf(entry.payload) : undefined;
    if (!entry || !found) return { result: undefined };
    return { next: anew(entry, found, without(entry.payload.earlier, found), now), result: found };
  });
  if (confirmed) await amendUndecided(confirmed.declaration, { state: "open" });
}

const confirmedOf = ({ earlier }: OpenPayload): Said | undefined =>
  earlier.find(({ progress }) => progress.isConfirmed);

const without = (all: readonly Said[], one: Said): Said[] =>
  all.filter(({ declaration }) => declaration !== one.declaration);

const frontOf = ({ payload, progress }: OutboxEntry<OpenPayload, OpenProgress>): Said => ({
  declaration: payload.declaration,
  declared: payload.declared,
  progress,
});

/** The entry with another declaration in front. The lease is taken from whoever carries out the one that was there. */
function anew(
  { payload, lease }: OutboxEntry<OpenPayload, OpenProgress>,
  { declaration, declared, progress }: Said,
  earlier: Said[],
  now: number,
  atOnce = false,
): OutboxEntry<OpenPayload, OpenProgress> {
  const changed = { ...payload, declaration, declared, earlier, atOnce };
  const wish = { key: declaration, payload: changed, progress, runsInBackground: true };
  return { ...newEntry(openDeclarations, wish, now), lease: lease + 1 };
}

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

/** Whether this very declaration was kept before: whoever looked it up died before they noted it. */
export async function isKept(subscriptionId: string, declaration: string): Promise<boolean> {
  const entry = await entryAt(openDeclarations, idOf(subscriptionId));
  return entry !== undefined && holds(entry.payload, declaration);
}

const holds = ({ declaration: front, earlier }: OpenPayload, declaration: string): boolean =>
  front === declaration || earlier.some((one) => one.declaration === declaration);

/** A document has an end. With so many letters that still work, another declaration waits until the first of them do no more. */
const mostEarlier = 100;

/** Until when a letter's link works: from the receipt on, which may come late. */
const pressableUntil = ({ declared, progress: { receipt } }: Omit<Said, "declaration">): number =>
  (typeof receipt === "number" ? receipt : declared.declaredAt) + linkWorks;

/** Those of them that may still be pressed for, or whose owner has pressed. */
const stillCounting = (all: readonly Said[]): Said[] =>
  all.filter((one) => one.progress.isConfirmed || Date.now() < pressableUntil(one));

/** What is left to press for once the entry's declaration is decided: of a cancellation, a withdrawal, as it is about the money. */
const leftAfter = ({ declared, earlier }: OpenPayload): Said[] =>
  declared.kind === "cancel" ? earlier.filter((one) => one.declared.kind === "withdraw") : [];

/** The others, once a new declaration takes the place of the entry's. @param objected what is declared now needs a press */
function earlierOf(entry: OutboxEntry<OpenPayload, OpenProgress>, objected: boolean): Said[] {
  const { payload, progress } = entry;
  if (phaseOf(entry) === "decided") return stillCounting(leftAfter(payload));
  // Under an objection only a press makes one that needs none: an entry of an older release does not say so.
  const isConfirmed = progress.isConfirmed || (objected && progress.needsLink === false);
  const isPutAside = entry.state === "open" && (isConfirmed || progress.needsLink === true);
  const front = { ...frontOf(entry), progress: { ...progress, isConfirmed } };
  return stillCounting(isPutAside ? [...payload.earlier, front] : payload.earlier);
}

/**
 * Keeps a public declaration for its subscription. An open one says the same, unless this one asks for more, or that one waits for
 * a press in its letter, which may be a stranger's: then this one takes its place, and has a letter of its own.
 * @returns the declaration that counts: this one, or the open one; undefined where it has to wait: a withdrawal until a cancellation is
 * through that is being carried out, as its money would be lost with that; and under an objection each until the one before has its letter
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
  const { id: subscriptionId } = subscription;
  const objected = await hasObjected(subscriptionId, Date.now());
  const isOwn = ({ payload }: OutboxEntry<OpenPayload, OpenProgress>) =>
    payload.declaration === declaration;
  const comesAfter = (found: OutboxEntry<OpenPayload, OpenProgress>) => {
    const { payload, progress, state } = found;
    // Looked up once more, after another took its place.
    if (holds(payload, declaration)) return "says the same";
    if (state !== "open") return isWithdrawn(found, subscription) ? "says the same" : "replaces";
    const asks = asksForMore(declared, payload.declared);
    if (phaseOf(found) === "decided") return asks ? "waits" : "says the same";
    if (!(progress.needsLink ?? objected)) return asks ? "replaces" : "says the same";
    const isFull = stillCounting(payload.earlier).length >= mostEarlier;
    return progress.needsLink === null || isFull ? "waits" : "replaces";
  };
  let how: ReturnType<typeof comesAfter> | undefined;
  let replaced: string | undefined;
  const { entry, claim } = await keepEntry(openDeclarations, idOf(subscriptionId), {
    isDone: (found) => {
      how = comesAfter(found);
      replaced =
        how === "replaces" && found.state === "open" ? found.payload.declaration : undefined;
      return isOwn(found) ? found.state !== "open" : how !== "replaces";
    },
    canJoin: (found) => found.state === "open" && isOwn(found),
    join: () => ({}),
    begin: ({ entry: found }) => ({
      key: declaration,
      payload: {
        subscriptionId,
        order,
        declaration,
        declared,
        place,
        earlier: found ? earlierOf(found, objected) : [],
        atOnce: false,
      },
      progress: atFirst,
      runsInBackground: true,
    }),
  });
  if (replaced !== undefined) await amendUndecided(replaced, { state: "same" });
  return how === "waits" ? undefined : { declaration: entry.payload.declaration, claim };
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
    // It says whatever the others could be pressed for.
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
  if (replaced !== undefined) await amendUndecided(replaced, { state: "same" });
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
    const pressed = entry && pressedFor(byLetter, entry);
    if (!entry || !pressed) return { result: undefined };
    const { declaration: front } = entry.payload;
    const { declaration, declared } = pressed;
    const isFront = declaration === front;
    // Pressed again.
    if (isFront && phaseOf(entry) === "decided")
      return { next: { ...entry, dueAt: now, updatedAt: now }, result: { front, counts: front } };
    const confirmed = {
      ...pressed,
      progress: { ...pressed.progress, needsLink: false, isConfirmed: true },
    };
    const waits = byLetter !== undefined && (declared.wishedAt ?? 0) > now;
    // The last press counts.
    const unconfirmed = entry.payload.earlier.map((one) => ({
      ...one,
      progress: { ...one.progress, isConfirmed: false },
    }));
    const others = without(unconfirmed, pressed);
    // One that has no letter yet gets it: this one goes on by itself.
    if (waits && !isFront && phaseOf(entry) === "waits" && entry.progress.needsLink === null) {
      const payload = { ...entry.payload, earlier: [...others, confirmed] };
      const next = { ...revokeLease(entry), payload, dueAt: now, updatedAt: now };
      return { next, result: { front, counts: front } };
    }
    const isPutAside = !isFront && phaseOf(entry) === "waits";
    const before = { ...frontOf(entry), progress: { ...entry.progress, isConfirmed: false } };
    const earlier = stillCounting(isPutAside ? [...others, before] : others);
    return {
      next: anew(entry, confirmed, earlier, now, !waits),
      result: { front, counts: declaration },
    };
  });
  if (!found) return false;
  if (found.front !== found.counts) {
    await amendUndecided(found.front, { state: "same" });
    await amendUndecided(found.counts, { state: "open" });
  }
  await carryOutNow(id);
  return true;
}

/**
 * The open declaration, or one of the others whose letter it is; undefined where it is about none of them, or where what is decided
 * says the same.
 */
function pressedFor(
  byLetter: string | undefined,
  entry: OutboxEntry<OpenPayload, OpenProgress>,
): Said | undefined {
  const { payload } = entry;
  if (byLetter === undefined || payload.declaration === byLetter)
    return entry.state === "open" ? frontOf(entry) : undefined;
  const others = phaseOf(entry) === "decided" ? leftAfter(payload) : payload.earlier;
  return others.find(({ declaration }) => declaration === byLetter);
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
  const dueConfirmed = objected ? confirmedOf(payload) : undefined;
  if (dueConfirmed && Date.now() >= dueOfSaid(dueConfirmed, subscription))
    return goBackTo(run, dueConfirmed, [frontOf(run.entry)]);
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
  const needsLink = progress.needsLink ?? (await hasObjected(payload.subscriptionId, Date.now()));
  // Nobody has pressed for it, so it is not what was carried out, and nothing is owed since it.
  const isUnpressed = needsLink && !payload.atOnce;
  await amendDeclaration(
    payload.declaration,
    isUnpressed ? { state: "same" } : { state: "carried-out", carriedOutAt },
  );
  if (progress.receipt === null) {
    const declared = describe(payload, subscription, false);
    const receipt = await sendReceipt(run, declared, subscription, true);
    if (isVerdict(receipt)) return receipt;
  }
  return (isUnpressed ? undefined : await tellCharge(run, subscription)) ?? settle(run);
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
  { declared: { declaredAt, wishedAt } }: Pick<OpenPayload, "declared">,
  subscription: Subscription,
  receipt: OpenProgress["receipt"],
): number => {
  const receiptAt = typeof receipt === "number" ? receipt : null;
  // Nothing renews any more.
  if (subscription.status !== "active") return (receiptAt ?? declaredAt) + objectionTime;
  return carryOutAt(subscription, { declaredAt, receiptAt, wishedAt: wishedAt ?? undefined });
};

const dueOfSaid = ({ declared, progress }: Said, subscription: Subscription): number =>
  dueOf({ declared }, subscription, progress.receipt);

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

/** Where nobody has pressed by its end, what its owner has confirmed before, for a later day, goes on. */
async function waitForLink(
  run: Opening,
  subscription: Subscription,
  receipt: OpenProgress["receipt"],
): Promise<Opened> {
  const { payload, progress } = run.entry;
  const { declaration, declared } = payload;
  const until = pressableUntil({ declared, progress: { ...progress, receipt } });
  const confirmed = confirmedOf(payload);
  if (Date.now() < until) {
    const dueAt = confirmed ? Math.min(until, dueOfSaid(confirmed, subscription)) : until;
    return { end: "later", dueAt };
  }
  await amendUndecided(declaration, { state: "stopped", stoppedAt: until });
  return confirmed ? goBackTo(run, confirmed, []) : { end: "declined" };
}

/** What was put aside goes on. @param aside what is put aside for it */
async function goBackTo(
  { entry: { payload } }: Opening,
  one: Said,
  aside: readonly Said[],
): Promise<Opened> {
  for (const { declaration } of aside) await amendUndecided(declaration, { state: "same" });
  await amendUndecided(one.declaration, { state: "open" });
  const { declaration, declared, progress } = one;
  const earlier = [...without(payload.earlier, one), ...aside];
  return {
    end: "later",
    dueAt: Date.now(),
    payload: { ...payload, declaration, declared, earlier, atOnce: false },
    progress: { ...progress, dueAt: null },
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
  return untold ?? (await tellCharge(run, subscription)) ?? settle(run);
}

/** A withdrawal that was put aside before it had its letter gets it now: it is about the money. */
async function settle(run: Opening): Promise<Opened> {
  const unsent = leftAfter(run.entry.payload).find(({ progress }) => progress.receipt === null);
  return unsent ? goBackTo(run, unsent, []) : { end: "done" };
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

/** The last declaration of a subscription, where it was carried out or is being carried out. */
export async function decidedOf(subscriptionId: string) {
  const entry = await entryAt(openDeclarations, idOf(subscriptionId));
  return entry && phaseOf(entry) === "decided" ? entry : undefined;
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
    (isLast || wish.requestedAt < (progress.wishedAt ?? declared.declaredAt)) &&
    declared.declaredAt >= subscription.startedAt
  );
}
