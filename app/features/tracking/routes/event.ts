import type { ActionFunctionArgs } from "@remix-run/node";
import { postedEvent } from "~/features/tracking/event";
import { queueEvent } from "~/features/tracking/events.server";
import { readJsonObject } from "~/platform/http/forms/json-body.server";
import { jsonAnswer } from "~/platform/http/responses/json-answer";
import { createLimit } from "~/platform/store/rate-limits.server";
import { clientNetwork } from "~/platform/values/client-network";
import { retryAfter } from "~/platform/values/waiting";

const eventsOfClient = createLimit("event", { points: 120, seconds: 60 });

export const loader = () => jsonAnswer({ error: "Use POST" }, 405, { allow: "POST" });

/** Forwards an event of the page's scripts to the event sink (docs/interfaces/app.yaml). The gate has checked origin and size. */
export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== "POST") return loader();
  const wait = await eventsOfClient.take(clientNetwork(context.clientAddress));
  if (wait !== undefined) return jsonAnswer({ error: "Too many events" }, 429, retryAfter(wait));
  const userAgent = request.headers.get("user-agent") ?? "";
  const event = postedEvent(await readJsonObject(request), userAgent);
  if (!event) return jsonAnswer({ error: "No event" }, 400);
  queueEvent(event);
  return new Response(null, { status: 204, headers: { "cache-control": "private, no-store" } });
}
