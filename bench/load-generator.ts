import { Agent, type OutgoingHttpHeaders, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Person } from "../sandbox/person.ts";
import { seededRandom } from "../sandbox/seeded-random.ts";
import { type LoadPage, loadPages } from "./load-pages.ts";
import { loadPeople } from "./load-people.ts";

export interface Sample {
  page: LoadPage;
  /** 0 if the connection failed. */
  status: number;
  milliseconds: number;
}

export interface Load {
  connections: number;
  /** Maximum of requests per second over all connections. */
  rate: number;
  seconds: number;
}

const totalWeight = loadPages.reduce((sum, { weight }) => sum + weight, 0);

function pickPage(random: () => number): LoadPage {
  let left = random() * totalWeight;
  for (const page of loadPages) {
    left -= page.weight;
    if (left < 0) return page;
  }
  throw new Error("weights do not add up");
}

/**
 * Requests random pages over several connections. Each connection waits for a response before its next request, and
 * spaces its requests randomly, as people do. The seed is fixed, so that every run has the same mix.
 */
export async function generateLoad(
  origin: string,
  cookies: readonly string[],
  { connections, rate, seconds }: Load,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  const end = performance.now() + seconds * 1_000;
  const meanPause = (connections / rate) * 1_000;
  const visitor = async (number: number) => {
    const random = seededRandom(number + 1);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let due = performance.now() + random() * meanPause;
    while (due < end) {
      await pause(Math.max(0, due - performance.now()));
      const page = pickPage(random);
      const person = Math.floor(random() * cookies.length);
      const started = performance.now();
      const { status } =
        page.group === "sign-in"
          ? await signIn(origin, loadPeople[person] ?? { email: "", password: "" }, agent)
          : await send(agent, origin + page.path, { cookie: cookies[person] });
      samples.push({ page, status, milliseconds: performance.now() - started });
      due = Math.max(performance.now(), due - Math.log(1 - random()) * meanPause);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: connections }, (_, number) => visitor(number)));
  return samples;
}

/** Signs somebody in. @returns the status and the session cookie */
export async function signIn(
  origin: string,
  { email, password }: Pick<Person, "email" | "password">,
  agent?: Agent,
) {
  const form = new URLSearchParams({ email, password }).toString();
  const headers = { origin, "content-type": "application/x-www-form-urlencoded" };
  return send(agent, `${origin}/sign-in`, headers, form);
}

const lookers = new Agent({ keepAlive: true });

/** Looks at a page as somebody who is signed in. */
export const lookAt = (address: string, cookie: string) => send(lookers, address, { cookie });

/** Sends a request and reads the whole response. */
function send(
  agent: Agent | undefined,
  address: string,
  headers: OutgoingHttpHeaders,
  body?: string,
): Promise<{ status: number; cookie: string }> {
  return new Promise((resolve) => {
    const outgoing = request(address, {
      ...(agent && { agent }),
      method: body === undefined ? "GET" : "POST",
      headers: {
        accept: "text/html,*/*;q=0.8",
        "accept-encoding": "gzip, br",
        "sec-fetch-site": "same-origin",
        ...headers,
      },
    });
    outgoing.on("error", () => resolve({ status: 0, cookie: "" }));
    outgoing.on("response", (response) => {
      const [cookie = ""] = response.headers["set-cookie"]?.[0]?.split(";", 1) ?? [];
      response.on("error", () => resolve({ status: 0, cookie: "" }));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, cookie }));
      response.resume();
    });
    outgoing.end(body);
  });
}
