import { Agent, type OutgoingHttpHeaders, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "../sandbox/seeded-random.ts";
import { type LoadPage, loadPages } from "./load-pages.ts";
import { loadPeople } from "./load-people.ts";

export interface Sample {
  page: LoadPage;
  /** 0 where the connection broke off. */
  status: number;
  milliseconds: number;
}

export interface Load {
  connections: number;
  /** Requests a second by all of them together, at most. */
  rate: number;
  seconds: number;
}

const totalWeight = loadPages.reduce((sum, { weight }) => sum + weight, 0);

function drawPage(random: () => number): LoadPage {
  let left = random() * totalWeight;
  for (const page of loadPages) {
    left -= page.weight;
    if (left < 0) return page;
  }
  throw new Error("weights do not add up");
}

/**
 * Asks for pages at random over so many connections. Each waits for its answer before it asks again, and
 * otherwise asks at random times, as people do; the same seed makes it the same mix each time.
 */
export async function generate(
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
      const page = drawPage(random);
      const one = Math.floor(random() * cookies.length);
      const started = performance.now();
      const { status } =
        page.group === "sign-in"
          ? await signIn(origin, one, agent)
          : await ask(agent, origin + page.path, { cookie: cookies[one] });
      samples.push({ page, status, milliseconds: performance.now() - started });
      due = Math.max(performance.now(), due - Math.log(1 - random()) * meanPause);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: connections }, (_, number) => visitor(number)));
  return samples;
}

/** Signs one of the people in, and gives the session's cookie. */
export async function signIn(origin: string, one: number, agent?: Agent) {
  const { email = "", password = "" } = loadPeople[one] ?? {};
  const form = new URLSearchParams({ email, password }).toString();
  const headers = { origin, "content-type": "application/x-www-form-urlencoded" };
  return ask(agent, `${origin}/sign-in`, headers, form);
}

/** Reads the whole answer. */
function ask(
  agent: Agent | undefined,
  address: string,
  headers: OutgoingHttpHeaders,
  body?: string,
): Promise<{ status: number; cookie: string }> {
  return new Promise((resolve) => {
    const asked = request(address, {
      ...(agent && { agent }),
      method: body === undefined ? "GET" : "POST",
      headers: {
        accept: "text/html,*/*;q=0.8",
        "accept-encoding": "gzip, br",
        "sec-fetch-site": "same-origin",
        ...headers,
      },
    });
    asked.on("error", () => resolve({ status: 0, cookie: "" }));
    asked.on("response", (answer) => {
      const [cookie = ""] = answer.headers["set-cookie"]?.[0]?.split(";", 1) ?? [];
      answer.on("error", () => resolve({ status: 0, cookie: "" }));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, cookie }));
      answer.resume();
    });
    asked.end(body);
  });
}
