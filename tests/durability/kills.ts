import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { SignJWT } from "jose";
import type { Fault } from "../../sandbox/faults.ts";
import type { Person } from "../../sandbox/people.ts";
import { type Sandbox, startSandbox } from "../../sandbox/serve.ts";
import { startServer, stopServer } from "../setup/stack.ts";

/** How billing behaves while a server is killed. */
const moods: { name: string; fault: Fault | undefined; longest: number }[] = [
  { name: "answering", fault: undefined, longest: 500 },
  { name: "hanging", fault: { kind: "hang" }, longest: 3_400 },
  { name: "losing its answers", fault: { kind: "lost-answer" }, longest: 700 },
  { name: "refusing", fault: { kind: "status", status: 500 }, longest: 700 },
  { name: "slow", fault: { kind: "slow", ms: 300 }, longest: 900 },
  { name: "breaking connections", fault: { kind: "reset" }, longest: 700 },
];

/** The ways to cancel, each used once before each kill. */
const ways = ["step 8", "/api/cancel", "/api/cancel-subscription", "one click"] as const;

const planCodes = ["ig_weekly_trial", "ig_x_weekly_trial", "ig_y_weekly_trial"];

export interface Outcome {
  kills: number;
  /** Answers that said that the cancellation is done or kept. */
  acknowledged: number;
  /** What must not be: a line for each. */
  faults: string[];
  /** Letters that went out more than once for one state. */
  repeatedLetters: number;
}

interface Options {
  kills: number;
  seed: number;
  /** Milliseconds that the last server has to deliver what is left. */
  patience: number;
  log?: (line: string) => void;
}

/**
 * Kills the server with SIGKILL at random moments around cancellations, while billing answers, fails or hangs,
 * starts it again each time, and at the end asks billing what became of each cancellation.
 */
export async function killAroundCancellations({
  kills,
  seed,
  patience,
  log = () => {},
}: Options): Promise<Outcome> {
  const random = mulberry32(seed);
  const people = Array.from({ length: kills * ways.length }, (_, index) => member(index));
  const sandbox = await startSandbox({ people });
  const env = { ...sandbox.env, TRUST_PROXY: "1" };
  const acknowledged = new Map<string, string>();
  const faults: string[] = [];
  let running = await startServer(env);
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const mood = moods[kill < moods.length ? kill : Math.floor(random() * moods.length)];
      if (!mood) continue;
      const leaving = people.slice(kill * ways.length, (kill + 1) * ways.length);
      const cancel = await Promise.all(
        leaving.map((person, index) => prepare(sandbox, person, ways[index] ?? "step 8")),
      );
      if (mood.fault) sandbox.faults.set("billing", mood.fault);
      // Half of the kills come at any time, half right after one of the answers.
      const answersFirst = random() < 0.5 ? 0 : 1 + Math.floor(random() * ways.length);
      const after = Math.round(random() * (answersFirst > 0 ? 60 : mood.longest));
      let answered = 0;
      const answers = cancel.map(async (press, index) => {
        await pause(random() * 150);
        const said = await press().catch(() => undefined);
        answered += 1;
        const id = idOf(leaving[index]);
        if (said === undefined) return;
        if (said === "canceled" && effectsOn(sandbox, id) === 0)
          faults.push(`${id} (${ways[index]}): said to be canceled, and was not`);
        acknowledged.set(id, `${ways[index]}, billing ${mood.name}, answered ${said}`);
      });
      const everybody = Promise.all(answers);
      while (answered < answersFirst) await pause(5);
      await pause(after);
      running.server.kill("SIGKILL");
      await once(running.server, "exit");
      await everybody;
      // Billing's trouble outlives half of the crashes.
      if (random() < 0.5) sandbox.faults.clear("billing");
      const moment = `${after} ms after ${answersFirst || "no"} answers`;
      log(`kill ${kill + 1}, ${moment}, billing ${mood.name}: ${acknowledged.size} acknowledged`);
      running = await startServer(env);
      sandbox.faults.clear("billing");
    }
    const waiting = () => [...acknowledged.keys()].filter((id) => effectsOn(sandbox, id) === 0);
    const until = Date.now() + patience;
    while (waiting().length > 0 && Date.now() < until) await pause(250);
    // Long enough for a second delivery, if there were one.
    await pause(1_000);
    for (const person of people) {
      const id = idOf(person);
      const count = effectsOn(sandbox, id);
      const said = acknowledged.get(id);
      if (count > 1) faults.push(`${id}: canceled ${count} times`);
      if (count === 0 && said) faults.push(`${id}: lost (${said})`);
    }
    return { kills, acknowledged: acknowledged.size, faults, repeatedLetters: repeats(sandbox) };
  } finally {
    await stopServer(running.server);
    await sandbox.stop();
  }
}

