import { parseArgs } from "node:util";
import { firestore } from "~/clients/firebase.server";
import { UpstreamError } from "~/clients/upstream.server";
import { carryOutOrder, type Order, outboxReport } from "~/services/outbox/operations.server";

// Run by `npm run outbox [-- …]`. Exit code: 0 done, 1 Firestore failed, 2 not understood, 3 no such entry.
const usage = `usage: outbox                                what waits, needs a person or is set aside
       outbox retry <id>                   try it at once
       outbox give-up <id> --reason "…"    never try it again; name nobody in the reason
       outbox find <id>                    where its document stands, which may say whom it concerns`;

/** @returns undefined for the report */
function readOrder(): Order | undefined {
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
      if ((word === "retry" || word === "find") && reason === undefined) return { word, name };
    }
  } catch {
    // An option that is not known.
  }
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}

const order = readOrder();
// The time that the SDK takes to load is not the database's.
await firestore();
try {
  const told = order ? await carryOutOrder(order) : (await outboxReport(Date.now())).join("\n");
  if (told === undefined) process.stderr.write("outbox: nothing unsettled has that name\n");
  else process.stdout.write(`${told}\n`);
  process.exit(told === undefined ? 3 : 0);
} catch (error) {
  if (!(error instanceof UpstreamError)) throw error;
  process.stderr.write(`outbox: ${error.message}\n`);
  process.exit(1);
}
