import { parseArgs } from "node:util";
import {
  announcePrice,
  describeAnnouncement,
  listConsents,
} from "~/features/leaving/announce-price.server";
import { runCommand } from "~/platform/store/firestore.server";
import { startOfCalendarDay } from "~/platform/values/calendar-day";
import { readOrder } from "~/platform/work/read-order";

// Run by `npm run announce-price -- --plan C --price 2.00 --currency USD --from YYYY-MM-DD [--commit] [--list]`.
// With --list each subscription follows that needs consent, as a line of JSON.
// Exit codes: 0 done, 1 an outside system failed, 2 usage error, 3 it is too late for a place, or everywhere, 4 done, but
// plans of somebody could not be read.
const usage =
  "usage: announce-price --plan <code> --price <2.00> --currency <USD> --from <YYYY-MM-DD> [--commit] [--list]";

const { change, commit, list } = readOrder(usage, () => {
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
  const { plan, price = "", currency = "", from = "", ...options } = values;
  const at = startOfCalendarDay(from);
  const isPrice = /^\d+(\.\d{1,2})?$/.test(price) && Number(price) > 0;
  return plan && isPrice && /^[A-Z]{3}$/.test(currency) && at !== undefined
    ? { change: { planCode: plan, amount: price, currency, from: at }, ...options }
    : undefined;
});
const work = async () => {
  const found = await announcePrice(change, { commit, now: Date.now() });
  const lines = [...describeAnnouncement(found, commit), ...(list ? listConsents(found) : [])];
  process.stdout.write(`${lines.join("\n")}\n`);
  if (found.tooLate.size > 0) return 3;
  return found.unread.size > 0 ? 4 : 0;
};
await runCommand("announce-price", work, "; run it again");
