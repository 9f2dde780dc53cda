import { createLimit } from "~/platform/store/rate-limits.server";
import { clientNetwork } from "~/platform/values/client-network";

/** Every answer costs a look into Firestore before it is known whose it is. */
const answers = createLimit("passkey-answers", { points: 60, seconds: 60 });
/** As for passwords. */
const ofClient = createLimit("passkey-client", { points: 15, seconds: 60 });
/** For a browser that has signed in to this account before. Strangers behind the same address cannot use it up. */
const ofDevice = createLimit("passkey-device", { points: 10, seconds: 15 * 60 });

/** @returns undefined if the answer may be looked at, else the milliseconds to wait */
export const countAnswer = (clientAddress: string): Promise<number | undefined> =>
  answers.take(clientNetwork(clientAddress));

export type PasskeyTry =
  | { allowed: false; wait: number }
  | { allowed: true; succeeded(): Promise<void> };

/** Counts a try per known device, else per client. @param device id of a browser that has signed in to the account before */
export async function beginPasskeyTry(
  clientAddress: string,
  device: string | undefined,
): Promise<PasskeyTry> {
  const [limit, key] = device
    ? ([ofDevice, device] as const)
    : ([ofClient, clientNetwork(clientAddress)] as const);
  const wait = await limit.take(key);
  if (wait !== undefined) return { allowed: false, wait };
  return { allowed: true, succeeded: () => limit.giveBack(key) };
}
