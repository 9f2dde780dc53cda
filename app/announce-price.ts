import { parseArgs } from "node:util";
import {
  announcePrice,
  describeAnnouncement,
  listConsents,
} from "~/features/leaving/announce-price.server";
import { beginCommand } from "~/platform/store/firestore.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { startOfCalendarDay } from "~/platform/values/calendar-day";

// Run by `npm run announce-price -- --plan C --price 2.00 --currency USD --from YYYY-MM-DD [--commit] [--list]`.
// With --list each subscription follows that needs consent, as a line of JSON.
// Exit codes: 0 done, 1 an outside system failed, 2 usage error, 3 it is too late for a place.
const usage =
  "usage: announce-price --plan <code> --price <2.00> --currency <USD> --from <YYYY-MM-DD> [--commit] [--list]";

function readOrder() {
  try {
    const { values } = parseArgs({
      options: {
        plan: { type: "string" },
        price: { type: "string" },
        currency: { type: "string" },
        from: { type: "string" },
        commit: { type: "boolean", default: false },
        list: { type: "boolean", default: false },
      },
    });
    const { plan, price = "", currency = "", from = "", commit, list } = values;
    const at = startOfCalendarDay(from);
    if (plan && /^\d+(\.\d{1,2})?$/.test(price) && /^[A-Z]{3}$/.test(currency) && at !== undefined)
      return { change: { planCode: plan, amount: price, currency, from: at }, commit, list };
  } catch {
    // Unknown option.
  }
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}

const { change, commit, list } = readOrder();
await beginCommand();
try {
  const found = await announcePrice(change, { commit, now: Date.now() });
  const lines = [...describeAnnouncement(found, commit), ...(list ? listConsents(found) : [])];
  process.stdout.write(`${lines.join("\n")}\n`);
  process.exit(found.tooLate.size > 0 ? 3 : 0);
} catch (error) {
  if (!(error instanceof UpstreamError)) throw error;
  process.stderr.write(`announce-price: ${error.message}; run it again\n`);
  process.exit(1);
}
