import { randomUUID } from "node:crypto";
import type { NamedDate } from "~/features/account/subscription";
import type { DeclarationWay } from "~/features/leaving/rules/declaration";
import type { ShownPage } from "~/features/leaving/rules/unsubscribe-answers";
import {
  cancellationKeyOf,
  keyAfter,
  rememberKey,
  samePress,
} from "~/features/leaving/services/cancellation-key.server";
import { obligationsOn } from "~/features/leaving/services/obligations.server";
import {
  type CancellationOrder,
  type CancellationPayload,
  type CancellationProgress,
  cancellations,
  isComplete,
} from "~/features/leaving/services/outbox/cancellation.server";
import { wordsOf } from "~/features/leaving/services/shown-words.server";
import { declarationDocuments } from "~/features/leaving/store/declarations.server";
import { revokeLease } from "~/platform/outbox/outbox";
import { carryOut } from "~/platform/outbox/runner.server";
import {
  type KeptEntry,
  keepEntry,
  type NewEntry,
  newEntry,
} from "~/platform/outbox/store/keep.server";
import {
  type DocumentBeside,
  decideEntry,
  entryAt,
} from "~/platform/outbox/store/transaction.server";
import type { Language } from "~/platform/values/languages";
import { inBackground } from "~/platform/work/background.server";

/** The result of a press on 'cancel'. */
export type Cancellation =
  /**
   * Billing has confirmed it. `kept`: Firestore or the subscription service shows it, too. `proof`: the sealed
   * declaration, for the subscriber to keep, as neither Firestore nor the mail server has it yet.
   */
  | { outcome: "canceled"; kept: boolean; proof?: string }
  /** Stored durably, and retried until billing confirms it. */
  | { outcome: "received" }
  /** `message`: billing's own text (docs/product.md#leaving). `kept`: the wish is stored and will be retried. */
  | { outcome: "declined"; message: string; kept: boolean }
  | { outcome: "not-found" }
  /** Neither stored nor confirmed so far, but either may still happen. */
  | { outcome: "unknown" }
  /** Neither stored nor sent to billing: nothing has changed. */
  | { outcome: "failed" };

/** A subscriber's request to cancel, from any page, interface or mailed link. */
export interface CancellationWish {
  subscriptionId: string;
  order: CancellationOrder | null;
  /** Id of the mailed link, if one was used. */
  link?: string | undefined;
  pressedAt: number;
  /** What the press declares; left out where that is kept already (`declaration`), or where nobody has declared anything. */
  declares?:
    | {
        how: Exclude<DeclarationWay, "public">;
        place: string | null;
        /** The step of the flow that was shown, or the page that cancels another plan. */
        step?: ShownPage | undefined;
        /** The place whose words the page of a letter's link had; left out for the link of another mail. */
        pagePlace?: string | null | undefined;
      }
    | undefined;
  /** The declaration's id. Without `declares` it is kept already, and its receipt replaces the first letter. */
  declaration?: string | undefined;
  /** The key of a confirmed cancellation since which the subscription was resumed: this wish is not the same again. */
  resumedAfter?: string | undefined;
  /** From when on a charge is owed back, if not from the press. Epoch milliseconds. */
  owedSince?: number | undefined;
  /** What the subscription service named when it was declared, as far as that is known. */
  named?: NamedDate | undefined;
  isWithdrawal?: boolean | undefined;
  /** Of the page where it was pressed. */
  language?: Language | undefined;
  /** From `cancellationKeyOf`. A stored entry's key takes precedence. */
  key: string;
}

export type KeptWish = KeptEntry<CancellationPayload, CancellationProgress>;

const idOf = encodeURIComponent;

const withLink = (links: readonly string[] = [], link: string | undefined): string[] =>
  link === undefined || links.includes(link) ? [...links] : [...links, link].slice(-20);

/** A new entry for a wish. */
const begun = (
  { subscriptionId, order, owedSince, named, pressedAt, isWithdrawal, language }: CancellationWish,
  own: Pick<CancellationPayload, "links" | "declaration"> & { key: string },
  progress: Pick<CancellationProgress, "confirmedAt" | "letters" | "receipt">,
): NewEntry<CancellationPayload, CancellationProgress> => ({
  key: own.key,
  payload: {
    ...{ subscriptionId, order, links: own.links, declaration: own.declaration },
    owedSince: owedSince ?? pressedAt,
    named: named ?? null,
    pressedAt: null,
    ...(isWithdrawal && { isWithdrawal }),
    ...(language && { language }),
  },
  progress: { ...progress, shownAt: null, refundLetters: 0 },
  runsInBackground: true,
});

/**
 * Stores a wish to cancel. A second wish joins an open one. After a confirmed one a new entry begins, because the
 * membership may have been resumed since, unless it is the same press or the same link again.
 */
