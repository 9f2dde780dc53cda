import type { ActionFunctionArgs } from "@remix-run/node";
import { postedEvent } from "~/features/tracking/event";
import { queueEvent } from "~/features/tracking/events.server";
import { readJsonObject } from "~/platform/http/forms/json-body.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { clientNetwork } from "~/platform/values/client-network";
import { retryAfter } from "~/platform/values/waiting";

const eventsOfClient = createLimit("event", { points: 120, seconds: 60 });
const headers = { "cache-control": "no-store" };

export function loader() {
  return Response.json(
    { error: "Use POST" },
    { status: 405, headers: { ...headers, allow: "POST" } },
  );
}

/** Forwards an event of the page's scripts to the event sink (docs/interfaces/app.yaml). The gate has checked origin and size. */
export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== "POST") return loader();
  const wait = await eventsOfClient.take(clientNetwork(context.clientAddress));
  if (wait !== undefined)
    return Response.json(
      { error: "Too many events" },
      { status: 429, headers: { ...headers, ...retryAfter(wait) } },
    );
  const userAgent = request.headers.get("user-agent") ?? "";
  const event = postedEvent(await readJsonObject(request), userAgent);
  if (!event) return Response.json({ error: "No event" }, { status: 400, headers });
  queueEvent(event);
  return new Response(null, { status: 204, headers });
}
