import { parseArgs } from "node:util";
import { eraseExpired, expiryReport } from "~/features/own-data/services/expiry.server";
import { erasures } from "~/features/own-data/services/outbox/erasure.server";
import { runDue } from "~/platform/outbox/run-due.server";
import { beginCommand } from "~/platform/store/firestore.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";

// Run by `npm run erase-expired [-- --commit]`, daily in production. Without `--commit` it only counts.
// Exit codes: 0 done, 1 interrupted, 2 usage error.
const usage = "usage: erase-expired [--commit]";

function readOptions(): { commit: boolean } {
  try {
    const { values } = parseArgs({ options: { commit: { type: "boolean", default: false } } });
    return values;
  } catch {
    process.stderr.write(`${usage}\n`);
    process.exit(2);
  }
}

const { commit } = readOptions();
const now = Date.now();
await beginCommand();
try {
  // Completes erasure requests first whose process died.
  if (commit) await runDue(erasures);
  const counts = await eraseExpired({ now, commit });
  process.stdout.write(`${expiryReport(counts, { now, commit }).join("\n")}\n`);
  process.exit(0);
} catch (error) {
  if (!(error instanceof UpstreamError)) throw error;
  process.stderr.write(`erase-expired: ${error.message}; the next run erases the rest\n`);
  process.exit(1);
}
