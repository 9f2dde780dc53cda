import { randomBytes } from "node:crypto";
import { FirestoreFailure } from "./store.ts";

const waitForLock = 3_000;
const idleAfter = 2_000;

interface Transaction {
  id: string;
  readOnly: boolean;
  locks: Set<string>;
  /** Each checks that what the transaction read is still so. */
  checks: (() => boolean)[];
  idle: NodeJS.Timeout | undefined;
}

/**
 * Transactions as Firestore's server libraries know them: reading a document locks it until the
 * commit, and a commit whose reads have changed meanwhile is aborted, for the caller to try again.
 * A transaction that falls silent (its process was killed) loses its locks after two seconds.
 */
export class Transactions {
  readonly #running = new Map<string, Transaction>();
  readonly #holders = new Map<string, Transaction>();
  readonly #waiting = new Map<string, (() => void)[]>();

  begin(readOnly: boolean): Buffer {
    const id = randomBytes(12);
    const transaction: Transaction = {
      id: id.toString("hex"),
      readOnly,
      locks: new Set(),
      checks: [],
      idle: undefined,
    };
    this.#running.set(transaction.id, transaction);
    this.#touch(transaction);
    return id;
  }

  /** Waits until the transaction may read these documents. */
  async lock(id: Uint8Array, documents: string[]) {
    const transaction = this.#find(id);
    this.#touch(transaction);
    if (transaction.readOnly) return;
    const deadline = Date.now() + waitForLock;
    for (const name of documents) {
      while (this.#holders.get(name) && this.#holders.get(name) !== transaction) {
        // Waiting is not silence: the caller is there, and hears when it took too long.
        clearTimeout(transaction.idle);
        if (!(await this.#released(name, deadline))) {
          this.end(id);
          throw new FirestoreFailure("ABORTED", "Too much contention on these documents");
        }
        this.#find(id);
      }
      this.#holders.set(name, transaction);
      transaction.locks.add(name);
    }
    this.#touch(transaction);
  }

  check(id: Uint8Array, isUnchanged: () => boolean) {
    const transaction = this.#find(id);
    if (!transaction.readOnly) transaction.checks.push(isUnchanged);
  }

  /** Throws when something that the transaction read is no longer so. */
  verify(id: Uint8Array) {
    const unchanged = this.#find(id).checks.every((isUnchanged) => isUnchanged());
    if (!unchanged) throw new FirestoreFailure("ABORTED", "The documents have changed");
  }

  end(id: Uint8Array) {
    const transaction = this.#running.get(Buffer.from(id).toString("hex"));
    if (!transaction) return;
    clearTimeout(transaction.idle);
    this.#running.delete(transaction.id);
    for (const name of transaction.locks) {
      this.#holders.delete(name);
      for (const goOn of this.#waiting.get(name) ?? []) goOn();
      this.#waiting.delete(name);
    }
  }

  #find(id: Uint8Array): Transaction {
    const transaction = this.#running.get(Buffer.from(id).toString("hex"));
    if (!transaction) throw new FirestoreFailure("ABORTED", "The transaction has ended");
    return transaction;
  }

  #touch(transaction: Transaction) {
    clearTimeout(transaction.idle);
    const id = Buffer.from(transaction.id, "hex");
    transaction.idle = setTimeout(() => this.end(id), idleAfter).unref();
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
