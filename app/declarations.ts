import { parseArgs } from "node:util";
import { declarationsOf } from "~/features/leaving/declarations.server";
import { firestore } from "~/platform/store/firebase.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";

// Run by `npm run declarations -- --subscription <id>`: a JSON line for each. Exit codes: 0 done, 1 Firestore failed, 2 usage error.
const usage = "usage: declarations --subscription <id>";

function readSubscription(): string {
  try {
    const { values } = parseArgs({ options: { subscription: { type: "string" } } });
    if (values.subscription) return values.subscription;
  } catch {
    // Unknown option.
  }
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}

const subscription = readSubscription();
// Loaded first, so that the SDK's load time does not count against the database's deadline.
await firestore();
try {
  const lines = (await declarationsOf(subscription)).map(
    (one) => `${JSON.stringify(inWords(one))}\n`,
  );
  process.stdout.write(lines.join(""));
  process.exit(0);
} catch (error) {
  if (!(error instanceof UpstreamError)) throw error;
  process.stderr.write(`declarations: ${error.message}\n`);
  process.exit(1);
}

/** With times as ISO 8601. */
function inWords(declaration: object): object {
  const fields = Object.entries(declaration).map(([name, value]) => [
    name,
    name.endsWith("At") && typeof value === "number" ? new Date(value).toISOString() : value,
  ]);
  return Object.fromEntries(fields);
}
