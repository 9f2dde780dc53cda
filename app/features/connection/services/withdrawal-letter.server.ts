import { env } from "~/env.server";
import { accountByUid } from "~/features/account/identity.server";
import type { Connection } from "~/features/history/connecting";
import { withdrawalMail } from "~/platform/mail/mails";
import { type Delivered, deliverLetter } from "~/platform/outbox/letter.server";

/**
 * Sends the letter about a connection that Instagram has withdrawn (contract 11): one for each withdrawal, however it
 * was found.
 * @returns undefined where nobody is left to tell
 * @throws UpstreamError while it is not known where to send it
 */
export async function tellOfWithdrawal({
  key,
  payload,
  progress,
}: Connection): Promise<Delivered | undefined> {
  const account = await accountByUid(payload.uid);
  if (!account?.email || account.disabled) return undefined;
  return deliverLetter(
    "withdrawal",
    withdrawalMail({
      to: account.email,
      // A letter that is sent twice is shown once; another withdrawal is another letter.
      id: `${key}-${progress.withdrawnAt ?? 0}`,
      origin: env.APP_ORIGIN,
      supportEmail: env.SUPPORT_EMAIL,
    }),
  );
}
