import { createLimit } from "~/clients/rate-limits.server";
import { clientNetwork } from "~/domain/client-network";

const ofClient = createLimit("sign-in-client", { points: 15, seconds: 60 });
const ofPair = createLimit("sign-in-pair", { points: 10, seconds: 15 * 60 });
/** Many times what one client can use up, so that nobody locks others out. */
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

/** Counts one try at a password, of this client, for this e-mail from it, and for this e-mail from all. */
export async function beginPasswordTry(email: string, clientAddress: string): Promise<PasswordTry> {
  const client = clientNetwork(clientAddress);
  const address = email.trim().toLowerCase();
  const pair = `${client} ${address}`;
  for (const [limit, key] of [
    [ofClient, client],
    [ofPair, pair],
    [ofEmail, address],
  ] as const) {
    const wait = await limit.take(key);
    if (wait !== undefined) return { allowed: false, wait };
  }
  return {
    allowed: true,
    async succeeded() {
      await Promise.all([
        ofClient.giveBack(client),
        ofPair.forget(pair),
        ofEmail.giveBack(address),
      ]);
    },
    async undecided() {
      await Promise.all([
        ofClient.giveBack(client),
        ofPair.giveBack(pair),
        ofEmail.giveBack(address),
      ]);
    },
  };
}
