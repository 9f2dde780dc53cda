import { createLimit } from "~/platform/store/rate-limits.server";
import { hourInSeconds } from "~/platform/values/durations";

const soonAgain = createLimit("sign-in-link-soon", { points: 1, seconds: 60 });
const mailsToAddress = createLimit("sign-in-link-mail", { points: 5, seconds: hourInSeconds });

/** How many sign-in links an address is mailed. @returns milliseconds to wait; undefined if one may be sent */
export const takeSignInMail = async (address: string): Promise<number | undefined> =>
  (await soonAgain.take(address)) ?? (await mailsToAddress.take(address));

/** For a link that was not kept. */
export const giveSignInMailBack = (address: string) =>
  Promise.all([soonAgain.giveBack(address), mailsToAddress.giveBack(address)]);
