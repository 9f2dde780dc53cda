import type { LoaderFunctionArgs } from "@remix-run/node";
import { UpstreamError } from "~/clients/upstream.server";
import { messagePage } from "~/components/message-page.server";
import { personalDataOf } from "~/services/personal-data.server";
import { addresses } from "~/web/addresses";
import { requireSubscriber } from "~/web/guards.server";

/** A copy of everything that the app holds about the subscriber. */
export async function loader({ request }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  try {
    const copy = await personalDataOf(subscriber);
    return new Response(`${JSON.stringify(copy, null, 2)}\n`, {
      headers: {
        "cache-control": "private, no-store, no-transform",
        "content-disposition": 'attachment; filename="my-profile-analyzer-data.json"',
        "content-type": "application/json; charset=utf-8",
      },
    });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return messagePage(error.kind === "timeout" ? 504 : 502, {
      art: "failing",
      title: "Something went wrong",
      text: "We could not put your data together right now, and a copy with parts missing would be worth little. Please try again in a moment.",
      links: [
        { label: "Try again", href: addresses.myData },
        { label: "Back to My Plan", href: addresses.myPlan },
      ],
    });
  }
}
