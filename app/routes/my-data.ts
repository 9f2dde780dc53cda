import type { LoaderFunctionArgs } from "@remix-run/node";
import { UpstreamError } from "~/clients/upstream.server";
import { messagePage } from "~/components/message-page.server";
import { somethingWentWrong } from "~/domain/identity-messages";
import { personalDataOf } from "~/services/personal-data.server";
import { addresses } from "~/web/addresses";
import { currentSubscriber, requireSubscriber } from "~/web/session/guards.server";

const jsonError = (error: string, status: number) =>
  Response.json({ error }, { status, headers: { "cache-control": "no-store" } });

/** A copy of all data that the app holds about the subscriber. Clients that accept no HTML get errors as JSON (contract 8). */
export async function loader({ request }: LoaderFunctionArgs) {
  const acceptsHtml = request.headers.get("accept")?.includes("text/html");
  if (!acceptsHtml && !(await currentSubscriber(request))) return jsonError("Sign in first", 401);
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
    if (!acceptsHtml) return jsonError(somethingWentWrong, status);
    return messagePage(status, {
      art: "failing",
      title: "Something went wrong",
      text: "We could not collect all of your data right now, and we do not want to give you an incomplete copy. Please try again in a moment.",
      links: [
        { label: "Try again", href: addresses.myData },
        { label: "Back to My Plan", href: addresses.myPlan },
      ],
    });
  }
}
