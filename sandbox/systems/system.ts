import { getResponse, http, type RequestHandler } from "msw";
import { type Faults, faultName, faultyResponse, type SystemName } from "../faults.ts";
import { interfaceNames, offencesOf } from "../interfaces/interface.ts";
import type { Call, World } from "../world.ts";

/** Shared by all systems. */
export interface SystemContext {
  world: World;
  faults: Faults;
  /** The target of the `redirect` fault; a request there means that a redirect was followed. */
  trapUrl: string;
  /** Holds requests and answers against `docs/interfaces/`; what is wrong stands in `world.offences`. */
  isChecked?: boolean;
}

const maxCalls = 2_000;

/**
 * Wraps a system's handlers: records each request below `baseUrl` in `world.calls`, and applies the
 * fault that is set. `root`: where the paths of the system's interface begin, if not at `baseUrl`. A request without a handler falls through, so that msw reports it in a unit test
 * and the served sandbox responds with 404.
 */
export function defineSystem(
  name: SystemName,
  baseUrl: string,
  context: SystemContext,
  handlers: RequestHandler[],
  root = baseUrl,
): RequestHandler[] {
  const isChecked = context.isChecked && interfaceNames.includes(name);
  return [
    http.all(`${baseUrl}/*`, async ({ request }) => {
      try {
        return await answer(request);
      } catch (error) {
        // A request that was broken off may end in any error.
        if (!request.signal.aborted) context.world.crashes.push(error);
        throw error;
      }
    }),
  ];

  async function answer(request: Request): Promise<Response | undefined> {
    const fault = context.faults.take(name);
    const body = await request.clone().text();
    const call = record(context.world, name, baseUrl, request, body);
    call.fault = fault ? faultName(fault) : null;
    const faulty = fault && (await faultyResponse(fault, request, context.trapUrl));
    if (faulty) {
      await check(request, body);
      return withStatus(call, faulty);
    }
    const response = await getResponse(handlers, request);
    await check(request, body, response);
    if (fault?.kind === "lost-answer") return withStatus(call, Response.error());
    return response && withStatus(call, response);
  }

  async function check({ method, url, headers }: Request, body: string, response?: Response) {
    if (!isChecked || method === "OPTIONS") return;
    const answer = response &&
      response.type !== "error" && {
        status: response.status,
        headers: response.headers,
        text: () => response.clone().text(),
      };
    const path = below(root, url);
    const offences = await offencesOf(name, {
      method,
      path,
      headers,
      body,
      ...(answer && { answer }),
    });
    context.world.offences.request.push(...offences.request);
    context.world.offences.answer.push(...offences.answer);
  }
}

/** Path and query, without the path of `base`. */
function below(base: string, address: string): string {
  const url = new URL(address);
  return url.pathname.slice(new URL(base).pathname.replace(/\/$/, "").length) + url.search;
}

function withStatus(call: Call, response: Response): Response {
  call.status = response.status;
  return response;
}

function record(
  world: World,
  system: SystemName,
  baseUrl: string,
  request: Request,
  body: string,
): Call {
  const call: Call = {
    at: new Date(),
    system,
    method: request.method,
    path: below(baseUrl, request.url),
    headers: Object.fromEntries(request.headers),
    body: body.slice(0, 10_000),
    status: null,
    fault: null,
  };
  world.calls.push(call);
  if (world.calls.length > maxCalls) world.calls.shift();
  return call;
}
