import { setTimeout as pause } from "node:timers/promises";
import { SignJWT } from "jose";
import { planOf } from "../../sandbox/instagram/plan.ts";
import { days, main, type Person, person } from "../../sandbox/person.ts";
import type { Sandbox } from "../../sandbox/serve.ts";

/** The ways to wish for something that must happen, each used once before each kill. */
export const ways = [
  { kind: "cancellation", name: "step 8" },
  { kind: "cancellation", name: "/api/cancel" },
  { kind: "cancellation", name: "/api/cancel-subscription" },
  { kind: "cancellation", name: "one click" },
  { kind: "declaration", name: "/cancel" },
  { kind: "withdrawal", name: "withdraw" },
  { kind: "purchase", name: "PDF course" },
  { kind: "purchase", name: "playbook" },
  { kind: "erasure", name: "erase my data" },
  { kind: "erasure", name: "while connecting" },
  { kind: "erasure", name: "while being read" },
  { kind: "sign-in link", name: "the form" },
  { kind: "access letter", name: "sign out everywhere" },
] as const;

export type Way = (typeof ways)[number];

/** What an answer said: that it is done, or that it is kept. Undefined where it was no acknowledgement. */
export type Said = "done" | "kept" | undefined;

/** Somebody who wishes for one thing, and what they have been told of it. */
export interface Wish {
  person: Person;
  way: Way;
  said: Said;
}

const planCodes = ["ig_weekly_trial", "ig_x_weekly_trial", "ig_y_weekly_trial"];

/** A declaration whose week ends within a day is carried out at once, and somebody new can withdraw. */
const startedDaysAgo: Partial<Record<Way["kind"], number>> = { declaration: 41.5, withdrawal: 3 };

/** Somebody of a brand and a dialect of their own, who does what their number says. */
export function wishNumber(index: number): Wish {
  const way = ways[index % ways.length];
  if (!way) throw new Error("there is no way");
  const key = `member${index}`;
  const id = `${index % 2 === 0 ? "sub-" : ""}${5_000 + index}`;
  const startedAgo = (startedDaysAgo[way.kind] ?? 40) * days;
  const plan = main(id, planCodes[index % planCodes.length], { startedAgo });
  const somebody = person(key, "", [plan], { profile: "none" });
  return { person: somebody, way, said: undefined };
}

export const subscriptionOf = ({ person }: Wish) => person.subscriptions[0]?.id ?? "";

const form = { "content-type": "application/x-www-form-urlencoded" };
const json = { "content-type": "application/json" };

/** @returns the press itself, with everything before it done */
export async function prepare(sandbox: Sandbox, wish: Wish): Promise<() => Promise<Said>> {
  const { env, appOrigin, firestore } = sandbox;
  const post = (path: string, body: string, headers: Record<string, string>) =>
    fetch(appOrigin + path, { method: "POST", redirect: "manual", headers, body });
  const { person, way } = wish;
  const id = subscriptionOf(wish);
  switch (way.name) {
    case "step 8": {
      const headers = { ...form, cookie: await signIn(appOrigin, person), origin: appOrigin };
      return async () => {
        const answer = await post("/dashboard/unsubscribe/8", "press=cancel", headers);
        if (answer.status === 302) return leadsTo(answer, "/canceled") ? "kept" : undefined;
        const page = await answer.text();
        if (page.includes("Your membership has been canceled")) return "done";
        return page.includes("We have kept your cancellation") ? "kept" : undefined;
      };
    }
    case "/api/cancel": {
      const headers = { ...json, cookie: await signIn(appOrigin, person) };
      return async () => jsonSaid(await post(way.name, JSON.stringify({ id }), headers));
    }
    case "/api/cancel-subscription": {
      const token = await linkToken(env, id);
      return async () => jsonSaid(await post(`${way.name}/${token}`, "{}", json));
    }
    case "one click": {
      const token = await linkToken(env, id);
      return async () => {
        const body = "List-Unsubscribe=One-Click";
        const answer = await post(`/unsubscription?from=${token}`, body, form);
        const page = await answer.text();
        if (page.includes("Your subscription has been canceled")) return "done";
        return page.includes("We have your cancellation") ? "kept" : undefined;
      };
    }
    case "/cancel": {
      const headers = { ...form, origin: appOrigin, "x-forwarded-for": anyClient() };
      const body = new URLSearchParams({ email: person.email, press: "declare" }).toString();
      return async () => {
        const answer = await post(way.name, body, headers);
        return leadsTo(answer, "/cancel/received") ? "kept" : undefined;
      };
    }
    case "withdraw": {
      const headers = { ...form, cookie: await signIn(appOrigin, person), origin: appOrigin };
      return async () => {
        const answer = await post("/dashboard/unsubscribe/withdraw", "", headers);
        return leadsTo(answer, "/canceled") ? "kept" : undefined;
      };
    }
    case "PDF course":
    case "playbook": {
      const headers = { ...form, cookie: await signIn(appOrigin, person), origin: appOrigin };
      const offer = way.name === "playbook" ? "reels-playbook" : "pdf-course";
      return async () => {
        const { status } = await post(`/dashboard/offers/${offer}`, "", headers);
        if (status === 302) return "done";
        return status === 202 ? "kept" : undefined;
      };
    }
    case "erase my data": {
      const headers = { ...form, cookie: await signIn(appOrigin, person), origin: appOrigin };
      const answers = { reason: "price", stars: 2, feedback: "", step: 3, updatedAt: new Date() };
      firestore.write(`unsubscribeAnswers/${person.uid}`, answers);
      return async () => saidOfErasure(await post("/dashboard/erase-data", "", headers));
    }
    case "while connecting":
    case "while being read": {
      const headers = { ...form, cookie: await signIn(appOrigin, person), origin: appOrigin };
      const callback = await returnFromInstagram(sandbox, wish, headers);
      const comeBack = () => fetch(appOrigin + callback, { redirect: "manual", headers });
      if (way.name === "while being read") {
        // The first reading begins with the answer.
        await comeBack();
        return async () => saidOfErasure(await post("/dashboard/erase-data", "", headers));
      }
      return async () => {
        const connecting = comeBack().catch(() => undefined);
        await pause(Math.random() * 300);
        const answer = await post("/dashboard/erase-data", "", headers);
        await connecting;
        return saidOfErasure(answer);
      };
    }
    case "the form": {
      const headers = { ...form, origin: appOrigin, "x-forwarded-for": anyClient() };
      const body = new URLSearchParams({ email: person.email }).toString();
      return async () => {
        const answer = await post("/sign-in/link", body, headers);
        return leadsTo(answer, "/sign-in/link?sent") ? "kept" : undefined;
      };
    }
    case "sign out everywhere": {
      const headers = { ...form, cookie: await signIn(appOrigin, person), origin: appOrigin };
      return async () => {
        const answer = await post("/dashboard/security", "press=sign-out-everywhere", headers);
        return leadsTo(answer, "/sign-in?everywhere=1") ? "kept" : undefined;
      };
    }
  }
}

