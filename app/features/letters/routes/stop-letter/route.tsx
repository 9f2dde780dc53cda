import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { turnOffLetter } from "~/features/account/letter-choices.server";
import { openStop } from "~/features/letters/services/stop-link.server";
import { fieldText, readForm } from "~/platform/http/forms/parse-form.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { orElse } from "~/platform/upstream/upstream.server";
import { queryOf } from "~/platform/values/addresses";
import { type Stopping, StopView, stopTexts } from "./stop-view.tsx";

export const handle: PageHandle = { outcome: (answer: Stopping) => stopTexts(answer).title };

export const meta: MetaFunction = () => [
  ...pageMeta("Turn off a letter"),
  { name: "robots", content: "noindex" },
];

/** The address contains the token, so the page is never cached and its requests send only the origin as referrer. */
export const headers = () => ({
  "Cache-Control": "no-store",
  "Referrer-Policy": "strict-origin",
});

const page = (stopping: Stopping, status: number) => data(stopping, status);

const maxTokenLength = 2_000;
const tokenIn = (request: Request) => (queryOf(request).get("t") ?? "").slice(0, maxTokenLength);

/** Changes nothing, because mail scanners follow links (docs/product.md#every-page). */
export async function loader({ request }: LoaderFunctionArgs) {
  const token = tokenIn(request);
  const stop = await openedStop(token);
  if (stop === "unknown") return page({ state: "failed", letter: null, token }, 503);
  return stop
    ? page({ state: "ready", letter: stop.letter, token }, 200)
    : page({ state: "invalid" }, 403);
}

/** @returns `unknown` while its key is not known */
const openedStop = (token: string) => orElse(openStop(token), () => "unknown" as const);

/** Posted by the page's own form, or by a mail provider without any cookie (RFC 8058). */
export async function action({ request }: ActionFunctionArgs) {
  const token = fieldText(await readForm(request), "t", maxTokenLength) || tokenIn(request);
  const stop = await openedStop(token);
  if (stop === "unknown") return page({ state: "failed", letter: null, token }, 503);
  if (!stop) return page({ state: "invalid" }, 403);
  const { letter } = stop;
  return orElse(
    turnOffLetter(stop.uid, letter).then(() => page({ state: "off", letter }, 200)),
    () => page({ state: "failed", letter, token }, 503),
  );
}

export default function StopLetter() {
  const shown = useLoaderData<typeof loader>();
  const stopping = useActionData<typeof action>() ?? shown;
  return <StopView stopping={stopping} />;
}
