import { parseArgs } from "node:util";
import { firestore } from "~/clients/firebase.server";
import { UpstreamError } from "~/clients/upstream.server";
import { eraseExpired, expiryReport } from "~/services/expiry.server";
import { erasures } from "~/services/outbox/erasure.server";
import { runDue } from "~/services/outbox/runner.server";

// Run by `npm run erase-expired [-- --commit]`, daily where the app is in production.
// Exit code: 0 done, 1 interrupted, 2 not understood.
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
// The time that the SDK takes to load is not the database's.
await firestore();
try {
  // Requests whose process is gone are completed first.
  if (commit) await runDue(erasures);
  const counts = await eraseExpired({ now, commit });
  process.stdout.write(`${expiryReport(counts, { now, commit }).join("\n")}\n`);
  process.exit(0);
} catch (error) {
  if (!(error instanceof UpstreamError)) throw error;
  process.stderr.write(`erase-expired: ${error.message}; what is left is erased by the next run\n`);
  process.exit(1);
}
