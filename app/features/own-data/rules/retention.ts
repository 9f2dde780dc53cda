import { day } from "../../../platform/values/durations.ts";
import { moment } from "../../../platform/values/moment.ts";
import { isSettling, orderKeyKept } from "../../account/purchase.ts";

/** The fields of a Firestore document. */
export type DocumentFields = Record<string, unknown>;

/** A collection whose documents belong to a person. */
export interface OwnedCollection {
  name: string;
  /** The field with the owner's uid; left out where that is the document's name. */
  ownerField?: string;
  /** Whether the documents are named after their subscription's id. */
  namedBySubscription?: true;
  /** The fields to read, where documents also hold bytes of up to a megabyte. */
  readFields?: readonly string[];
  /**
   * The field with the date of its beginning. It decides for owners without a date of last use, as the record of a
   * sign-in can be lost.
   */
  begunBy?: { field: string; inMilliseconds?: true };
  /** Whether the app still needs the document, so that it must not be erased yet; left out where it never does. */
  isNeeded?: (fields: DocumentFields, now: number) => boolean;
  /**
   * The fields that an erasure changes in a document that it must leave for now, which names nobody any more then;
   * undefined where it erases the document.
   */
  leftNameless?: (fields: DocumentFields, now: number) => DocumentFields | undefined;
  /** Whether it does not expire while a plan of its owner renews: it says what the law asks to tell them. */
  isKeptForPlans?: true;
  /** Whether the app may erase the document, where others write such documents, too. */
  isOurs?: (fields: DocumentFields) => boolean;
}

/** A collection of the app with personal data, erased 24 months after the owner's last use, or after its own last change. */
export interface PersonalCollection extends OwnedCollection {
  /** Its name in the file that a subscriber downloads, where that is another one. */
  title?: string;
  /** The field with the date of the last change. */
  datedBy: string;
  /** Whether that date is stored in epoch milliseconds instead of as a Timestamp. */
  datedInMilliseconds?: true;
  /** Whether it is the proof that a request for erasure was carried out, so that the erasure itself keeps it. */
  provesErasure?: true;
}

/** The entry is in progress, due later, or must be looked at by an operator first. */
const isUnsettled = ({ dueAt, leaseUntil, needsPerson, setAside }: DocumentFields, now: number) =>
  isLater(leaseUntil, now) || isSet(dueAt) || (needsPerson ?? setAside ?? null) !== null;

/** Whether a trial runs that ends unless its owner agrees: without its entry it would be charged, or what they agreed to be lost. */
const hasTrialToAgree = ({ progress }: DocumentFields, now: number) => {
  const { plans } = (progress ?? {}) as DocumentFields;
  return (
    Array.isArray(plans) &&
    plans.some((plan: unknown) => {
      const { askedAt, trialEndsAt } = (plan ?? {}) as DocumentFields;
      return isSet(askedAt) && isLater(trialEndsAt, now);
    })
  );
};

const isJustMade = ({ state, progress }: DocumentFields, now: number) =>
  state === "done" && isSettling(moment((progress as DocumentFields | undefined)?.closedAt), now);

/**
 * Whether billing may have been asked and its answer not been kept: under another key it would sell once more. Released
 * without an attempt means that it was not.
 */
const mayRepeatItsKey = (order: DocumentFields, now: number) => {
  const { state, requestedAt, leaseUntil, attempts } = order;
  const isUnasked = leaseUntil === 0 && attempts === 0;
  const isLeft = (state === "open" && !isUnasked) || state === "given-up";
  return isLeft && now - (moment(requestedAt) ?? 0) < orderKeyKept;
};

/**
 * A cancellation that billing confirmed within two days, without its order: its key is used on one UTC day, and forgotten
 * on that day it would be given to the next cancellation. Billing would repeat its old yes, though the plan was resumed.
 */
function keyOfLastTwoDays({ payload, progress }: DocumentFields, now: number) {
  const confirmedAt = moment((progress as DocumentFields | undefined)?.confirmedAt);
  if (confirmedAt === undefined || now - confirmedAt > 2 * day) return undefined;
  const { language: _, ...kept } = (payload ?? {}) as DocumentFields;
  return { payload: { ...kept, order: null } };
}

const dated = { datedBy: "updatedAt" } as const;
/** Common to all kinds of outbox entries. */
const datedInOutbox = { ...dated, datedInMilliseconds: true } as const;
const keptInOutbox = { ...datedInOutbox, isNeeded: isUnsettled };
/** What billing is asked: a cancellation by a mailed link may be stored without a uid. */
const ofSubscription = {
  ...keptInOutbox,
  ownerField: "payload.order.uid",
  namedBySubscription: true,
} as const;

