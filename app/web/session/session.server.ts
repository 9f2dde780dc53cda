import { randomUUID } from "node:crypto";
import { createCookieSessionStorage } from "@remix-run/node";
import { LRUCache } from "lru-cache";
import { env } from "~/env.server";

/** Spec 9: 5 hours, 5 minutes on development and staging hosts. */
export const sessionMilliseconds = env.APP_ENV === "production" ? 18_000_000 : 300_000;

export interface Subscriber {
  uid: string;
  email: string;
  sessionId: string;
  /** Epoch milliseconds by this container's clock. */
  signedInAt: number;
  /** The account's `validSince` when the session began, by the provider's clock. */
  validSince: number;
}

/** Cookies of an https origin carry the `__Host-` prefix (contract 1). */
export const secure = env.APP_ORIGIN.startsWith("https:");
export const cookieName = (name: string) => (secure ? `__Host-${name}` : name);

const storage = createCookieSessionStorage<{ subscriber: Subscriber }>({
  cookie: {
    name: cookieName("session"),
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure,
    secrets: env.SESSION_SECRETS,
    maxAge: sessionMilliseconds / 1_000,
  },
});

/** Epoch milliseconds at which a session is over. */
export const sessionEnd = ({ signedInAt }: Subscriber) => signedInAt + sessionMilliseconds;

/** Cookies whose signature was checked before: each loader of a page asks for the same one. */
const verified = new LRUCache<string, { subscriber: Subscriber | undefined }>({
  maxSize: 4 * 1_048_576,
  sizeCalculation: (_, cookie) => 1_024 + cookie.length,
});

/** The subscriber in the cookie, unless the session's time is over. Says nothing of log-out: see guards. */
export async function readSession(request: Request): Promise<Subscriber | undefined> {
  const cookie = request.headers.get("cookie");
  if (!cookie) return undefined;
  let known = verified.get(cookie);
  if (!known) {
    const session = await storage.getSession(cookie);
    known = { subscriber: session.get("subscriber") };
    verified.set(cookie, known);
  }
  const { subscriber } = known;
  if (!subscriber || Date.now() >= sessionEnd(subscriber)) return undefined;
  return subscriber;
}

/** Begins a session under a new id. */
export async function beginSession(account: {
  uid: string;
  email: string;
  validSince: number;
}): Promise<{ subscriber: Subscriber; cookie: string }> {
  const subscriber = { ...account, sessionId: randomUUID(), signedInAt: Date.now() };
  const session = await storage.getSession();
  session.set("subscriber", subscriber);
  return { subscriber, cookie: await storage.commitSession(session) };
}

/** The cookie that clears the session in the browser. */
export async function forgetSession(): Promise<string> {
  return storage.destroySession(await storage.getSession());
}
