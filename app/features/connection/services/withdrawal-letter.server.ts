import { env } from "~/env.server";
import { accountByUid } from "~/features/account/identity.server";
import { writtenTo } from "~/features/account/language.server";
import type { Connection } from "~/features/history/connecting";
import { composeLetter } from "~/platform/mail/compose.server";
import { type Delivered, deliverLetter } from "~/platform/outbox/letter.server";
import { say } from "~/platform/values/say";

/**
 * Sends the letter about a connection that Instagram has withdrawn (docs/product.md#connection): one for each withdrawal, however it
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
  const { email } = account;
  const mail = await writtenTo({ uid: payload.uid }, () =>
    composeLetter({
      to: email,
      // A letter that is sent twice is shown once; another withdrawal is another letter.
      id: `instagram-withdrawn-${key}-${progress.withdrawnAt ?? 0}`,
      subject: say`Connect your Instagram account again`,
      heading: say`Instagram has ended our connection`,
      paragraphs: [
        say`We can no longer read the figures of your Instagram account. This happens when the app is removed in Instagram's settings, when the password is changed, or when the permission has expired.`,
        say`What we know so far is kept, and you still see it. It does not grow until you connect again. That takes two presses, and never your Instagram password.`,
        say`If you removed the app on purpose, there is nothing to do. To erase what the connection gave, open the same page and press 'Disconnect'.`,
      ],
      action: { label: say`Connect again`, address: `${env.APP_ORIGIN}/dashboard/connect` },
    }),
  );
  return deliverLetter("withdrawal", mail);
}
