import { isSettling } from "./purchase.ts";

/** A document's data, as Firestore has it. */
export type Fields = Record<string, unknown>;

/** One of the app's own collections whose documents are about a person. */
export interface PersonalCollection {
  name: string;
  /** What the download calls it. */
  title: string;
  /** Where the owner's uid stands: in the document's name, or in this field. */
  owner: { by: "name" } | { by: "field"; field: string };
  /** The field by which documents out of date are found. */
  datedBy: string;
  /** Whether its dates are kept as epoch milliseconds instead of as Timestamps. */
  datedInMilliseconds?: true;
  /** Whether the documents are also named by the subscription that they are about. */
  namedBySubscription?: true;
  /** Whether it records what was done for the person's request, and so outlives the request. */
  provesErasure?: true;
  /** Whether the app cannot do without the document yet. */
  isNeeded: (fields: Fields, now: number) => boolean;
}

/** Something is still done about it, or a person has to look at it first. */
const isUnsettled = ({ dueAt, leaseUntil, needsPerson, setAside }: Fields, now: number) =>
  later(leaseUntil, now) || isSet(dueAt) || (needsPerson ?? setAside ?? null) !== null;

const isJustMade = ({ state, progress }: Fields, now: number) =>
  state === "done" && isSettling(moment((progress as Fields | undefined)?.closedAt), now);

/** What all kinds of the outbox have in common. */
const keptInOutbox = {
  datedBy: "updatedAt",
  datedInMilliseconds: true,
  isNeeded: isUnsettled,
} as const;

/** In the order in which they are erased: when somebody was last here goes last, as all else depends on it. */
export const personalCollections: readonly PersonalCollection[] = [
  {
    name: "unsubscribeAnswers",
    title: "cancellationSurvey",
    owner: { by: "name" },
    datedBy: "updatedAt",
    isNeeded: () => false,
  },
  {
    name: "purchaseIntents",
    title: "purchases",
    owner: { by: "field", field: "payload.uid" },
    ...keptInOutbox,
    isNeeded: (fields, now) => isUnsettled(fields, now) || isJustMade(fields, now),
  },
  {
    name: "cancellationIntents",
    title: "cancellations",
    owner: { by: "field", field: "payload.order.uid" },
    ...keptInOutbox,
    namedBySubscription: true,
  },
  {
    name: "erasureRequests",
    title: "erasureRequests",
    owner: { by: "name" },
    ...keptInOutbox,
    provesErasure: true,
  },
  {
    name: "subscribers",
    title: "lastUse",
    owner: { by: "name" },
    datedBy: "lastUsedAt",
    isNeeded: () => false,
  },
];

/** Documents about no person, of no use after their time. */
export const passingCollections = [{ name: "endedSessions", expiresBy: "expireAt" }] as const;

const monthsKept = 24;

/** What was last used before this moment is out of date (spec 9): the same day and time, 24 months ago, UTC. */
export function retentionCutoff(now: number): number {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - monthsKept);
  // 29 February of a leap year has no such day in the other: the last of February is it.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}

/** Whose document it is; undefined where it names no account. */
export function ownerOf(
  { owner }: PersonalCollection,
  document: { id: string; fields: Fields },
): string | undefined {
  if (owner.by === "name") return document.id;
  const uid = owner.field
    .split(".")
    .reduce<unknown>(
      (value, part) => (value as Fields | null | undefined)?.[part],
      document.fields,
    );
  return typeof uid === "string" && uid !== "" ? uid : undefined;
}

export type Verdict = "due" | "needed" | "in-use";

/**
 * Whether a document's time is over: 24 months after its own last change and its owner's last use, whichever
 * came later, unless the app cannot do without it yet.
 */
export function judge(
  collection: PersonalCollection,
  fields: Fields,
  { lastUsedAt, now }: { lastUsedAt: number | undefined; now: number },
): Verdict {
  const last = Math.max(lastUsedAt ?? 0, moment(fields[collection.datedBy]) ?? 0);
  if (last >= retentionCutoff(now)) return "in-use";
  return collection.isNeeded(fields, now) ? "needed" : "due";
}

/** Epoch milliseconds of a number, a date or a Timestamp. */
export function moment(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (value instanceof Date) return value.getTime();
  const { toMillis } = (value ?? {}) as { toMillis?: () => number };
  return typeof toMillis === "function" ? toMillis.call(value) : undefined;
}

const isSet = (value: unknown) => moment(value) !== undefined;
const later = (value: unknown, now: number) => (moment(value) ?? 0) > now;
