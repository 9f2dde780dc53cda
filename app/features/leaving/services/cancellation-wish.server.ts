import { randomUUID } from "node:crypto";
import type { DeclarationWay } from "~/features/leaving/rules/declaration";
import type { ShownPage } from "~/features/leaving/rules/unsubscribe-answers";
import {
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
import { type KeptEntry, keepEntry, newEntry } from "~/platform/outbox/store/keep.server";
import {
  type DocumentBeside,
  decideEntry,
  entryAt,
} from "~/platform/outbox/store/transaction.server";
import type { Language } from "~/platform/values/languages";

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
  /** Of the page where it was pressed. */
  language?: Language | undefined;
  /** From `cancellationKeyOf`. A stored entry's key takes precedence. */
  key: string;
}

export type KeptWish = KeptEntry<CancellationPayload, CancellationProgress>;

const idOf = encodeURIComponent;

/**
 * Stores a wish to cancel. A second wish joins an open one. After a confirmed one a new entry begins, because the
 * membership may have been resumed since, unless it is the same press or the same link again.
 */
export async function keepWish(wish: CancellationWish): Promise<KeptWish> {
  const { subscriptionId, link, order, pressedAt, language } = wish;
  const withLink = (links: readonly string[] = []) =>
    link === undefined || links.includes(link) ? [...links] : [...links, link].slice(-20);
  const { declares, owedSince = pressedAt } = wish;
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
        links: withLink(payload.links),
        // A complete order may have been sent to billing, and a repeated key must carry the same payload.
        order: isComplete(payload.order) ? payload.order : (order ?? payload.order),
      },
    }),
    begin: ({ entry, malformed }) => {
      const used = entry?.progress.confirmedAt ? entry.key : malformed?.key;
      const next = used ? keyAfter(subscriptionId, used, pressedAt) : wish.key;
      return {
        // A malformed entry may have been sent to billing, so its key is used again.
        key: (malformed?.state === "open" && malformed.key) || next,
        payload: {
          subscriptionId,
          order,
          links: withLink(entry?.payload.links),
          declaration,
          owedSince,
          ...(language && { language }),
        },
        progress: {
          confirmedAt: null,
          shownAt: null,
          letters: { received: isReceiptElsewhere, canceled: false },
          receipt: declares ? ("due" as const) : ("elsewhere" as const),
          refundLetters: 0,
        },
        runsInBackground: true,
      };
    },
    beside: (joins) =>
      joins || !declares || declaration === null
        ? []
        : newDeclaration(declaration, { ...declares, subscriptionId, pressedAt }),
  });
  remember(kept.entry);
  return kept;
}

/**
 * Stores a wish that billing has confirmed before it could be stored, with its declaration, for the outbox to close. A
 * wish that is stored already stays.
 * @param declaration its id
 * @param letterSent whether the letter that confirms the cancellation is out already
 */
export function keepConfirmed(
  { subscriptionId, link, order, pressedAt, key, declares, language }: CancellationWish,
  {
    declaration,
    confirmedAt,
    letterSent,
  }: { declaration: string; confirmedAt: number; letterSent: boolean },
): Promise<void> {
  const letters = { received: true, canceled: letterSent };
  // The letter that is out is the receipt.
  const receipt = letterSent ? { receipt: "sent" as const } : {};
  return decideEntry(cancellations, idOf(subscriptionId), ({ entry, malformed }, now) => {
    // Stored late after all, or another wish is open: all ways share one.
    if (entry?.state === "open" && entry.progress.confirmedAt === null) {
      const progress = { ...entry.progress, confirmedAt, letters, ...receipt };
      return {
        next: { ...revokeLease(entry), progress, dueAt: now, updatedAt: now },
        result: undefined,
      };
    }
    // Stored before, or the membership was resumed and canceled again since.
    if (entry && (entry.key === key || entry.requestedAt > pressedAt)) return { result: undefined };
    const links = [...(entry?.payload.links ?? []), ...(link === undefined ? [] : [link])];
    const fresh = newEntry(
      cancellations,
      {
        key,
        payload: {
          subscriptionId,
          order,
          links: links.slice(-20),
          declaration,
          owedSince: pressedAt,
          ...(language && { language }),
        },
        progress: {
          confirmedAt,
          shownAt: null,
          letters,
          refundLetters: 0,
          receipt: "due",
          ...receipt,
        },
        runsInBackground: true,
      },
      now,
    );
    const lease = ((entry ?? malformed)?.lease ?? 0) + 1;
    return {
      next: { ...fresh, requestedAt: pressedAt, lease },
      begins: declares
        ? newDeclaration(declaration, { ...declares, subscriptionId, pressedAt })
        : [],
      result: undefined,
    };
  });
}

function newDeclaration(
  id: string,
  {
    how,
    place,
    step,
    pagePlace,
    subscriptionId: subscription,
    pressedAt: declaredAt,
  }: NonNullable<CancellationWish["declares"]> & { subscriptionId: string; pressedAt: number },
): DocumentBeside[] {
  const obligations = obligationsOn(place, declaredAt);
  const { laws: rules, proofYears, proofYearsAfterEnd } = obligations;
  return declarationDocuments(
    id,
    {
      kind: "cancel",
      subscription,
      how,
      place,
      rules,
      declaredAt,
      dueAt: declaredAt,
      state: "open",
    },
    { text: wordsOf(how, obligations, { step, pagePlace }), proofYears, proofYearsAfterEnd },
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
