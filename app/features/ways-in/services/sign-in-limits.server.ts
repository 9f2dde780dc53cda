import { createLimit, type Limit } from "~/platform/store/rate-limits.server";
import { clientNetwork } from "~/platform/values/client-network";
import { hourInSeconds } from "~/platform/values/durations";
import { addressKey } from "~/platform/values/mail-address";

const ofClient = createLimit("sign-in-client", { points: 15, seconds: 60 });
const ofPair = createLimit("sign-in-pair", { points: 10, seconds: 15 * 60 });
/** For a browser that has signed in as this e-mail before. Strangers cannot use it up. */
const ofDevice = createLimit("sign-in-device", { points: 10, seconds: 15 * 60 });
/** For all such browsers of an e-mail together: somebody who once knew the password may have many device cookies. */
const ofDevices = createLimit("sign-in-devices", { points: 50, seconds: hourInSeconds });
/** Far above the limit of one client, so that no single client can lock the owner out. */
const ofEmail = createLimit("sign-in-email", { points: 100, seconds: hourInSeconds });

export type PasswordTry =
  | { allowed: false; wait: number }
  | {
      allowed: true;
      /** The password was right. */
      succeeded(): Promise<void>;
      /** The provider did not check the password, so the try does not count. */
      undecided(): Promise<void>;
    };

/**
 * Counts a password try per client, per client and e-mail, and per e-mail. A try from a known device counts per device,
 * and per e-mail for all known devices together.
 * @param device id of a browser that has signed in as this e-mail before
 */
export async function beginPasswordTry(
  email: string,
  clientAddress: string,
  device?: string,
): Promise<PasswordTry> {
  const client = clientNetwork(clientAddress);
  const address = addressKey(email);
  // A try that an earlier limit refuses is not counted by the later ones, so no client can use up an e-mail's limit.
  const counts: Count[] = device
    ? [
        { limit: ofDevice, key: device, own: true },
        { limit: ofDevices, key: address },
      ]
    : [
        { limit: ofClient, key: client },
        { limit: ofPair, key: `${client} ${address}`, own: true },
        { limit: ofEmail, key: address },
      ];
  for (const { limit, key } of counts) {
    const wait = await limit.take(key);
    if (wait !== undefined) return { allowed: false, wait };
  }
  return {
    allowed: true,
    async succeeded() {
      await Promise.all(
        counts.map(({ limit, key, own }) => (own ? limit.forget(key) : limit.giveBack(key))),
      );
    },
    async undecided() {
      await Promise.all(counts.map(({ limit, key }) => limit.giveBack(key)));
    },
  };
}

interface Count {
  limit: Limit;
  key: string;
  /** A limit of this client or device only, which a right password resets. */
  own?: true;
}
