import { z } from "zod";
import { entryStates, type KindRules, type OutboxEntry } from "~/platform/outbox/outbox";

/** A kind of entry, and how it is stored: its collection and its schemas. */
export interface EntryKind<Payload = unknown, Progress = unknown> extends KindRules {
  name: string;
  collection: string;
  payload: z.ZodType<Payload>;
  progress: z.ZodType<Progress>;
  /** Whether nothing of an entry is kept once it is settled. */
  isErasedWhenSettled?: true;
}

/** The readable part of a malformed document. */
interface Malformed {
  key: string | undefined;
  state: string | undefined;
  lease: number;
  /** Names of the invalid fields, never their values. */
  reason: string;
  /** Whether it is already a dead letter. */
  isSetAside: boolean;
}

/** The content of a document: an entry, or `malformed`, or neither if it does not exist. */
export interface FoundEntry<Payload, Progress> {
  entry?: OutboxEntry<Payload, Progress>;
  malformed?: Malformed;
}

const commonFields = z.object({
  key: z.string().min(1),
  state: z.enum(entryStates),
  requestedAt: z.number(),
  updatedAt: z.number(),
  dueAt: z.number().nullable(),
  lease: z.number(),
  leaseUntil: z.number(),
  claimedBy: z.string().optional().catch(undefined),
  attempts: z.number(),
  patientUntil: z.number(),
  needsPerson: z.object({ at: z.number(), reason: z.string() }).nullable(),
});

/** Parses a document. Never throws; returns `malformed` instead. */
export function readEntry<P, G>(
  { payload, progress }: EntryKind<P, G>,
  fields: Record<string, unknown> | undefined,
): FoundEntry<P, G> {
  if (!fields) return {};
  const read = commonFields.extend({ payload, progress }).safeParse(fields);
  if (read.success) return { entry: read.data as OutboxEntry<P, G> };
  const wrongFields = read.error.issues.map(({ path }) => path.join(".") || "document");
  return {
    malformed: {
      key: z.string().min(1).optional().catch(undefined).parse(fields.key),
      state: z.string().optional().catch(undefined).parse(fields.state),
      lease: z.number().catch(0).parse(fields.lease),
      reason: `malformed: ${[...new Set(wrongFields)].join(", ")}`,
      isSetAside: (fields.setAside ?? null) !== null,
    },
  };
}
