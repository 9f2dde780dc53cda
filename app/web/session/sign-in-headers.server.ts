import { noteNewSession } from "~/clients/ended-sessions.server";
import { rememberDevice } from "~/web/session/device-cookie.server";
import { beginSession } from "~/web/session/session.server";

/** The headers by which a browser is signed in, and known for this e-mail from now on. */
export async function welcome(
  request: Request,
  account: Parameters<typeof beginSession>[0],
): Promise<Headers> {
  const { subscriber, cookie } = await beginSession(account);
  noteNewSession(subscriber.sessionId);
  const headers = new Headers({ "set-cookie": cookie });
  headers.append("set-cookie", await rememberDevice(request, account));
  return headers;
}
