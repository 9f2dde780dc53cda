import { getResponse, http, type RequestHandler } from "msw";
import { type Faults, faultName, faultyResponse, type SystemName } from "../faults.ts";
import type { Call, World } from "../world.ts";

/** What every system is built from. */
export interface SystemContext {
  world: World;
  faults: Faults;
  /** Where the `redirect` fault sends those who follow it. */
  trapUrl: string;
}

const rememberedCalls = 2_000;

/**
 * Puts a front before a system's handlers: each request below `baseUrl` is recorded in
 * `world.calls`, and fails as `faults` says. What no handler knows falls through, so that msw
 * reports it in a unit test and the served sandbox answers 404.
 */
export function defineSystem(
  name: SystemName,
  baseUrl: string,
  context: SystemContext,
  handlers: RequestHandler[],
): RequestHandler[] {
  return [
    http.all(`${baseUrl}/*`, async ({ request }) => {
      const fault = context.faults.take(name);
      const call = await record(context.world, name, baseUrl, request);
      call.fault = fault ? faultName(fault) : null;
      const faulty = fault && (await faultyResponse(fault, request, context.trapUrl));
      if (faulty) return settle(call, faulty);
      const response = await getResponse(handlers, request);
      if (fault?.kind === "lost-answer") return settle(call, Response.error());
      return response && settle(call, response);
    }),
  ];
}

function settle(call: Call, response: Response): Response {
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
  if (world.calls.length > rememberedCalls) world.calls.shift();
  return call;
}
