import "#tests/setup/mail";
import type { Member } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import type { LetterName } from "~/features/account/settings";
import { firestore } from "~/platform/store/firebase.server";

const collections: Record<LetterName, string> = {
  weeklyLetter: "weeklyLetters",
  breachAlerts: "breachAlerts",
  importReminder: "importReminders",
};

type Fields = Record<string, Record<string, unknown>> & Record<string, unknown>;

export const storedSettings = async ({ uid }: Pick<Member, "uid">) =>
  (await (await firestore()).doc(`settings/${uid}`).get()).data() as Fields | undefined;

const entryDocument = async (letter: LetterName, { uid }: Pick<Member, "uid">) =>
  (await firestore()).doc(`${collections[letter]}/${uid}`);

export const storedLetter = async (letter: LetterName, member: Pick<Member, "uid">) =>
  (await (await entryDocument(letter, member)).get()).data() as Fields | undefined;

/** Changes fields of a letter's entry, in dots: `progress.known`. */
export const changeLetter = async (
  letter: LetterName,
  member: Pick<Member, "uid">,
  fields: Record<string, unknown>,
) => (await entryDocument(letter, member)).update(fields);

export const makeLetterDue = (letter: LetterName, member: Pick<Member, "uid">) =>
  changeLetter(letter, member, { dueAt: 1, leaseUntil: 0 });

export const mailsTo = ({ email }: Pick<Member, "email">) =>
  sandbox.world.mails.filter(({ to }) => to.includes(email));

/** The link in a mail's header that turns its kind off: path and query. */
export function stopLinkIn(mail: { headers: Record<string, string> } | undefined): string {
  const header = mail?.headers["list-unsubscribe"] ?? "";
  const url = new URL(/^<(.+)>$/.exec(header)?.[1] ?? "about:blank");
  return url.pathname + url.search;
}
