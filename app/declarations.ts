import { parseArgs } from "node:util";
import {
  declarationsOf,
  keepUnkept,
  withdrawalsDueAfter,
} from "~/features/leaving/declarations.server";
import { beginCommand } from "~/platform/store/firestore.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { day } from "~/platform/values/durations";

// Run by `npm run declarations`. `--subscription <id>` prints a JSON line for each declaration of a subscription.
// `--withdrawals` prints those whose money is due, or was due in the last 30 days. `--keep <token>` stores what a
// letter to the operator carries (docs/operations.md).
// Exit codes: 0 done, 1 an outside system failed, 2 usage error, 3 no such subscription.
const usage =
  "usage: declarations --subscription <id> | --withdrawals | --keep <token of a letter>";

function refuseUse(): never {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}

type Asked = { subscription: string } | { withdrawals: boolean } | { keep: string };

function readOptions(): Asked {
  try {
    const options = {
      subscription: { type: "string" },
      withdrawals: { type: "boolean" },
      keep: { type: "string" },
    } as const;
    const { values, tokens } = parseArgs({ options, tokens: true });
    const { subscription, withdrawals, keep } = values;
    // Of an option that is there twice, the parser gives the last.
    if (tokens.length !== 1) return refuseUse();
    if (subscription) return { subscription };
    if (withdrawals) return { withdrawals };
    if (keep) return { keep };
  } catch {
    // Unknown option.
  }
  return refuseUse();
}

const said = {
  kept: "kept: billing had canceled it",
  open: "kept: billing is asked to cancel it",
  "was-kept": "kept before: nothing was changed",
} as const;

async function keep(token: string): Promise<void> {
  const outcome = await keepUnkept(token);
  if (outcome === "unreadable") return refuseUse();
  if (outcome !== "no-subscription") {
    process.stdout.write(`${said[outcome]}\n`);
    return;
  }
  process.stderr.write("declarations: the subscription service does not know the subscription\n");
  process.exit(3);
}

async function print(all: Promise<readonly object[]>): Promise<void> {
  const lines = (await all).map((one) => `${JSON.stringify(withIsoTimes(one))}\n`);
  process.stdout.write(lines.join(""));
}

const options = readOptions();
await beginCommand();
try {
  if ("keep" in options) await keep(options.keep);
  else if ("subscription" in options) await print(declarationsOf(options.subscription));
  else await print(withdrawalsDueAfter(Date.now() - 30 * day));
  process.exit(0);
} catch (error) {
  if (!(error instanceof UpstreamError)) throw error;
  process.stderr.write(`declarations: ${error.message}\n`);
  process.exit(1);
}

/** The declaration with its times as ISO 8601. */
function withIsoTimes(declaration: object): object {
  const fields = Object.entries(declaration).map(([name, value]) => [
    name,
    name.endsWith("At") && typeof value === "number" ? new Date(value).toISOString() : value,
  ]);
  return Object.fromEntries(fields);
}
