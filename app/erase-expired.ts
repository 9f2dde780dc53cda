import { parseArgs } from "node:util";
import { eraseExpired, expiryReport } from "~/features/own-data/services/expiry.server";
import { erasures } from "~/features/own-data/services/outbox/erasure.server";
import { runDue } from "~/platform/outbox/run-due.server";
import { runCommand } from "~/platform/store/firestore.server";
import { readOrder } from "~/platform/work/read-order";

// Run by `npm run erase-expired [-- --commit]`, daily in production. Without `--commit` it only counts.
// Exit codes: 0 done, 1 interrupted, 2 usage error.
const { commit } = readOrder(
  "usage: erase-expired [--commit]",
  () => parseArgs({ options: { commit: { type: "boolean", default: false } } }).values,
);
const now = Date.now();
const work = async () => {
  // Completes erasure requests first whose process died.
  if (commit) await runDue(erasures);
  const counts = await eraseExpired({ now, commit });
  process.stdout.write(`${expiryReport(counts, { now, commit }).join("\n")}\n`);
  return 0;
};
await runCommand("erase-expired", work, "; the next run erases the rest");
