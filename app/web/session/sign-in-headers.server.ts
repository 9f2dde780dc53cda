import { cacheNewSession } from "~/clients/ended-sessions.server";
import { createDeviceCookie } from "~/web/session/device-cookie.server";
import { beginSession } from "~/web/session/session.server";

/** Creates a session. @returns the Set-Cookie headers of the session and of the device cookie */
export async function signInHeaders(
  request: Request,
  account: Parameters<typeof beginSession>[0],
): Promise<Headers> {
  const { subscriber, cookie } = await beginSession(account);
  cacheNewSession(subscriber.sessionId);
  const headers = new Headers({ "set-cookie": cookie });
  headers.append("set-cookie", await createDeviceCookie(request, account));
  return headers;
}
