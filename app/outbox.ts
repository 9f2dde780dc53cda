import { parseArgs } from "node:util";
import { outboxKinds } from "~/outbox-kinds.server";
import {
  carryOutOrder,
  type OperatorCommand,
  outboxReport,
} from "~/platform/outbox/operations.server";
import { beginCommand } from "~/platform/store/firestore.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";

// Run by `npm run outbox [-- …]`. Exit codes: 0 done, 1 Firestore failed, 2 usage error, 3 no such entry.
const usage = `usage: outbox                                list what is waiting, needs a person or is set aside
       outbox retry <id>                   run it now
       outbox retry-all <kind>             run every entry of a kind now that needs a person
       outbox give-up <id> --reason "…"    never run it again; put no personal data in the reason
       outbox find <id>                    print the path of its document, which may contain personal data
       outbox allow <mailbox>              letters go to it again that it has refused`;

/** @returns undefined if the report was asked for */
function readOrder(): OperatorCommand | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { reason: { type: "string" } },
    });
    const [word, name, ...more] = positionals;
    const reason = values.reason?.trim();
    if (word === undefined && reason === undefined) return undefined;
    if (name && more.length === 0) {
      if (word === "give-up" && reason) return { word, name, reason };
      if (
        (word === "retry" || word === "retry-all" || word === "find" || word === "allow") &&
        reason === undefined
      )
        return { word, name };
    }
  } catch {
    // Unknown option.
  }
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}

const order = readOrder();
await beginCommand();
try {
  const output = order
    ? await carryOutOrder(outboxKinds, order)
    : (await outboxReport(outboxKinds, Date.now())).join("\n");
  if (output === undefined) process.stderr.write("outbox: no unsettled entry has that id\n");
  else process.stdout.write(`${output}\n`);
  process.exit(output === undefined ? 3 : 0);
} catch (error) {
  if (!(error instanceof UpstreamError)) throw error;
  process.stderr.write(`outbox: ${error.message}\n`);
  process.exit(1);
}
