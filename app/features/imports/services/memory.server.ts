import { minute } from "~/platform/values/durations";
import { placeBytes } from "~/platform/work/memory-shares";
import { shares } from "~/platform/work/memory-shares.server";

/** Milliseconds of each wait of an upload: who has sent a file would have to send all of it again. */
const longestWait = 5 * minute;
/**
 * Milliseconds in all that a press, a search or a download waits for memory: somebody sits before the page. Of a GET, a
 * silent connection is closed after 30 s (app/server.ts), and proxies may have less patience.
 */
export const patienceOfPerson = 15_000;

/** Milliseconds after which whoever has endless patience has its turn like others, however many uploads come. */
const turnOfEndless = 2 * longestWait;

/** No memory became free in time. */
export class NoMemory extends Error {
  override name = "NoMemory";
}

/** The memory of one thread. */
export interface ThreadMemory {
  /** Resolves when the thread may take so many bytes. @throws NoMemory */
  atLeast(bytes: number): Promise<void>;
  /** Whether it has memory beyond its place, and somebody else waits for that. */
  isAwaited(): boolean;
  /** Gives back everything, and ends waiting for more. */
  giveBack(): void;
}

/** How long somebody waits. */
export interface Patience {
  /** For all waits together; left out: `longestWait` for each. */
  milliseconds?: number | undefined;
  /** Aborted when nobody waits any more for a place. */
  signal?: AbortSignal | undefined;
}

interface Waiting {
  give: () => void;
  /** When the patience is over, by `performance.now()`. */
  until: number;
}

/** Gives the next place to whoever waits with the least patience left, so that a person seldom waits for uploads. */
export class Places {
  readonly #count: number;
  #free: number;
  readonly #waiting: Waiting[] = [];

  constructor(count: number) {
    this.#count = count;
    this.#free = count;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether all are free. */
  get isIdle(): boolean {
    return this.#free === this.#count;
  }

  /** @returns a function that gives the place back. @throws NoMemory when the patience is over */
  take({ milliseconds = longestWait, signal }: Patience): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new NoMemory());
      const give = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", leave);
        this.#free -= 1;
        resolve(this.#giveBackOnce());
      };
      const isEndless = milliseconds === Number.POSITIVE_INFINITY;
      const until = performance.now() + (isEndless ? turnOfEndless : milliseconds);
      const waiting = { give, until };
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", leave);
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new NoMemory());
      };
      const timer = isEndless ? undefined : setTimeout(leave, milliseconds).unref();
      signal?.addEventListener("abort", leave);
      if (this.#free > 0) return give();
      const before = this.#waiting.findLastIndex(({ until }) => until <= waiting.until);
      this.#waiting.splice(before + 1, 0, waiting);
    });
  }

  #giveBackOnce(): () => void {
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      this.#free += 1;
      this.#waiting.shift()?.give();
    };
  }
}

const places = { imports: new Places(shares.imports), refigures: new Places(shares.refigures) };
/** The memory beyond a place. Whoever has it waits for nothing else, so there is no deadlock. */
const large = new Places(1);

/**
 * Takes the memory of a thread, as soon as there is some.
 * @throws NoMemory
 */
export async function takeMemory(
  kind: keyof typeof places,
  patience: Patience = {},
): Promise<ThreadMemory> {
  const { milliseconds } = patience;
  const began = performance.now();
  /** What is left of the patience in all; undefined: each wait has its own. */
  const left = () =>
    milliseconds === undefined ? undefined : Math.max(0, milliseconds + began - performance.now());
  const place = await places[kind].take(patience);
  let more: Promise<() => void> | undefined;
  let hasMore = false;
  const gone = new AbortController();
  return {
    async atLeast(bytes) {
      if (bytes <= placeBytes || gone.signal.aborted) return;
      more ??= large.take({ milliseconds: left(), signal: gone.signal });
      await more;
      hasMore = true;
    },
    isAwaited: () => hasMore && !gone.signal.aborted && large.waiting > 0,
    giveBack() {
      gone.abort();
      place();
      more?.then((give) => give()).catch(() => {});
    },
  };
}
