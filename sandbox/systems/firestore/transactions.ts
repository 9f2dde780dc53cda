import { randomBytes } from "node:crypto";
import type { Documents } from "./documents.ts";
import { FirestoreFailure, refuse } from "./failure.ts";

const waitForLock = 3_000;
const idleAfter = 2_000;
// The libraries know it by these words, and try again.
const expired = "The referenced transaction has expired or is no longer valid";

interface Transaction {
  id: string;
  /** What a read-only transaction reads: the documents as they were when it began. */
  snapshot: Documents | undefined;
  locks: Set<string>;
  /** Each checks that what the transaction read is still so. */
  checks: (() => boolean)[];
  idle: NodeJS.Timeout | undefined;
  /** The document whose lock it waits for. */
  waitsFor: string | undefined;
}

/**
 * Transactions as Firestore's server libraries know them: reading a document locks it until the commit, and whoever
 * wants to write it waits. A commit whose query would find other documents by now is aborted, for the caller to try
 * again. A read-only transaction locks nothing. One that falls silent (its process was killed) loses its locks after
 * two seconds, where Google waits a minute.
 */
export class Transactions {
  readonly #running = new Map<string, Transaction>();
  readonly #holders = new Map<string, Transaction>();
  readonly #waiting = new Map<string, (() => void)[]>();

  /** @param snapshot for a read-only transaction: what it reads */
  begin(snapshot?: Documents): Buffer {
    const id = randomBytes(12);
    const transaction: Transaction = {
      id: id.toString("hex"),
      snapshot,
      locks: new Set(),
      checks: [],
      idle: undefined,
      waitsFor: undefined,
    };
    this.#running.set(transaction.id, transaction);
    this.#touch(transaction);
    return id;
  }

  snapshotOf(id: Uint8Array): Documents | undefined {
    return this.#find(id).snapshot;
  }

  /** Waits until the transaction may read these documents, and locks them for it. */
  async lock(id: Uint8Array, names: string[]) {
    const transaction = this.#find(id);
    this.#touch(transaction);
    if (transaction.snapshot) return;
    const deadline = Date.now() + waitForLock;
    for (const name of names) {
      await this.#unlocked(name, deadline, transaction);
      this.#holders.set(name, transaction);
      transaction.locks.add(name);
    }
    this.#touch(transaction);
  }

  /** Waits until no other transaction has a lock on what is to be written; the caller writes before it waits again. */
  async writable(names: string[], id?: Uint8Array) {
    const transaction = id && this.#find(id);
    if (transaction?.snapshot) refuse("A read-only transaction cannot write");
    const deadline = Date.now() + waitForLock;
    // While one is waited for, another that was free may be locked.
    while (names.some((name) => this.#isLocked(name, transaction)))
      for (const name of names) await this.#unlocked(name, deadline, transaction);
  }

  check(id: Uint8Array, isUnchanged: () => boolean) {
    const transaction = this.#find(id);
    if (!transaction.snapshot) transaction.checks.push(isUnchanged);
  }

  /** Throws when something that the transaction read is no longer so. */
  verify(id: Uint8Array) {
    const unchanged = this.#find(id).checks.every((isUnchanged) => isUnchanged());
    if (!unchanged) throw new FirestoreFailure("ABORTED", "The documents have changed");
  }

  end(id: Uint8Array) {
    const transaction = this.#running.get(Buffer.from(id).toString("hex"));
    if (transaction) this.#end(transaction);
  }

  #end(transaction: Transaction) {
    clearTimeout(transaction.idle);
    this.#running.delete(transaction.id);
    for (const name of transaction.locks) {
      this.#holders.delete(name);
      for (const goOn of this.#waiting.get(name) ?? []) goOn();
      this.#waiting.delete(name);
    }
  }

  #find(id: Uint8Array): Transaction {
    return this.#running.get(Buffer.from(id).toString("hex")) ?? refuse(expired);
  }

  #touch(transaction: Transaction) {
    clearTimeout(transaction.idle);
    transaction.idle = setTimeout(() => this.#end(transaction), idleAfter).unref();
  }

  #isLocked(name: string, own: Transaction | undefined): boolean {
    const holder = this.#holders.get(name);
    return holder !== undefined && holder !== own;
  }

  async #unlocked(name: string, deadline: number, own: Transaction | undefined) {
    while (this.#isLocked(name, own)) {
      if (own) {
        own.waitsFor = name;
        // Waiting is not silence: the caller is there, and hears when it took too long.
        clearTimeout(own.idle);
      }
      const isFree = !this.#isDeadlocked(own) && (await this.#released(name, deadline));
      if (own && !this.#running.has(own.id)) refuse(expired);
      if (own) own.waitsFor = undefined;
      if (isFree) continue;
      if (own) this.#end(own);
      throw new FirestoreFailure("ABORTED", "Too much contention on these documents");
    }
  }

  /** Whether the holder of what it waits for waits, in the end, for itself. */
  #isDeadlocked(own: Transaction | undefined): boolean {
    let holder = own;
    do holder = this.#holders.get(holder?.waitsFor ?? "");
    while (holder && holder !== own);
    return holder !== undefined;
  }

  #released(name: string, deadline: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), Math.max(0, deadline - Date.now()));
      const goOn = () => {
        clearTimeout(timer);
        resolve(true);
      };
      this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), goOn]);
    });
  }
}
