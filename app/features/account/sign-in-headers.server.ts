import { createDeviceCookie } from "~/features/account/device-cookie.server";
import { cacheNewSession, endSession } from "~/features/account/ended-sessions.server";
import { languageCookieAtSignIn } from "~/features/account/language.server";
import { beginSession, readSession, sessionEnd } from "~/platform/session/session.server";
import { withoutWaiting } from "~/platform/upstream/upstream.server";

/**
 * Creates a session, and ends the one that the browser has. @returns the Set-Cookie headers of the session, of the
 * device cookie and of the language
 */
export async function signInHeaders(
  request: Request,
  account: Parameters<typeof beginSession>[0],
): Promise<Headers> {
  const before = await readSession(request);
  if (before)
    await withoutWaiting("firestore", endSession(before.sessionId, sessionEnd(before)), undefined);
  const { subscriber, cookie } = await beginSession(account);
  cacheNewSession(subscriber.sessionId);
  const headers = new Headers({ "set-cookie": cookie });
  headers.append("set-cookie", await createDeviceCookie(request, account));
  const language = await languageCookieAtSignIn(account.uid);
  if (language) headers.append("set-cookie", language);
  return headers;
}
