import {
  clearCredentialsCookie,
  readCredentialsCookie,
} from "~/features/ways-in/credentials-link.server";
import { clearSessionCookie } from "~/platform/session/session.server";

/** The headers with which a browser is signed out by its own press: no form is filled afterwards, either. */
export async function signOutHeaders(request: Request): Promise<Headers> {
  const headers = new Headers({ "set-cookie": await clearSessionCookie() });
  if (await readCredentialsCookie(request))
    headers.append("set-cookie", await clearCredentialsCookie());
  return headers;
}
