import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";

/** Linux gives processor time first to what somebody waits for: the pages, which another thread answers. */
const behindThePages = 10;

/** Lets this thread compute only with the time that others leave. Elsewhere than on Linux it does nothing. */
export function yieldToThePages(): void {
  try {
    // On Linux the priority of a thread can be set by its own number.
    const [thread = ""] = /\d+$/.exec(readlinkSync("/proc/thread-self")) ?? [];
    setPriority(Number(thread), behindThePages);
  } catch {
    // It computes as all others do.
  }
}
