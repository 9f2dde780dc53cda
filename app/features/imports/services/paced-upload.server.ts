import type { UploadEvent } from "~/features/imports/rules/work";
import type { ThreadMemory } from "~/features/imports/services/memory.server";
import { minute } from "~/platform/values/durations";

/** Milliseconds in all for which the bytes of an upload are waited for while somebody waits for its memory. */
const longestHold = 3 * minute;
/** Milliseconds between two looks at whether somebody does. */
const lookEvery = 1_000;

/** What is sent, piece by piece. */
export interface PacedUpload {
  files: AsyncIterable<UploadEvent>;
  /** Ends it with the words that the connection was too slow. */
  endAsTooSlow: () => void;
}

/** What an upload holds. It ends as too slow where it keeps others for too long from the memory beyond its place. */
export const withoutHold = (
  { files, endAsTooSlow }: PacedUpload,
  { isAwaited }: Pick<ThreadMemory, "isAwaited">,
): AsyncIterable<UploadEvent> => ({
  [Symbol.asyncIterator]() {
    const events = files[Symbol.asyncIterator]();
    let left = longestHold;
    return {
      async next() {
        let counted = performance.now();
        const count = () => {
          const now = performance.now();
          if (isAwaited()) left -= now - counted;
          counted = now;
          if (left <= 0) endAsTooSlow();
        };
        const looking = setInterval(count, lookEvery).unref();
        try {
          return await events.next();
        } finally {
          clearInterval(looking);
          count();
        }
      },
      async return() {
        await events.return?.();
        return { done: true, value: undefined };
      },
    };
  },
});
