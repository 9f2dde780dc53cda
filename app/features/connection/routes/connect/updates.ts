import type { LoaderFunctionArgs } from "@remix-run/node";
import { presentMark } from "~/features/connection/services/shown.server";
import { eventStream } from "~/platform/http/responses/event-stream.server";
import { queryOf } from "~/platform/values/addresses";
import { requireConnector } from "./guard.server.ts";

/** Milliseconds between two looks at the connection. */
const pollInterval = 3_000;

/** Server-sent events: `changed` when the connection has more to show than the page that was drawn with the mark `seen`. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { uid } = await requireConnector(request);
  const seen = queryOf(request).get("seen");
  return eventStream(uid, (send) => {
    const timer = setInterval(async () => {
      // If a read fails, the next one follows.
      const mark = await presentMark(uid).catch(() => undefined);
      if (mark !== undefined && mark !== seen) send("changed", mark);
    }, pollInterval);
    return () => clearInterval(timer);
  });
}