export async function keepWish(wish: CancellationWish): Promise<KeptWish> {
  const { subscriptionId, link, order, pressedAt, declares, isWithdrawal } = wish;
  const declaration = wish.declaration ?? (declares ? randomUUID() : null);
  const isReceiptElsewhere = wish.declaration !== undefined && declares === undefined;
  const kept = await keepEntry(cancellations, idOf(subscriptionId), {
    isDone: ({ key, payload: { links }, progress: { confirmedAt } }, now) =>
      confirmedAt !== null &&
      key !== wish.resumedAfter &&
      ((link !== undefined && links.includes(link)) || now - confirmedAt < samePress),
    canJoin: ({ state, progress }) => state === "open" && progress.confirmedAt === null,
    join: ({ payload }) => ({
      payload: {
        ...payload,
        links: withLink(payload.links, link),
        pressedAt,
        ...(isWithdrawal && { isWithdrawal }),
        // A complete order may have been sent to billing, and a repeated key must carry the same payload.
        order: isComplete(payload.order) ? payload.order : (order ?? payload.order),
      },
    }),
    begin: ({ entry, malformed }) => {
      const used = entry?.progress.confirmedAt ? entry.key : malformed?.key;
      const next = used ? keyAfter(subscriptionId, used, pressedAt) : wish.key;
      // A malformed entry may have been sent to billing, so its key is used again.
      const key = (malformed?.state === "open" && malformed.key) || next;
      return begun(
        wish,
        { key, links: withLink(entry?.payload.links, link), declaration },
        {
          confirmedAt: null,
          letters: { received: isReceiptElsewhere, canceled: false },
          receipt: declares ? "due" : "elsewhere",
        },
      );
    },
    beside: (joins) => (joins || declaration === null ? [] : newDeclaration(declaration, wish)),
  });
  remember(kept.entry);
  return kept;
}

/**
 * Stores a wish whose answer nobody waits for, and carries it out.
 * @returns the declaration that the stored wish carries out
 */
export async function keepAndCarryOut(wish: Omit<CancellationWish, "key">): Promise<string | null> {
  const key = cancellationKeyOf(wish.subscriptionId, wish.pressedAt);
  const { entry, claim } = await keepWish({ ...wish, key });
  if (claim) inBackground("cancellation", carryOut(cancellations, claim).finished);
  return entry.payload.declaration;
}

/**
 * Stores a wish that billing has confirmed before it could be stored, with its declaration, for the outbox to close. A
 * wish that is stored already stays.
 * @param declaration its id
 * @param letterSent whether the letter that confirms the cancellation is out already
 */
export function keepConfirmed(
  wish: CancellationWish,
  {
    declaration,
    confirmedAt,
    letterSent,
  }: { declaration: string; confirmedAt: number; letterSent: boolean },
): Promise<void> {
  const { subscriptionId, link, pressedAt, key } = wish;
  const letters = { received: true, canceled: letterSent };
  return decideEntry(cancellations, idOf(subscriptionId), ({ entry, malformed }, now) => {
    // Stored late after all, or another wish is open: all ways share one.
    if (entry?.state === "open" && entry.progress.confirmedAt === null) {
      // The letter that is out is the receipt.
      const receipt = letterSent ? "sent" : entry.progress.receipt;
      const progress = { ...entry.progress, confirmedAt, letters, receipt };
      return {
        next: { ...revokeLease(entry), progress, dueAt: now, updatedAt: now },
        result: undefined,
      };
    }
    // Stored before, or the membership was resumed and canceled again since.
    if (entry && (entry.key === key || entry.requestedAt > pressedAt)) return { result: undefined };
    const links = withLink(entry?.payload.links, link);
    const receipt = letterSent ? "sent" : "due";
    const fresh = begun(wish, { key, links, declaration }, { confirmedAt, letters, receipt });
    const lease = ((entry ?? malformed)?.lease ?? 0) + 1;
    return {
      next: { ...newEntry(cancellations, fresh, now), requestedAt: pressedAt, lease },
      begins: newDeclaration(declaration, wish),
      result: undefined,
    };
  });
}

/** The documents of what a press declares; none where that is kept already, or nobody has declared anything. */
function newDeclaration(
  id: string,
  { declares, subscriptionId: subscription, pressedAt: declaredAt }: CancellationWish,
): DocumentBeside[] {
  if (!declares) return [];
  const { how, place, step, pagePlace } = declares;
  const obligations = obligationsOn(place, declaredAt);
  return declarationDocuments(
    id,
    { kind: "cancel", subscription, how, place, declaredAt, dueAt: declaredAt },
    obligations,
    wordsOf(how, obligations, { step, pagePlace }),
  );
}

/** The stored wish of a subscription. */
export async function wishOf(subscriptionId: string): Promise<KeptWish["entry"] | undefined> {
  const entry = await entryAt(cancellations, idOf(subscriptionId));
  if (entry) remember(entry);
  return entry;
}

const remember = ({ key, payload, progress }: KeptWish["entry"]) =>
  rememberKey(payload.subscriptionId, key, progress.confirmedAt);
