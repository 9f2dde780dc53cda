import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireSubscriber } from "~/features/account/guards.server";
import { profileOf } from "~/features/analysis/profiles.server";
import { eventStream } from "~/platform/http/responses/event-stream.server";
import { unlessDown } from "~/platform/upstream/upstream.server";
import { queryOf } from "~/platform/values/addresses";

/** Milliseconds between two reads of the profile. Few pages wait for an analysis, and not for long. */
const pollInterval = 3_000;

/**
 * Server-sent events: `changed` when the status of the subscriber's analysis differs from `seen`, the status that the
 * page shows. The page sends it because the status may change before the page connects or reconnects.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { uid } = await requireSubscriber(request);
  const seen = queryOf(request).get("seen");
  const shownStatus = seen ?? (await unlessDown(profileOf(uid)))?.status;
  return eventStream(uid, (send) => {
    const timer = setInterval(async () => {
      // If a read fails, the next one follows.
      const now = await profileOf(uid, { fresh: true }).catch(() => undefined);
      if (now && now.status !== shownStatus) send("changed", now.status);
    }, pollInterval);
    return () => clearInterval(timer);
  });
}
