import { parseArgs } from "node:util";
import { outboxKinds } from "~/outbox-kinds.server";
import {
  carryOutOrder,
  type OperatorCommand,
  outboxReport,
} from "~/platform/outbox/operations.server";
import { runCommand } from "~/platform/store/firestore.server";
import { readOrder } from "~/platform/work/read-order";

// Run by `npm run outbox [-- …]`. Exit codes: 0 done, 1 Firestore failed, 2 usage error, 3 no such entry, kind or mailbox.
const usage = `usage: outbox                                list what is waiting, needs a person or is set aside
       outbox retry <id>                   run it now
       outbox retry-all <kind>             run every entry of a kind now that needs a person
       outbox give-up <id> --reason "…"    never run it again; put no personal data in the reason
       outbox find <id>                    print the path of its document, which may contain personal data
       outbox allow <mailbox>              letters go to it again that it has refused`;

const order = readOrder<OperatorCommand | "report">(usage, () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { reason: { type: "string" } },
  });
  const [word, name, ...more] = positionals;
  const reason = values.reason?.trim();
  if (word === undefined && reason === undefined) return "report";
  if (!name || more.length > 0) return undefined;
  if (word === "give-up") return reason ? { word, name, reason } : undefined;
  return reason === undefined &&
    (word === "retry" || word === "retry-all" || word === "find" || word === "allow")
    ? { word, name }
    : undefined;
});
/** By word, what is not there; else it is the entry. */
const lacking: Partial<Record<string, string>> = {
  "retry-all": `there is no such kind; there are ${outboxKinds.map(({ name }) => name).join(", ")}`,
  allow: "no mailbox of that name has refused letters",
};

await runCommand("outbox", async () => {
  const output =
    order === "report"
      ? (await outboxReport(outboxKinds, Date.now())).join("\n")
      : await carryOutOrder(outboxKinds, order);
  if (output !== undefined) {
    process.stdout.write(`${output}\n`);
    return 0;
  }
  const lacks = order === "report" ? undefined : lacking[order.word];
  process.stderr.write(`outbox: ${lacks ?? "no unsettled entry has that id"}\n`);
  return 3;
});
