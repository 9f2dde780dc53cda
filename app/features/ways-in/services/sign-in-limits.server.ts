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

/** Every answer of a passkey costs a look into Firestore before it is known whose it is. */
const passkeyAnswers = createLimit("passkey-answers", { points: 60, seconds: 60 });
/** As for passwords. */
const passkeysOfClient = createLimit("passkey-client", { points: 15, seconds: 60 });
/** For a browser that has signed in to this account before. Strangers behind the same address cannot use it up. */
const passkeysOfDevice = createLimit("passkey-device", { points: 10, seconds: 15 * 60 });

const linkSoonAgain = createLimit("sign-in-link-soon", { points: 1, seconds: 60 });
const linksToAddress = createLimit("sign-in-link-mail", { points: 5, seconds: hourInSeconds });

/** How many sign-in links an address is mailed. @returns milliseconds to wait; undefined if one may be sent */
export const takeSignInMail = async (address: string): Promise<number | undefined> =>
  (await linkSoonAgain.take(address)) ?? (await linksToAddress.take(address));

/** For a link that was not kept. */
export const giveSignInMailBack = (address: string) =>
  Promise.all([linkSoonAgain.giveBack(address), linksToAddress.giveBack(address)]);

export type CountedTry =
  | { allowed: false; wait: number }
  | {
      allowed: true;
      /** The password or the passkey was right. */
      succeeded(): Promise<void>;
      /** The provider did not check it, so the try does not count. */
      undecided(): Promise<void>;
    };

/**
 * Counts a password try per client, per client and e-mail, and per e-mail. A try from a known device counts per device,
 * and per e-mail for all known devices together.
 * @param device id of a browser that has signed in as this e-mail before
 */
export function beginPasswordTry(
  email: string,
  clientAddress: string,
  device?: string,
): Promise<CountedTry> {
  const client = clientNetwork(clientAddress);
  const address = addressKey(email);
  return begin(
    device
      ? [
          { limit: ofDevice, key: device, own: true },
          { limit: ofDevices, key: address },
        ]
      : [
          { limit: ofClient, key: client },
          { limit: ofPair, key: `${client} ${address}`, own: true },
          { limit: ofEmail, key: address },
        ],
  );
}

/** @returns undefined if a passkey's answer may be looked at, else the milliseconds to wait */
export const countPasskeyAnswer = (clientAddress: string): Promise<number | undefined> =>
  passkeyAnswers.take(clientNetwork(clientAddress));

/** Counts a try per known device, else per client. @param device id of a browser that has signed in to the account before */
export const beginPasskeyTry = (
  clientAddress: string,
  device: string | undefined,
): Promise<CountedTry> =>
  begin([
    device
      ? { limit: passkeysOfDevice, key: device }
      : { limit: passkeysOfClient, key: clientNetwork(clientAddress) },
  ]);

/** A try that an earlier limit refuses is not counted by the later ones, so no client can use up an e-mail's limit. */
async function begin(counts: readonly Count[]): Promise<CountedTry> {
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
