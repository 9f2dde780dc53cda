import type { LoaderFunctionArgs } from "@remix-run/node";
import { eventStream } from "remix-utils/sse/server";
import { profileOf } from "~/clients/profiles.server";
import { unlessDown } from "~/clients/upstream.server";
import { requireSubscriber } from "~/web/guards.server";
import { stoppingSignal } from "~/web/health.server";

/** Milliseconds between two looks while an analysis runs; a page that waits is rare and short-lived. */
const interval = 3_000;

/** Server-sent events: `changed` when the analysis of the subscriber's profile reaches another status. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { uid } = await requireSubscriber(request);
  const before = (await unlessDown(profileOf(uid)))?.status;
  const ended = AbortSignal.any([request.signal, stoppingSignal]);
  const start = (send: (message: { event: string; data: string }) => void) => {
    const timer = setInterval(async () => {
      // A look that fails is followed by the next one.
      const now = await profileOf(uid, { fresh: true }).catch(() => undefined);
      if (now && now.status !== before && !ended.aborted)
        send({ event: "changed", data: now.status });
    }, interval);
    return () => clearInterval(timer);
  };
  // A proxy that collects an answer before it passes it on would keep the news to itself.
  return eventStream(ended, start, { headers: { "x-accel-buffering": "no" } });
}
