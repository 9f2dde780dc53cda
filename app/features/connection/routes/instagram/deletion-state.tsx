import words from "content:connect";
import {
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { buttonStyle } from "~/design/button";
import { EntryPage } from "~/design/entry-page";
import { env } from "~/env.server";
import { deletionState } from "~/features/connection/services/disconnect.server";
import { pageMeta } from "~/platform/pages/page-meta";
import { createLimit } from "~/platform/store/rate-limits.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { clientNetwork } from "~/platform/values/client-network";
import { somethingWentWrong } from "~/platform/values/identity-messages";
import { say, sayText } from "~/platform/values/say";
import { retryAfter } from "~/platform/values/waiting";

const { deletion } = words;

/** Passes on Retry-After. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: MetaFunction = () => [
  ...pageMeta(deletion.title),
  { name: "robots", content: "noindex" },
];

/** Each look reads a document, and anybody may look. */
const looks = createLimit("data-deletion", { points: 60, seconds: 60 });

/** The state of a data deletion, for whoever has its code (docs/interfaces/app.yaml). Nothing on it is personal. */
export async function loader({ context, params: { code = "" } }: LoaderFunctionArgs) {
  if (!env.ANALYSIS_SOURCES.has("instagram")) throw new Response(null, { status: 404 });
  const wait = await looks.take(clientNetwork(context.clientAddress));
  if (wait !== undefined)
    return data(
      { heading: sayText(somethingWentWrong), text: say`Please try again in a minute.` },
      { status: 429, headers: retryAfter(wait) },
    );
  return orElse(
    async () => {
      const state = await deletionState(code);
      return state ? deletion[state] : data(deletion.unknown, 404);
    },
    () => {
      const text = say`We cannot reach your request right now. Please try again in a moment.`;
      return data({ heading: sayText(somethingWentWrong), text }, 503);
    },
  );
}

export default function DataDeletion() {
  const { heading, text } = useLoaderData<typeof loader>();
  return (
    <EntryPage title={heading}>
      <p className="text-muted">{text}</p>
      <a href={addresses.home} className={buttonStyle()}>
        Back to home page
      </a>
    </EntryPage>
  );
}
