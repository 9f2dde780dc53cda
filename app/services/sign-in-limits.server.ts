import { createLimit, type Limit } from "~/clients/rate-limits.server";
import { clientNetwork } from "~/domain/client-network";

const ofClient = createLimit("sign-in-client", { points: 15, seconds: 60 });
const ofPair = createLimit("sign-in-pair", { points: 10, seconds: 15 * 60 });
/** A browser that has signed in as this e-mail before. Strangers cannot use this up, however many they are. */
const ofDevice = createLimit("sign-in-device", { points: 10, seconds: 15 * 60 });
/** All such browsers of an e-mail together: somebody who once knew the password may hold many device cookies. */
const ofDevices = createLimit("sign-in-devices", { points: 50, seconds: 3_600 });
/** Many times what one client can use up, so that no client locks the owner out. */
const ofEmail = createLimit("sign-in-email", { points: 100, seconds: 3_600 });

export type PasswordTry =
  | { allowed: false; wait: number }
  | {
      allowed: true;
      /** The password was right: this client has proved itself. */
      succeeded(): Promise<void>;
      /** The password was never judged. */
      undecided(): Promise<void>;
    };

/**
 * Counts one try at a password: of this client, for this e-mail from it, and for this e-mail from all; of a known
 * device for itself, and for this e-mail from all known devices.
 * @param device id of a browser that has signed in as this e-mail before
 */
export async function beginPasswordTry(
  email: string,
  clientAddress: string,
  device?: string,
): Promise<PasswordTry> {
  const client = clientNetwork(clientAddress);
  const address = email.trim().toLowerCase();
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
  /** The limit of this client or device alone: a right password resets it. */
  own?: true;
}
