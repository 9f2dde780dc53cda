import { type JobQueue, openJobQueues } from "~/clients/job-queues.server";
import { dueIds } from "~/clients/outbox/claim.server";
import { entryName } from "~/clients/outbox/name.server";
import { unlessDown, within } from "~/clients/upstream.server";
import { backgroundSettled, inBackground } from "~/services/background.server";
import { outboxKinds } from "~/services/outbox/kinds.server";
import { type OutboxKind, runEntry } from "~/services/outbox/runner.server";

/** Entries of a kind that one look hands out. */
const batch = 200;

/** Milliseconds that Redis gets for hearing that the work of this process has ended. */
const farewell = 500;

/** What is due in the outbox, handed out through Redis by whichever process gets the job of looking. */
export interface SharedOutbox {
  /**
   * Has one process look every so many milliseconds.
   * @returns since when the next look waits, in epoch milliseconds, or undefined while Redis is away
   */
  scheduleLook(milliseconds: number): Promise<number | undefined>;
  /** Takes up nothing more; resolves once nothing is under way. */
  stop(): Promise<void>;
}

/**
 * Shares the work with the other processes: a queue for each kind, and one for the look at what is due. Firestore alone
 * knows what that is. Redis is told the entries' names, and what it loses the next look finds again.
 */
export async function shareOutbox(): Promise<SharedOutbox> {
  let stopping = false;
  let queues: JobQueue[] = [];
  const idOf = createIdSearch();

  async function look(): Promise<void> {
    await Promise.all(
      outboxKinds.map(async (kind, index) => {
        const ids = stopping ? [] : await unlessDown(dueIds(kind, batch));
        await queues[index]?.add((ids ?? []).map((id) => entryName(kind.name, id)));
      }),
    );
  }
  async function take(kind: OutboxKind, name: string): Promise<void> {
    const id = await unlessDown(idOf(kind, name));
    // Not due any more, or found again by the next look.
    if (id === undefined || stopping) return;
    const running = unlessDown(runEntry(kind, id));
    inBackground(`outbox ${kind.name}`, running);
    await running.catch(() => undefined);
  }

  const opened = await openJobQueues([
    ...outboxKinds.map((kind) => {
      const { name, concurrency, rate } = kind;
      return { name, concurrency, rate, handle: (entry: string) => take(kind, entry) };
    }),
    { name: "look", concurrency: 1, handle: look },
  ]);
  queues = opened.queues;
  return {
    scheduleLook: async (milliseconds) => queues.at(-1)?.repeatEvery(milliseconds),
    async stop() {
      stopping = true;
      const closed = opened.close();
      await Promise.race([closed, backgroundSettled()]);
      await within(farewell, closed);
      opened.disconnect();
    },
  };
}

/** Finds the id of an entry that is due by its name; what was read for one serves the next ones. */
function createIdSearch() {
  const known = new Map<OutboxKind, Promise<Map<string, string>>>();
  const read = async (kind: OutboxKind) => {
    const ids = await dueIds(kind, batch);
    return new Map(ids.map((id) => [entryName(kind.name, id), id]));
  };
  return async (kind: OutboxKind, name: string): Promise<string | undefined> => {
    const before = known.get(kind);
    const id = (await before?.catch(() => undefined))?.get(name);
    if (id !== undefined) return id;
    // One read for all that found nothing in the same one.
    if (known.get(kind) === before) known.set(kind, read(kind));
    return (await known.get(kind))?.get(name);
  };
}
