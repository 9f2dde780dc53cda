import { isDeepStrictEqual } from "node:util";
import type {
  DocumentReference,
  DocumentSnapshot,
  Timestamp,
  Transaction,
} from "firebase-admin/firestore";
import { moment } from "~/platform/values/moment";

/** What became of a try whose commit's answer was lost. */
export type Outcome = "in place" | "not carried out" | "unknown";

/** One try of a transaction. It remembers what it wrote, so that a later one can find out what became of it. */
export interface Attempt {
  /** The transaction as `update` gets it. */
  watched: (transaction: Transaction) => Transaction;
  /** Whether it read, and then wrote: what reads nothing is sent again as it is. */
  hasDecided: () => boolean;
  /**
   * In place: all stands there as it wrote it. Not carried out: nothing of it has changed since it began to read, as a commit
   * is carried out whole or not at all. Unknown: others may have been there.
   */
  outcome: (transaction: Transaction) => Promise<Outcome>;
}

interface Write {
  reference: DocumentReference;
  isIn: (found: DocumentSnapshot) => boolean;
}

export function newAttempt(): Attempt {
  /** When it began to read: what others changed later was changed since. */
  let since: Timestamp | undefined;
  /** Paths of what it read and found. */
  const seen = new Set<string>();
  const written: Write[] = [];
  const note = (found: Found) => {
    since ??= [found].flat()[0]?.readTime;
    const documents = "docs" in found ? found.docs : [found].flat();
    for (const one of documents) if ("ref" in one && one.exists) seen.add(one.ref.path);
    return found;
  };
  const isChanged = ({ exists, updateTime, ref }: DocumentSnapshot) =>
    exists ? !since || !updateTime || updateTime.valueOf() > since.valueOf() : seen.has(ref.path);
  return {
    watched(transaction) {
      const watched: Transaction = new Proxy(transaction, {
        get(target, name) {
          const method: unknown = Reflect.get(target, name);
          if (typeof method !== "function") return method;
          return (...given: Given) => {
            const isIn = writes.get(name);
            const [reference, ...data] = given;
            if (isIn) written.push({ reference, isIn: (found) => isIn(found, ...data) });
            const made: unknown = Reflect.apply(method, target, given);
            if (made === target) return watched;
            return made instanceof Promise ? made.then(note) : made;
          };
        },
      });
      return watched;
    },
    hasDecided: () => since !== undefined && written.length > 0,
    async outcome(transaction) {
      const found = await transaction.getAll(...written.map(({ reference }) => reference));
      if (found.every((one, at) => written[at]?.isIn(one))) return "in place";
      return found.some(isChanged) ? "unknown" : "not carried out";
    },
  };
}

type Found =
  | DocumentSnapshot
  | DocumentSnapshot[]
  | { docs: DocumentSnapshot[]; readTime: Timestamp };
type Given = [reference: DocumentReference, ...data: unknown[]];
type IsIn = (found: DocumentSnapshot, data?: unknown, options?: unknown) => boolean;

/** By method, whether a document is as it was written. What cannot be judged is not: its outcome is unknown, if it changed. */
const writes: ReadonlyMap<string | symbol, IsIn> = new Map<string, IsIn>([
  ["create", (found, data) => isAs(found.data(), data)],
  ["set", (found, data, how) => (how ? isMergedIn : isAs)(found.data(), data)],
  [
    "update",
    (found, data) =>
      isMap(data) && fieldsOf(data).every(([field, value]) => isAs(found.get(field), value)),
  ],
  ["delete", (found) => !found.exists],
]);

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Without those that Firestore leaves out. */
const fieldsOf = (map: Record<string, unknown>) =>
  Object.entries(map).filter(([, value]) => value !== undefined);

/** A merge replaces each value of a map, and leaves what else is there. */
function isMergedIn(stored: unknown, written: unknown): boolean {
  if (!isMap(written) || fieldsOf(written).length === 0) return isAs(stored, written);
  return isMap(stored) && fieldsOf(written).every(([name, one]) => isMergedIn(stored[name], one));
}

/** Not to be judged, and so false: what Firestore computes (`FieldValue`) or rounds. */
function isAs(stored: unknown, written: unknown): boolean {
  if (written instanceof Date) return moment(stored) === written.getTime();
  if (written instanceof Uint8Array)
    return stored instanceof Uint8Array && Buffer.compare(stored, written) === 0;
  if (Array.isArray(written))
    return (
      Array.isArray(stored) &&
      stored.length === written.length &&
      written.every((one, at) => isAs(stored[at], one))
    );
  if (!isMap(written)) return isDeepStrictEqual(stored, written);
  const fields = fieldsOf(written);
  return (
    isMap(stored) &&
    Object.keys(stored).length === fields.length &&
    fields.every(([name, one]) => Object.hasOwn(stored, name) && isAs(stored[name], one))
  );
}
