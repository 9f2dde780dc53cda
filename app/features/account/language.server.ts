import { accountByEmail } from "~/features/account/identity.server";
import { lastKnownPreferences, preferencesOf } from "~/features/account/settings.server";
import {
  currentLanguage,
  isMultilingual,
  languageCookie,
  offeredLanguage,
  speakingIn,
} from "~/platform/languages/languages.server";
import { unlessDown, withoutWaiting } from "~/platform/upstream/upstream.server";
import type { Language } from "~/platform/values/languages";

/** The language that a subscriber has set, if it is configured. Without Firestore nobody has one. */
async function languageSetBy(uid: string): Promise<Language | undefined> {
  return offeredLanguage(
    (await withoutWaiting("firestore", preferencesOf(uid), undefined))?.language,
  );
}

/** Whom a mail is for: their account, else their address; and the language of the page where it was asked for. */
interface MailReader {
  uid?: string | null | undefined;
  email?: string | undefined;
  page?: Language | undefined;
}

/** The language that somebody has set, or else that of the page where it was asked for, or else English. */
export async function languageToWrite({ uid, email, page }: MailReader): Promise<Language> {
  const account = uid ?? (email && (await unlessDown(accountByEmail(email)))?.uid);
  return (account && (await languageSetBy(account))) || (offeredLanguage(page) ?? "en");
}

/** Runs `write`, which writes a mail, in the reader's language. */
export const writtenTo = async <T>(reader: MailReader, write: () => Promise<T>): Promise<T> =>
  isMultilingual ? speakingIn(await languageToWrite(reader), write) : write();

/**
 * The language of a subscriber's page: their own, or else what the browser says. Where both were the same in the last
 * minute, the page does not wait until it is read anew: who chooses another one, in whichever process, has it in the cookie.
 */
export async function languageOfSubscriber(uid: string, otherwise: Language): Promise<Language> {
  const known = lastKnownPreferences(uid);
  const set = languageSetBy(uid);
  const isSame = known && (offeredLanguage(known.language) ?? otherwise) === otherwise;
  return isSame ? otherwise : ((await set) ?? otherwise);
}

/** Begins to read what the session of somebody who is about to sign in will ask for. */
export function expectSignIn(uid: string): void {
  if (isMultilingual) void languageSetBy(uid);
}

/**
 * The Set-Cookie value with which a session begins: the language that was set, or else that of the page where somebody
 * signed in; undefined where neither says one.
 */
export async function languageCookieAtSignIn(uid: string): Promise<string | undefined> {
  if (!isMultilingual) return undefined;
  const page = currentLanguage();
  const language = (await languageSetBy(uid)) ?? (page === "en" ? undefined : page);
  return language && languageCookie(language);
}
