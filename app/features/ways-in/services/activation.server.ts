import { mailLink } from "~/features/ways-in/mail-links.server";
import {
  giveActivationMailBack,
  type Owed,
  owedActivation,
  takeActivationMail,
} from "~/features/ways-in/services/mailed-links/activation-owed.server";
import { orElse } from "~/platform/upstream/upstream.server";

export type Activation =
  /** The mail is sent, or kept to be sent. */
  | { outcome: "sent"; hasUser: boolean }
  | Exclude<Owed, { outcome: "owed" }>
  /** The address got a mail less than 15 minutes ago. `wait`: milliseconds until the next may be sent. */
  | { outcome: "sent-recently"; wait: number; hasUser: boolean };

/**
 * Mails the activation link to whom it is owed: to the subscription's own address, at most once in 15 minutes.
 * @throws UpstreamError if it was neither kept nor sent, as far as is known; where it may have been, it counts
 */
export async function sendActivation(email: string): Promise<Activation> {
  const owed = await owedActivation(email);
  if (owed.outcome !== "owed") return owed;
  const { subscriptionId, to, hasUser } = owed;
  const wait = await takeActivationMail(to);
  if (wait !== undefined) return { outcome: "sent-recently", wait, hasUser };
  await orElse(mailLink({ link: "activation", email: to, subscriptionId }), async (failure) => {
    // What timed out may be kept, or out.
    if (failure.kind !== "timeout") await giveActivationMailBack(to);
    throw failure;
  });
  return { outcome: "sent", hasUser };
}
