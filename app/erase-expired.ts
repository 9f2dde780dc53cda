import { parseArgs } from "node:util";
import { eraseExpired, expiryReport, totalOf } from "~/features/own-data/services/expiry.server";
import { completeErasures } from "~/features/own-data/services/outbox/erasure.server";
import { runCommand } from "~/platform/store/firestore.server";
import { readOrder } from "~/platform/work/read-order";

// Run by `npm run erase-expired [-- --commit]`, daily in production. Without `--commit` it only counts.
// Exit codes: 0 done, 1 an outside system failed, 2 usage error.
const { commit } = readOrder(
  "usage: erase-expired [--commit]",
  () => parseArgs({ options: { commit: { type: "boolean", default: false } } }).values,
);
const now = Date.now();
const theNextRun = "; the next run erases the rest";
const work = async () => {
  const isComplete = !commit || (await completeErasures());
  const counts = await eraseExpired({ now, commit });
  process.stdout.write(`${expiryReport(counts, { now, commit }).join("\n")}\n`);
  if (isComplete && totalOf(counts, "unknown") === 0) return 0;
  process.stderr.write(`erase-expired: an outside system failed${commit ? theNextRun : ""}\n`);
  return 1;
};
await runCommand("erase-expired", work, theNextRun);