/** In the order of erasure. `subscribers` is last, because the date of last use decides when the others are erased. */
export const personalCollections: readonly PersonalCollection[] = [
  { name: "unsubscribeAnswers", title: "cancellationSurvey", ...dated },
  {
    name: "purchaseIntents",
    title: "purchases",
    ownerField: "payload.uid",
    ...datedInOutbox,
    isNeeded: (fields, now) =>
      isUnsettled(fields, now) || isJustMade(fields, now) || mayRepeatItsKey(fields, now),
  },
  {
    name: "cancellationIntents",
    title: "cancellations",
    ...ofSubscription,
    leftNameless: keyOfLastTwoDays,
  },
  { name: "openDeclarations", ...ofSubscription },
  // The entry of a data deletion by Meta names nobody once it is done.
  { name: "disconnections", ownerField: "payload.uid", ...keptInOutbox },
  { name: "accessLetters", ownerField: "payload.uid", ...keptInOutbox },
  // An erasure need not wait for it: the owner's next mailed link makes up for it.
  { name: "provenAddresses", ...datedInOutbox },
  { name: "erasureRequests", ...keptInOutbox, provesErasure: true },
  { name: "settings", ...dated },
  { name: "peopleChoices", title: "people", ...dated },
  { name: "signIns", ...dated },
  // Downloaded without the public key and counters, which say nothing of the person.
  {
    name: "passkeys",
    ownerField: "uid",
    readFields: [
      "uid",
      "name",
      "backedUp",
      "createdAt",
      "lastUsedAt",
      "suspectAt",
      "isProven",
      "updatedAt",
    ],
    ...dated,
  },
  { name: "subscribers", title: "lastUse", datedBy: "lastUsedAt" },
];

/** When an outbox entry that stays open for good was begun. */
const requestedAt = { field: "requestedAt", inMilliseconds: true } as const;

/**
 * Letters that a subscriber has chosen. They expire with the date of last use and have none of their own: they change
 * with each letter, without their owner.
 */
export const letterCollections: readonly OwnedCollection[] = [
  { name: "weeklyLetters", begunBy: requestedAt },
  { name: "breachAlerts", begunBy: requestedAt },
  { name: "importReminders", begunBy: requestedAt },
  { name: "notices", begunBy: requestedAt, isKeptForPlans: true, isNeeded: hasTrialToAgree },
];

/**
 * The connection to Instagram with what it gave, exports that a subscriber imported, and what was computed from them. They
 * expire with the date of last use and have none of their own: a connection changes with each reading, without its
 * owner, and a daily search among millions of pieces would cost more than keeping them. In the order of erasure:
 * without its connection no reading writes pieces any more, and nothing is computed from them.
 */
export const analysisCollections: readonly OwnedCollection[] = [
  { name: "connections", begunBy: requestedAt },
  { name: "countings", begunBy: requestedAt },
  { name: "connectionPieces", ownerField: "uid", readFields: ["uid"] },
  { name: "imports", ownerField: "uid", begunBy: { field: "startedAt" } },
  { name: "importPieces", ownerField: "uid", readFields: ["uid"] },
  { name: "analyses" },
  { name: "analysisLists", ownerField: "uid", readFields: ["uid"] },
  // One without `_source` belongs to the outside system (docs/product.md#sources).
  { name: "profiles", isOurs: ({ _source }) => _source === "built-in" },
];

/**
 * Documents that can be deleted after their expiry date, whatever else is known of their owner: they name nobody. Only
 * `mailedLinks` and `declarationForms` hold an address; by then all of them are gone but those that nobody could read or look up.
 */
export const passingCollections: readonly {
  name: string;
  expiresBy: string;
  /** Whether the date is stored in epoch milliseconds instead of as a Timestamp. */
  inMilliseconds?: true;
  /** Milliseconds after that date. */
  keptFor?: number;
}[] = [
  { name: "endedSessions", expiresBy: "expireAt" },
  { name: "usedStates", expiresBy: "expireAt" },
  { name: "erasureMarks", expiresBy: "expireAt" },
  { name: "mailRefusals", expiresBy: "expireAt" },
  { name: "mailedLinks", expiresBy: "patientUntil", inMilliseconds: true },
  { name: "objections", expiresBy: "expireAt" },
  // What nobody could look up for a month, though the outbox has told an operator.
  { name: "declarationForms", expiresBy: "patientUntil", inMilliseconds: true, keptFor: 30 * day },
  { name: "priceChanges", expiresBy: "expireAt" },
  // The proof that somebody has left, kept as long as the law of their place asks; it outlives an erasure.
  { name: "declarations", expiresBy: "keepUntil" },
  { name: "declarationWords", expiresBy: "keepUntil" },
];

const retentionMonths = 24;

/** Data last used before this time must be erased (docs/product.md#own-data): epoch milliseconds of the same UTC time 24 months ago. */
export function retentionCutoff(now: number): number {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - retentionMonths);
  // From 29 February, `setUTCMonth` overflows to 1 March. Go back to the last day of February.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}

/** The uid of the document's owner; undefined if the document has none. */
export function ownerOf(
  { ownerField }: OwnedCollection,
  document: { id: string; fields: DocumentFields },
): string | undefined {
  if (ownerField === undefined) return document.id;
  const uid = ownerField
    .split(".")
    .reduce<unknown>(
      (value, part) => (value as DocumentFields | null | undefined)?.[part],
      document.fields,
    );
  return typeof uid === "string" && uid !== "" ? uid : undefined;
}

/**
 * Whether to erase a document: 24 months after its last change or its owner's last use, whichever is later, unless the
 * app still needs it.
 */
export function judgeRetention(
  collection: PersonalCollection,
  fields: DocumentFields,
  { lastUsedAt, now }: { lastUsedAt: number | undefined; now: number },
): "due" | "needed" | "in-use" {
  const last = Math.max(lastUsedAt ?? 0, moment(fields[collection.datedBy]) ?? 0);
  if (last >= retentionCutoff(now)) return "in-use";
  return collection.isNeeded?.(fields, now) ? "needed" : "due";
}

const isSet = (value: unknown) => moment(value) !== undefined;
const isLater = (value: unknown, now: number) => (moment(value) ?? 0) > now;
