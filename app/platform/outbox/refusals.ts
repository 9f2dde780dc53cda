import { z } from "zod";
import { day } from "../values/durations.ts";

/** How often a mailbox has refused letters of one kind for good, since it last took one. */
export const mailRefusals = z.object({
  count: z.number(),
  /** Epoch milliseconds. */
  lastAt: z.number(),
  /** The reply's codes: `mail: 550 5.1.1`. */
  reason: z.string(),
});
export type Refusals = z.output<typeof mailRefusals>;

/** So many refusals switch a kind off for a mailbox. */
const most = 3;
/** Then one letter is tried again, once so long has passed since the last one: mailboxes come back. */
const rest = 30 * day;
/** Milliseconds that refusals are remembered: a letter of each month still counts as one of a row. */
export const rememberedFor = 180 * day;

/** Whether letters of the kind do not go to the mailbox any more. */
export const isSwitchedOff = ({ count, lastAt }: Refusals, now: number): boolean =>
  count >= most && now - lastAt < rest;
