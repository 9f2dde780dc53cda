import { getResponse, http, type RequestHandler } from "msw";
import { type Faults, faultName, faultyResponse, type SystemName } from "../faults.ts";
import type { Call, World } from "../world.ts";

/** Shared by all systems. */
export interface SystemContext {
  world: World;
  faults: Faults;
  /** The target of the `redirect` fault; a request there means that a redirect was followed. */
  trapUrl: string;
}

const maxCalls = 2_000;

/**
 * Wraps a system's handlers: records each request below `baseUrl` in `world.calls`, and applies the
 * fault that is set. A request without a handler falls through, so that msw reports it in a unit test
 * and the served sandbox responds with 404.
 */
export function defineSystem(
  name: SystemName,
  baseUrl: string,
  context: SystemContext,
  handlers: RequestHandler[],
): RequestHandler[] {
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
    const call = await record(context.world, name, baseUrl, request);
    call.fault = fault ? faultName(fault) : null;
    const faulty = fault && (await faultyResponse(fault, request, context.trapUrl));
    if (faulty) return withStatus(call, faulty);
    const response = await getResponse(handlers, request);
    if (fault?.kind === "lost-answer") return withStatus(call, Response.error());
    return response && withStatus(call, response);
  }
}

function withStatus(call: Call, response: Response): Response {
  call.status = response.status;
  return response;
}

async function record(world: World, system: SystemName, baseUrl: string, request: Request) {
  const url = new URL(request.url);
  const call: Call = {
    at: new Date(),
    system,
    method: request.method,
    path: url.pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, "").length) + url.search,
    headers: Object.fromEntries(request.headers),
    body: (await request.clone().text()).slice(0, 10_000),
    status: null,
    fault: null,
  };
  world.calls.push(call);
  if (world.calls.length > maxCalls) world.calls.shift();
  return call;
}
