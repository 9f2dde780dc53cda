import { randomUUID } from "node:crypto";
import { createCookie, createCookieSessionStorage } from "@remix-run/node";
import { LRUCache } from "lru-cache";
import { env } from "~/env.server";

/** The length of a session: 5 hours, or 5 minutes on development and staging hosts (docs/product.md#session). */
export const sessionMilliseconds = env.APP_ENV === "production" ? 18_000_000 : 300_000;

export interface Subscriber {
  uid: string;
  email: string;
  sessionId: string;
  /** Epoch milliseconds by this container's clock. */
  signedInAt: number;
  /** The account's `validSince` when the session began, in epoch milliseconds as the identity provider keeps it. */
  validSince: number;
}

export const secureCookies = env.APP_ORIGIN.startsWith("https:");

/** With the `__Host-` prefix on an https origin (docs/configuration.md). */
export const cookieName = (name: string) => (secureCookies ? `__Host-${name}` : name);

/** What every cookie has that no script may read. @param lifetime milliseconds */
const attributes = (lifetime: number, sameSite: "lax" | "strict" = "lax") => ({
  httpOnly: true,
  sameSite,
  path: "/",
  secure: secureCookies,
  maxAge: lifetime / 1_000,
});

/** A cookie beside the session's. @param name from `cookieName` */
export const ownCookie = (name: string, lifetime: number, sameSite?: "strict") =>
  createCookie(name, attributes(lifetime, sameSite));

const storage = createCookieSessionStorage<{ subscriber: Subscriber }>({
  cookie: {
    name: cookieName("session"),
    secrets: env.SESSION_SECRETS,
    ...attributes(sessionMilliseconds),
  },
});

/** Epoch milliseconds at which the session expires. */
export const sessionEnd = ({ signedInAt }: Subscriber) => signedInAt + sessionMilliseconds;

/** Cookies whose signature was already verified: every loader of a page reads the same one. */
const verified = new LRUCache<string, { subscriber: Subscriber | undefined }>({
  maxSize: 4 * 1_048_576,
  sizeCalculation: (_, cookie) => 1_024 + cookie.length,
});

/** The subscriber in the cookie, unless the session has expired. Log-out and revocation are checked by guards.server.ts. */
export const readSession = ({ headers }: Request): Promise<Subscriber | undefined> =>
  subscriberIn(headers.get("cookie"));

/** @param cookie the Cookie header */
export async function subscriberIn(
  cookie: string | null | undefined,
): Promise<Subscriber | undefined> {
  if (!cookie) return undefined;
  let session = verified.get(cookie);
  if (!session) {
    session = { subscriber: (await storage.getSession(cookie)).get("subscriber") };
    verified.set(cookie, session);
  }
  const { subscriber } = session;
  if (!subscriber || Date.now() >= sessionEnd(subscriber)) return undefined;
  return subscriber;
}

/** Creates a session with a new id. @returns the subscriber, and the Set-Cookie value */
export async function beginSession(
  account: Pick<Subscriber, "uid" | "email" | "validSince">,
): Promise<{ subscriber: Subscriber; cookie: string }> {
  const subscriber = { ...account, sessionId: randomUUID(), signedInAt: Date.now() };
  const session = await storage.getSession();
  session.set("subscriber", subscriber);
  return { subscriber, cookie: await storage.commitSession(session) };
}

/** The Set-Cookie value that removes the session from the browser. */
export async function clearSessionCookie(): Promise<string> {
  return storage.destroySession(await storage.getSession());
}
