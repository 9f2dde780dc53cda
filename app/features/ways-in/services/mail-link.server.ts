import { mailLinkFor } from "~/features/ways-in/mail-links.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { clientNetwork } from "~/platform/values/client-network";
import { hourInSeconds } from "~/platform/values/durations";
import { messageFor, somethingWentWrong } from "~/platform/values/identity-messages";
import { addressKey } from "~/platform/values/mail-address";
import { sentence } from "~/platform/values/say";

const formsOfClient = createLimit("sign-in-link-form", { points: 30, seconds: hourInSeconds });
const soonAgain = createLimit("sign-in-link-soon", { points: 1, seconds: 60 });
const mailsToAddress = createLimit("sign-in-link-mail", { points: 5, seconds: hourInSeconds });

export const askedAgain = sentence(
  "You asked for a link a moment ago. Please check your inbox, and your spam folder, too.",
);

/**
 * Has a sign-in link mailed. Resolves once that is kept. What this returns, and when, does not depend on whether there is an
 * account: the limits count every address alike.
 * @param device id of a browser that has signed in as this e-mail before: what strangers ask for does not count for it
 * @returns why not; `wait` in milliseconds, if there were too many
 */
export async function requestSignInLink(
  email: string,
  clientAddress: string,
  device: string | undefined,
): Promise<{ message: string; wait?: number } | undefined> {
  const address = addressKey(email);
  const ofClient = await formsOfClient.take(clientNetwork(clientAddress));
  if (ofClient !== undefined)
    return { message: messageFor("auth/too-many-requests"), wait: ofClient };
  // Of all such browsers together: somebody who once knew the password may have many device cookies.
  const key = device ? `known ${address}` : address;
  const wait = (await soonAgain.take(key)) ?? (await mailsToAddress.take(key));
  if (wait !== undefined) return { message: askedAgain, wait };
  return orElse(
    mailLinkFor(email, "sign-in").then(() => undefined),
    async () => {
      await Promise.all([soonAgain.giveBack(key), mailsToAddress.giveBack(key)]);
      return { message: somethingWentWrong };
    },
  );
}
