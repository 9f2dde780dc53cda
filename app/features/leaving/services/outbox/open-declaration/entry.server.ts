import { z } from "zod";
import { namedDate } from "~/features/account/named-date.server";
import type { Subscription } from "~/features/account/subscription";
import {
  type DeclarationCounts,
  declarationCounts,
  phaseOf,
} from "~/features/leaving/rules/declaration";
import { publicDeclaration } from "~/features/leaving/rules/public-declaration";
import { cancellationOrder } from "~/features/leaving/services/outbox/cancellation.server";
import { linkWorks } from "~/features/leaving/store/objections.server";
import type { OutboxEntry } from "~/platform/outbox/outbox";
import type { Run, Verdict } from "~/platform/outbox/runner.server";

export const openProgress = z.object({
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
  /** What it was carried out as; null before that, and in older entries. */
  counts: z.enum(declarationCounts).nullable().default(null),
  /** The wish to cancel is kept. */
  wished: z.boolean(),
  /** When the wish to cancel was kept. */
  wishedAt: z.number().nullable().default(null),
  /** Whether it still needs a press in its letter; null until its receipt or a press has decided that. */
  needsLink: z.boolean().nullable().default(null),
  /** Its owner has confirmed it. Among `earlier` this is only the one that was confirmed last, for a later day. */
  isConfirmed: z.boolean().default(false),
  /** The receipt was counted as a letter to its address. */
  counted: z.boolean().default(false),
  /** The operator was told of the money of a withdrawal. */
  told: z.boolean(),
  /** How many of the letters about a charge that came meanwhile are settled. */
  refundLetters: z.number().default(0),
});
export type OpenProgress = z.output<typeof openProgress>;

/** One declaration: its id, and what was declared. */
const declaring = { declaration: z.string().min(1), declared: publicDeclaration };
/** A declaration with its progress. */
const said = z.object({ ...declaring, progress: openProgress });
export type Said = z.output<typeof said>;

export const openPayload = z.object({
  subscriptionId: z.string().min(1),
  /** What billing needs to cancel it. */
  order: cancellationOrder,
  ...declaring,
  /** What the subscription service named when it was kept; null where it named nothing. */
  named: namedDate.nullable().default(null),
  /** When the subscription was last seen running, by the time that it was kept; null: not seen, and in older entries. */
  ranAt: z.number().nullable().default(null),
  /** Where the subscriber has said that they live, when it was declared. */
  place: z.string().nullable().default(null),
  /**
   * Other declarations that can still be confirmed in their own letters, or were confirmed for a later day. Confirming
   * one keeps the others; an objection stops all. Beside a withdrawal after sign-in: the cancellation that was handed
   * over before, until it has its receipt.
   */
  earlier: z.array(said).default([]),
  /** The declarations that it has replaced: 'This was not me' in their letters stops it. Null in older entries. */
  replaced: z.array(z.string()).nullable().default(null),
  /** Declared or confirmed after sign-in, or confirmed by the letter's link: it waits for nothing. */
  atOnce: z.boolean().default(false),
});
export type OpenPayload = z.output<typeof openPayload>;

/** The subscription, with what was known of it when something was declared. */
export const asDeclaredOf = (
  { place, named, ranAt }: Pick<OpenPayload, "place" | "named" | "ranAt">,
  subscription: Subscription,
): Subscription => ({
  ...subscription,
  country: subscription.country ?? place ?? undefined,
  named: named ?? undefined,
  ranAt: ranAt ?? undefined,
});

export const beforeReceipt: Readonly<OpenProgress> = openProgress.parse({
  receipt: null,
  copied: false,
  dueAt: null,
  second: false,
  handedOver: false,
  wished: false,
  told: false,
});

export type OpenEntry = OutboxEntry<OpenPayload, OpenProgress>;
export type Opening = Run<OpenPayload, OpenProgress, never>;
export type Opened = Verdict<OpenPayload, OpenProgress, never>;

/** The name of the outbox kind. */
export const openDeclarationName = "open-declaration";

export const openIdOf = encodeURIComponent;

