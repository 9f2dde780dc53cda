import { z } from "zod";
import { entryStates, type KindRules, type OutboxEntry } from "~/domain/outbox";

/** How a kind's entries are stored: one collection, every document of one form. */
export interface KeptKind<Payload = unknown, Progress = unknown> extends KindRules {
  name: string;
  collection: string;
  payload: z.ZodType<Payload>;
  progress: z.ZodType<Progress>;
}

/** What can still be read of a document that is malformed. */
interface Malformed {
  key: string | undefined;
  state: string | undefined;
  lease: number;
  /** The fields that are wrong, never their values. */
  reason: string;
  /** Whether it has been set aside (as a dead letter) already. */
  isSetAside: boolean;
}

/** What stands at an id: an entry, a malformed document, or nothing. */
export interface Found<Payload, Progress> {
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
  attempts: z.number(),
  patientUntil: z.number(),
  needsPerson: z.object({ at: z.number(), reason: z.string() }).nullable(),
});

/** Reads a document of the kind. Never throws: a malformed one says so. */
export function readEntry<P, G>(
  { payload, progress }: KeptKind<P, G>,
  fields: Record<string, unknown> | undefined,
): Found<P, G> {
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
