import { cacheNewSession, endSession } from "~/clients/ended-sessions.server";
import { withoutWaiting } from "~/clients/upstream.server";
import { createDeviceCookie } from "~/web/session/device-cookie.server";
import { beginSession, readSession, sessionEnd } from "~/web/session/session.server";

/**
 * Creates a session, and ends the one that the browser has. @returns the Set-Cookie headers of the session and of the
 * device cookie
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
  return headers;
}
