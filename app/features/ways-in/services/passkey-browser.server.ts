import { randomBytes } from "node:crypto";
import { cookieName, ownCookie } from "~/platform/session/session.server";
import { minute } from "~/platform/values/durations";

/** Longer than a challenge lives, so that the answer to the last one still finds its browser. */
const lifetime = 10 * minute;

const cookie = ownCookie(cookieName("passkey-browser"), lifetime, "strict");

const form = /^[\w-]{22}$/;

/** The random id of a browser that has asked for a passkey's challenge; undefined if it has none. */
export async function passkeyBrowser(request: Request): Promise<string | undefined> {
  const value: unknown = await cookie.parse(request.headers.get("cookie"));
  return typeof value === "string" && form.test(value) ? value : undefined;
}

/** The browser's id, its own if it has one, and the Set-Cookie value that keeps it ten minutes longer. */
export async function keepPasskeyBrowser(
  request: Request,
): Promise<{ browser: string; cookie: string }> {
  const browser = (await passkeyBrowser(request)) ?? randomBytes(16).toString("base64url");
  return { browser, cookie: await cookie.serialize(browser) };
}

/** The Set-Cookie value that removes it. */
export const clearPasskeyBrowser = () => cookie.serialize("", { maxAge: 0 });
