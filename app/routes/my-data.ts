import type { LoaderFunctionArgs } from "@remix-run/node";
import { UpstreamError } from "~/clients/upstream.server";
import { messagePage } from "~/components/message-page.server";
import { somethingWentWrong } from "~/domain/identity-messages";
import { personalDataOf } from "~/services/personal-data.server";
import { addresses } from "~/web/addresses";
import { currentSubscriber, requireSubscriber } from "~/web/session/guards.server";

const refused = (error: string, status: number) =>
  Response.json({ error }, { status, headers: { "cache-control": "no-store" } });

/** A copy of everything that the app holds about the subscriber. Who takes no page is refused in JSON (contract 8). */
export async function loader({ request }: LoaderFunctionArgs) {
  const takesPages = request.headers.get("accept")?.includes("text/html");
  if (!takesPages && !(await currentSubscriber(request))) return refused("Sign in first", 401);
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
    const status = error.kind === "timeout" ? 504 : 502;
    if (!takesPages) return refused(somethingWentWrong, status);
    return messagePage(status, {
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