function saidOfErasure(answer: Response): Said {
  if (leadsTo(answer, "/erased")) return "done";
  return leadsTo(answer, "/received") ? "kept" : undefined;
}

/**
 * Allows the app to read an account of one's own, up to the address at which the browser comes back.
 * @returns the callback's path and query
 */
async function returnFromInstagram(
  { appOrigin, world }: Sandbox,
  { person: { key } }: Wish,
  headers: Record<string, string>,
): Promise<string> {
  world.instagram.addAccount(planOf({ key, seed: 7, age: 60, followers: 300 }));
  const begin = async () => {
    const { headers: answer } = await fetch(`${appOrigin}/dashboard/connect`, {
      method: "POST",
      redirect: "manual",
      headers,
      body: "press=connect",
    });
    return answer.get("location");
  };
  // A busy machine may say 'in a moment': then a person presses again.
  const leadsOut = (await begin()) ?? (await begin());
  if (leadsOut === null) throw new Error("the connection did not begin");
  const chosen = await fetch(leadsOut, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ account: key }),
  });
  const { pathname, search } = new URL(chosen.headers.get("location") ?? "about:blank");
  return pathname + search;
}

const leadsTo = ({ headers }: Response, end: string) =>
  headers.get("location")?.endsWith(end) ?? false;

async function jsonSaid(answer: Response): Promise<Said> {
  const { success } = (await answer.json()) as { success?: boolean };
  if (!success) return undefined;
  return answer.status === 202 ? "kept" : "done";
}

const anyClient = () =>
  [10, ...Array.from({ length: 3 }, () => Math.floor(Math.random() * 250))].join(".");

/** Signs in, again where a server that has just started on a busy machine says that a system did not answer in time. */
async function signIn(origin: string, { email, password }: Person): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(`${origin}/sign-in`, {
      method: "POST",
      redirect: "manual",
      headers: { origin, "x-forwarded-for": anyClient() },
      body: new URLSearchParams({ email, password }),
    });
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
    if (answer.status === 302 && cookies.length > 0) return cookies.join("; ");
    if (answer.status !== 503 || tries === 5) throw new Error(`no sign-in: ${answer.status}`);
    await pause(1_000 * tries);
  }
}

/** The token of a mailed link, as the app signs it (docs/product.md#mailed-links). */
function linkToken(env: Record<string, string>, subscriptionId: string): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: "HS256" })
    .setAudience("link:cancellation")
    .setSubject(subscriptionId)
    .setJti(crypto.randomUUID())
    .setIssuedAt()
    .setExpirationTime("7d")
    .sign(new TextEncoder().encode(env.SESSION_SECRETS?.split(",")[0]));
}
