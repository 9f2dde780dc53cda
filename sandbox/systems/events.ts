import { HttpResponse, http, type RequestHandler } from "msw";
import { defineSystem, type SystemContext } from "./system.ts";

const maxEvents = 1_000;

/** The event sink (`EVENTS_URL`): keeps every event and tracking call, on any path. */
export function eventsSystem(context: SystemContext, baseUrl: string): RequestHandler[] {
  return defineSystem("events", baseUrl, context, [
    http.all(`${baseUrl}/*`, async ({ request }) => {
      const url = new URL(request.url);
      const { events } = context.world;
      events.push({
        at: new Date(),
        method: request.method,
        path: url.pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, "").length),
        query: Object.fromEntries(url.searchParams),
        body: jsonOrText(await request.text()),
      });
      if (events.length > maxEvents) events.shift();
      return new HttpResponse(null, { status: 204 });
    }),
  ]);
}

/** A stand-in for Sentry's ingest (`SENTRY_DSN`): keeps the envelopes as they were sent. */
export function sentrySystem(context: SystemContext, baseUrl: string): RequestHandler[] {
  const headers = { "Access-Control-Allow-Origin": "*" };
  return defineSystem("sentry", baseUrl, context, [
    http.options(`${baseUrl}/*`, () => new HttpResponse(null, { status: 204, headers })),
    http.post(`${baseUrl}/api/:project/envelope/`, async ({ request }) => {
      context.world.envelopes.push(await request.text());
      return HttpResponse.json({ id: "0".repeat(32) }, { headers });
    }),
  ]);
}

function jsonOrText(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
