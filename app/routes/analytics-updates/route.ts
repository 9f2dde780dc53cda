import type { LoaderFunctionArgs } from "@remix-run/node";
import { profileOf } from "~/clients/profiles.server";
import { unlessDown } from "~/clients/upstream.server";
import { eventStream } from "~/web/responses/event-stream.server";
import { requireSubscriber } from "~/web/session/guards.server";

/** Milliseconds between two looks while an analysis runs; a page that waits is rare and short-lived. */
const interval = 3_000;

/**
 * Server-sent events: `changed` when the analysis of the subscriber's profile has another status than the page shows,
 * which says in `seen` what that is: it may have changed before the page, or a lost connection, got here.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { uid } = await requireSubscriber(request);
  const seen = new URL(request.url).searchParams.get("seen");
  const before = seen ?? (await unlessDown(profileOf(uid)))?.status;
  return eventStream((send) => {
    const timer = setInterval(async () => {
      // A look that fails is followed by the next one.
      const now = await profileOf(uid, { fresh: true }).catch(() => undefined);
      if (now && now.status !== before) send("changed", now.status);
    }, interval);
    return () => clearInterval(timer);
  });
}
