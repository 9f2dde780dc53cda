import { parseArgs } from "node:util";
import {
  declarationsOf,
  keepUnkept,
  withdrawalsDueAfter,
} from "~/features/leaving/declarations.server";
import { runCommand } from "~/platform/store/firestore.server";
import { day } from "~/platform/values/durations";
import { readOrder, refuseUse } from "~/platform/work/read-order";

// Run by `npm run declarations`. `--subscription <id>` prints a JSON line for each declaration of a subscription.
// `--withdrawals` prints those whose money is due, or was due in the last 30 days. `--keep <token>` stores what a
// letter to the operator carries (docs/operations.md).
// Exit codes: 0 done, 1 an outside system failed, 2 usage error, 3 no such subscription.
const usage =
  "usage: declarations --subscription <id> | --withdrawals | --keep <token of a letter>";

const { subscription, keep: token } = readOrder(usage, () => {
  const options = {
    subscription: { type: "string" },
    withdrawals: { type: "boolean" },
    keep: { type: "string" },
  } as const;
  const { values, tokens } = parseArgs({ options, tokens: true });
  // Of an option that is there twice, the parser gives the last.
  return tokens.length === 1 && Object.values(values).some(Boolean) ? values : undefined;
});

const said = {
  kept: "kept: billing had canceled it",
  open: "kept: billing is asked to cancel it",
  "was-kept": "kept before: nothing was changed",
} as const;

async function keep(token: string): Promise<number> {
  const outcome = await keepUnkept(token);
  if (outcome === "unreadable")
    return refuseUse(
      "declarations: the token is not whole, is older than 30 days, or was made with a session secret that SESSION_SECRETS no longer has",
    );
  if (outcome === "no-subscription") {
    process.stderr.write("declarations: the subscription service does not know the subscription\n");
    return 3;
  }
  process.stdout.write(`${said[outcome]}\n`);
  return 0;
}

async function print(all: Promise<readonly object[]>): Promise<number> {
  const lines = (await all).map((one) => `${JSON.stringify(withIsoTimes(one))}\n`);
  process.stdout.write(lines.join(""));
  return 0;
}

await runCommand("declarations", async () => {
  if (token) return keep(token);
  return print(
    subscription ? declarationsOf(subscription) : withdrawalsDueAfter(Date.now() - 30 * day),
  );
});

/** The declaration with its times as ISO 8601. */
function withIsoTimes(declaration: object): object {
  const fields = Object.entries(declaration).map(([name, value]) => [
    name,
    name.endsWith("At") && typeof value === "number" ? new Date(value).toISOString() : value,
  ]);
  return Object.fromEntries(fields);
}