function member(index: number): Person {
  const key = `member${index}`;
  return {
    key,
    email: `${key}@example.com`,
    password: `${key}-pass`,
    uid: `uid-${key}`,
    about: "",
    account: "enabled",
    subscriptions: [
      {
        id: `${index % 2 === 0 ? "sub-" : ""}${5_000 + index}`,
        planCode: planCodes[index % planCodes.length] ?? "ig_weekly_trial",
        status: "active",
        mainPlan: true,
        startedAgo: 40 * 86_400_000,
      },
    ],
    profile: "none",
    breaches: [],
  };
}

const idOf = (person: Person | undefined) => person?.subscriptions[0]?.id ?? "";

const effectsOn = ({ world }: Sandbox, id: string) =>
  world.effectsOf("cancel").filter(({ payload }) => payload.subscription_id === id).length;

/** Letters about one cancellation and state that a mailbox got twice. */
function repeats({ world }: Sandbox): number {
  const ids = world.mails.map(({ headers }) => headers["message-id"]);
  return ids.length - new Set(ids).size;
}

/** What an answer said: that it is canceled, or that it is kept. Undefined where it was no acknowledgement. */
type Said = "canceled" | "kept" | undefined;

/** @returns the press itself, with everything before it done */
async function prepare(
  { env, appOrigin }: Sandbox,
  person: Person,
  way: (typeof ways)[number],
): Promise<() => Promise<Said>> {
  const post = (path: string, body: string, headers: Record<string, string>) =>
    fetch(appOrigin + path, { method: "POST", redirect: "manual", headers, body });
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const json = { "content-type": "application/json" };
  switch (way) {
    case "step 8": {
      const cookie = await signIn(appOrigin, person);
      return async () => {
        const answer = await post("/dashboard/unsubscribe/8", "press=cancel", {
          ...form,
          cookie,
          origin: appOrigin,
        });
        if (answer.status === 302)
          return answer.headers.get("location")?.endsWith("/canceled") ? "kept" : undefined;
        const page = await answer.text();
        if (page.includes("Your membership has been canceled")) return "canceled";
        return page.includes("We have kept your cancellation") ? "kept" : undefined;
      };
    }
    case "/api/cancel": {
      const cookie = await signIn(appOrigin, person);
      const body = JSON.stringify({ id: idOf(person) });
      return async () => jsonSaid(await post("/api/cancel", body, { ...json, cookie }));
    }
    case "/api/cancel-subscription": {
      const token = await linkToken(env, idOf(person));
      return async () => jsonSaid(await post(`/api/cancel-subscription/${token}`, "{}", json));
    }
    case "one click": {
      const token = await linkToken(env, idOf(person));
      return async () => {
        const body = "List-Unsubscribe=One-Click";
        const answer = await post(`/unsubscription?from=${token}`, body, form);
        const page = await answer.text();
        if (page.includes("Your subscription has been canceled")) return "canceled";
        return page.includes("We have your cancellation") ? "kept" : undefined;
      };
    }
  }
}

async function jsonSaid(answer: Response): Promise<Said> {
  const { success } = (await answer.json()) as { success?: boolean };
  if (!success) return undefined;
  return answer.status === 202 ? "kept" : "canceled";
}

async function signIn(origin: string, { email, password }: Person): Promise<string> {
  const client = [10, ...Array.from({ length: 3 }, () => Math.floor(Math.random() * 250))];
  const answer = await fetch(`${origin}/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { origin, "x-forwarded-for": client.join(".") },
    body: new URLSearchParams({ email, password }),
  });
  const cookie = answer.headers.get("set-cookie")?.split(";", 1)[0];
  if (answer.status !== 302 || !cookie) throw new Error(`no sign-in: ${answer.status}`);
  return cookie;
}

/** The token of a mailed link, as the app signs it (contract 7). */
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

/** A small seeded generator, so that a run can be repeated. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
