import { totalmem } from "node:os";
import { memoryShares } from "~/platform/work/memory-shares";

/** Of the container that this process runs in, by its cgroup, or of the machine where it is not limited. */
export const shares = memoryShares(
  Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()),
);
