import { createLimit } from "~/platform/store/rate-limits.server";
import { dayInSeconds, hourInSeconds } from "~/platform/values/durations";
import { addressKey } from "~/platform/values/mail-address";

/** Letters about public declarations to one address: a stranger can send no more than these. */
const letters = createLimit("declaration-letters", { points: 3, seconds: hourInSeconds });
const lettersToStrangers = createLimit("declaration-letters-stranger", {
  points: 1,
  seconds: dayInSeconds,
});

/** @returns undefined if the letter may go out, else the milliseconds to wait */
export const takeLetter = (to: string): Promise<number | undefined> => letters.take(addressKey(to));

/** Whether an address without a subscription may get a letter: one a day. */
export async function takeLetterToStranger(to: string): Promise<boolean> {
  return (
    (await lettersToStrangers.take(addressKey(to))) === undefined &&
    (await takeLetter(to)) === undefined
  );
}

/** Letters to the operator about declarations for a reason, which a stranger can send as well. */
export const lettersToOperator = createLimit("declaration-extraordinary", {
  points: 3,
  seconds: hourInSeconds,
});

/** Public declarations from one network. */
const ofNetwork = createLimit("public-declaration", { points: 30, seconds: hourInSeconds });
/**
 * Public declarations from one network about one address, with or without a subscription. They may wait for each
 * other's letters, so one network must not fill the queue.
 */
const aboutAddress = createLimit("public-declaration-about", {
  points: 10,
  seconds: dayInSeconds,
});

/**
 * Counts a declaration from one network about one address.
 * @returns `wait` in milliseconds if it is one too many; else `giveBack`, for one that was not kept
 */
export async function takePublicDeclaration(
  network: string,
  address: string,
): Promise<
  { wait: number; giveBack?: never } | { wait?: never; giveBack: () => Promise<unknown> }
> {
  const both = `${network} ${addressKey(address)}`;
  const wait = (await ofNetwork.take(network)) ?? (await aboutAddress.take(both));
  if (wait !== undefined) return { wait };
  return {
    giveBack: () => Promise.all([ofNetwork.giveBack(network), aboutAddress.giveBack(both)]),
  };
}
