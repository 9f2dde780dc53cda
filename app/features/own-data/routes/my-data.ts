import type { LoaderFunctionArgs } from "@remix-run/node";
import { messagePage } from "~/design/message-page.server";
import { requireSubscriber, subscriberOfProgram } from "~/features/account/guards.server";
import { personalDataAsJson } from "~/features/own-data/services/personal-data.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { somethingWentWrong } from "~/platform/values/identity-messages";
import { say } from "~/platform/values/say";

const jsonError = (error: string, status: number) =>
  Response.json({ error }, { status, headers: { "cache-control": "private, no-store" } });

/** A copy of all data that the app holds about the subscriber. Clients that accept no HTML get errors as JSON (docs/product.md#own-data). */
export async function loader({ request }: LoaderFunctionArgs) {
  const acceptsHtml = request.headers.get("accept")?.includes("text/html");
  const asker = acceptsHtml
    ? { subscriber: await requireSubscriber(request) }
    : await subscriberOfProgram(request);
  if ("error" in asker) return jsonError(asker.error, asker.status);
  const { subscriber } = asker;
  return orElse(
    async () => {
      const pieces = personalDataAsJson(subscriber, request.signal);
      // A failure before the first piece gets a page. A file that breaks off later must not look whole.
      const { value: first } = await pieces.next();
      if (request.method === "HEAD") await pieces.return(undefined);
      return new Response(streamOf(first ?? "", pieces), {
        headers: {
          "cache-control": "private, no-store, no-transform",
          "content-disposition": 'attachment; filename="my-profile-analyzer-data.json"',
          "content-type": "application/json; charset=utf-8",
        },
      });
    },
    (error) => {
      // Who has left waits for no memory: nothing has failed. nginx logs this status for that.
      if (request.signal.aborted) return new Response(null, { status: 499 });
      const status = error.kind === "timeout" || error.kind === "busy" ? 503 : 502;
      if (!acceptsHtml) return jsonError(somethingWentWrong, status);
      return messagePage(status, {
        art: "failing",
        title: say`Something went wrong`,
        text: say`We could not collect all of your data right now, and we do not want to give you an incomplete copy. Please try again in a moment.`,
        links: [
          { label: say`Try again`, href: addresses.myData },
          { label: say`Back to My Plan`, href: addresses.myPlan },
        ],
      });
    },
  );
}

/** Reads on only as fast as it is sent, and no further once the client has left. */
function streamOf(first: string, rest: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      start: (controller) => controller.enqueue(Buffer.from(first)),
      async pull(controller) {
        const { value, done } = await rest.next();
        if (done) controller.close();
        else controller.enqueue(Buffer.from(value));
      },
      async cancel() {
        await rest.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
