import { isDeepStrictEqual } from "node:util";
import type { DocumentReference, DocumentSnapshot, Transaction } from "firebase-admin/firestore";
import { moment } from "~/platform/values/moment";

/** One try of a transaction. It remembers what it read and wrote, so that a later one can find out what became of it. */
export interface Attempt {
  /** The transaction as `update` gets it. */
  watched: (transaction: Transaction) => Transaction;
  /** Whether it wrote by what it read: otherwise the next try writes the same, whatever stands there. */
  hasDecided: () => boolean;
  /**
   * Whether all stands there that it wrote. Where it does not, and nothing has changed of what it read and then wrote, it was
   * not carried out: a commit is carried out whole or not at all.
   * @throws `failure` where that has changed: others were there since, and nobody can tell
   */
  isInPlace: (transaction: Transaction, failure: unknown) => Promise<boolean>;
}

interface Write {
  reference: DocumentReference;
  isIn: (found: DocumentSnapshot) => boolean;
}

export function newAttempt(): Attempt {
  /** Versions by path. */
  const read = new Map<string, string>();
  const written = new Map<string, Write>();
  let hasRead = false;
  const note = (found: Found) => {
    hasRead = true;
    const documents = "docs" in found ? found.docs : [found].flat();
    for (const one of documents) if ("ref" in one) read.set(one.ref.path, versionOf(one));
    return found;
  };
  return {
    watched(transaction) {
      const watched: Transaction = new Proxy(transaction, {
        get(target, name) {
          const method: unknown = Reflect.get(target, name);
          if (typeof method !== "function") return method;
          return (...given: Given) => {
            const isIn = writes[String(name)];
            const [reference, data] = given;
            if (isIn) written.set(reference.path, { reference, isIn: (one) => isIn(one, data) });
            const made: unknown = Reflect.apply(method, target, given);
            if (made === target) return watched;
            return made instanceof Promise ? made.then(note) : made;
          };
        },
      });
      return watched;
    },
    hasDecided: () => hasRead && written.size > 0,
    async isInPlace(transaction, failure) {
      const all = [...written.values()];
      const found = await transaction.getAll(...all.map(({ reference }) => reference));
      if (found.every((one, at) => all[at]?.isIn(one))) return true;
      const isChanged = ({ ref: { path } }: DocumentSnapshot, version: string) =>
        read.has(path) && read.get(path) !== version;
      if (found.some((one) => isChanged(one, versionOf(one)))) throw failure;
      return false;
    },
  };
}

type Found = DocumentSnapshot | DocumentSnapshot[] | { docs: DocumentSnapshot[] };
type Given = [reference: DocumentReference, data: unknown, ...unknown[]];

const versionOf = ({ updateTime }: DocumentSnapshot) => updateTime?.valueOf() ?? "";

const isSet = (found: DocumentSnapshot, data: unknown) => holds(found.data(), data);

/** By method, whether a document is as it was written. */
const writes: Record<string, (found: DocumentSnapshot, data: unknown) => boolean> = {
  create: isSet,
  set: isSet,
  update: (found, data) =>
    isMap(data) &&
    Object.entries(data).every(([field, value]) => found.exists && holds(found.get(field), value)),
  delete: (found) => !found.exists,
};

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Whether what is stored has all that was written: others may have added to it. */
function holds(stored: unknown, written: unknown): boolean {
  if (written === undefined) return true;
  if (written instanceof Date) return moment(stored) === written.getTime();
  if (written instanceof Uint8Array)
    return stored instanceof Uint8Array && Buffer.compare(stored, written) === 0;
  if (Array.isArray(written))
    return (
      Array.isArray(stored) &&
      stored.length === written.length &&
      written.every((one, at) => holds(stored[at], one))
    );
  if (isMap(written))
    return (
      isMap(stored) && Object.entries(written).every(([name, one]) => holds(stored[name], one))
    );
  return isDeepStrictEqual(stored, written);
}