export const holdsDeclaration = (
  { declaration: front, earlier }: OpenPayload,
  declaration: string,
): boolean => front === declaration || earlier.some((one) => one.declaration === declaration);

/** Bounds the document. With this many letters that still work, another declaration waits until the first expires. */
export const mostEarlier = 100;

export const confirmedOf = ({ earlier }: OpenPayload): Said | undefined =>
  earlier.find(({ progress }) => progress.isConfirmed);

export const withoutSaid = (all: readonly Said[], one: Said): Said[] =>
  all.filter(({ declaration }) => declaration !== one.declaration);

export const frontOf = ({ payload, progress }: OpenEntry): Said => ({
  declaration: payload.declaration,
  declared: payload.declared,
  progress,
});

/** Whether it is a cancellation that was handed over before its receipt was sent. */
export const isReceiptOwed = ({ declared, progress }: Said): boolean =>
  declared.kind === "cancel" && progress.handedOver && progress.receipt === null;

/** Until when a letter's link works, counted from the receipt, which may come late. */
export const pressableUntil = ({
  declared,
  progress: { receipt },
}: Omit<Said, "declaration">): number =>
  (typeof receipt === "number" ? receipt : declared.declaredAt) + linkWorks;

/** Those that can still be confirmed, or are confirmed. */
export const stillCounting = (all: readonly Said[]): Said[] =>
  all.filter((one) => one.progress.isConfirmed || Date.now() < pressableUntil(one));

/** What the entry's declaration was carried out as; null before that. */
export const countedAs = ({ payload, progress }: OpenEntry): DeclarationCounts | null =>
  progress.counts ?? (progress.handedOver ? payload.declared.kind : null);

/** Whether it is carried out as a withdrawal; before that, whether it is declared as one. */
export const isWithdrawal = (entry: OpenEntry): boolean =>
  (countedAs(entry) ?? entry.payload.declared.kind) === "withdraw";

/** Whether another wish to cancel came after it was carried out: the subscription was resumed, and canceled again. */
export const isCanceledAgain = (
  { payload: { declaration, declared }, progress: { wishedAt } }: OpenEntry,
  wish: { requestedAt: number; payload: { declaration: string | null } } | undefined,
): boolean =>
  wish !== undefined &&
  wish.payload.declaration !== declaration &&
  wish.requestedAt >= (wishedAt ?? declared.declaredAt);

/**
 * What can still be confirmed once a declaration is decided: a withdrawal, because of its money, unless that was one.
 * @param counts what the decided one is carried out as; null: not yet known
 */
export const leftAfter = (
  { earlier }: Pick<OpenPayload, "earlier">,
  counts: DeclarationCounts | null,
): Said[] =>
  counts === "withdraw" ? [] : earlier.filter((one) => one.declared.kind === "withdraw");

/** Bounds the document. The last ones are kept: their letters are the youngest. */
const mostReplaced = 200;

/** The declarations that a new one replaces with this entry: none once it is decided, and none that was stopped. */
export function replacedBy(entry: OpenEntry): string[] | null {
  const { replaced, declaration, earlier } = entry.payload;
  const phase = phaseOf(entry);
  if (phase === "decided") return [];
  const others = earlier.map((one) => one.declaration);
  const front = phase === "waits" ? [declaration] : [];
  return replaced && [...new Set([...replaced, ...others, ...front])].slice(-mostReplaced);
}

/** `earlier` of a new declaration that replaces the entry's. @param objected whether declarations need a press now */
export function earlierOf(entry: OpenEntry, objected: boolean): Said[] {
  const { payload, progress } = entry;
  if (phaseOf(entry) === "decided") return stillCounting(leftAfter(payload, countedAs(entry)));
  // Under an objection only a press sets `needsLink` to false. Entries of older releases lack `isConfirmed`.
  const isConfirmed = progress.isConfirmed || (objected && progress.needsLink === false);
  const isPutAside = entry.state === "open" && (isConfirmed || progress.needsLink === true);
  const front = { ...frontOf(entry), progress: { ...progress, isConfirmed } };
  return stillCounting(isPutAside ? [...payload.earlier, front] : payload.earlier);
}
