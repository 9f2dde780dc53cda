import { type OutboxEntry, revokeLease } from "../../platform/outbox/outbox.ts";
import { hour, second } from "../../platform/values/durations.ts";
import {
  type ConnectionPayload,
  type ConnectionProgress,
  type MissingPart,
  missingParts,
  type Scope,
} from "./connection.ts";

/** The outbox entry of a connection (docs/product.md#connection). */
export type Connection = OutboxEntry<ConnectionPayload, ConnectionProgress>;

/**
 * The entry after Instagram has said that the token is withdrawn: what is known is kept, and the entry is due once more,
 * for the letter.
 */
export function withdrawn(entry: Connection, now: number): Connection {
  const { payload, progress } = entry;
  return {
    ...revokeLease(entry),
    attempts: 0,
    payload: { ...payload, token: null },
    progress: {
      ...progress,
      begunAt: null,
      posts: null,
      after: null,
      withdrawnAt: now,
      letterSent: false,
    },
    dueAt: now,
    needsPerson: null,
    updatedAt: now,
  };
}

/**
 * Whether what Meta says at `issuedAt` is about this connection and not about an earlier one (docs/product.md#connection).
 * Meta counts in seconds. Within the same second it is about this one: connecting once more costs less than a missed
 * withdrawal.
 */
export const isAboutConnection = (connectedAt: number, issuedAt: number): boolean =>
  issuedAt >= Math.floor(connectedAt / second) * second;

/**
 * When the subscriber may ask for a reading: an hour after the last one, or after the last attempt where that failed, and
 * not before a limit of Instagram has passed. Undefined while nothing can be read or a reading is under way.
 */
export function readableFrom(connection: Connection): number | undefined {
  const { payload, progress, attempts, updatedAt } = connection;
  const hasFailed = attempts > 0;
  if (payload.token === null || (progress.begunAt !== null && !hasFailed)) return undefined;
  const last = Math.max(progress.readAt ?? 0, hasFailed ? updatedAt : 0);
  return last === 0 ? undefined : Math.max(last + hour, progress.waitsUntil ?? 0);
}

/** Why connecting came to nothing; each has its sentence and its way on (content/connect.yaml). */
export const connectProblems = [
  /** The person pressed 'Not now' at Instagram. */
  "refused",
  /** The `state` is not of this session, or is none of ours. */
  "foreign",
  /** More than ten minutes passed, or the `state` was used before. */
  "expired",
  "used",
  /** Instagram did not take its own code, or the token that came of it. */
  "code",
  /** Without `instagram_business_basic` nothing can be read. */
  "permissions",
  "personal",
  /** Another account is connected: it must be disconnected first. */
  "other-account",
  /** Instagram limits the calls of this app. */
  "limited",
  "down",
  /** Instagram has not answered yet; connecting goes on. */
  "slow",
  /** Firestore failed: nothing was kept. */
  "unavailable",
  /** Too many presses. */
  "often",
  /** The profile belongs to the outside system (docs/product.md#sources). */
  "outside",
] as const;
export type ConnectProblem = (typeof connectProblems)[number];

export const isConnectProblem = (text: string | null): text is ConnectProblem =>
  connectProblems.some((problem) => problem === text);

/**
 * How a connection is, for the page. `first`: its first reading is to begin or under way. `waiting`: for a limit of
 * Instagram. `trouble`: Instagram did not answer, and it is tried again.
 */
export type ConnectionState =
  | "first"
  | "reading"
  | "connected"
  | "waiting"
  | "trouble"
  | "withdrawn";

export function stateOf(connection: Connection, now: number): ConnectionState {
  const { payload, progress, attempts, dueAt, leaseUntil } = connection;
  if (payload.token === null) return "withdrawn";
  const isHeld = leaseUntil > now;
  if (!isHeld && progress.waitsUntil !== null && progress.waitsUntil > now) return "waiting";
  if (!isHeld && attempts > 0 && dueAt !== null && dueAt > now) return "trouble";
  if (progress.readAt === null) return "first";
  return progress.begunAt !== null || (dueAt !== null && dueAt <= now) ? "reading" : "connected";
}

const scopeOf: Record<MissingPart, Scope> = {
  posts: "instagram_business_basic",
  comments: "instagram_business_manage_comments",
  insights: "instagram_business_manage_insights",
  reach: "instagram_business_manage_insights",
};

/** What the person has not allowed. */
export const deniedParts = ({ permissions }: ConnectionPayload): MissingPart[] =>
  missingParts.filter((part) => permissions?.includes(scopeOf[part]) === false);

/** What cannot be read. `denied`: the person did not allow it, and can. */
export function missingOf({
  payload,
  progress,
}: Connection): { part: MissingPart; denied: boolean }[] {
  const denied = deniedParts(payload);
  return missingParts
    .filter((part) => denied.includes(part) || progress.missing.includes(part))
    .map((part) => ({ part, denied: denied.includes(part) }));
}
