import type {
  ActionFunctionArgs,
  HeadersFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readForm } from "~/platform/http/forms/parse-form.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { queryOf } from "~/platform/values/addresses";
import { answerAsk, showAsk } from "./ask.server.ts";
import { AskPage } from "./ask-page.tsx";
import { answerPress, maxTokenLength, showPress } from "./press.server.ts";
import { PressPage } from "./press-page.tsx";
import { pressTexts } from "./states.ts";
import type { AskView, PressView } from "./views.ts";

type LinkPage = AskView | PressView;

export const handle: PageHandle = {
  outcome: (answer: LinkPage) =>
    answer.view === "press" ? pressTexts[answer.state].title : undefined,
};

export const meta: MetaFunction = () => [
  ...pageMeta("Sign in by email", "Sign in to Profile Analyzer with a link that we email you."),
  { name: "robots", content: "noindex" },
];

/** The address may contain the token, so the page is never cached and its requests send only the origin as referrer. */
export const headers: HeadersFunction = ({ actionHeaders }) => {
  const sent = new Headers(actionHeaders);
  sent.set("Cache-Control", "no-store");
  sent.set("Referrer-Policy", "strict-origin");
  return sent;
};

/** With a token it changes nothing and calls no outside system: mail scanners follow links (docs/product.md#every-page). */
export async function loader({ request }: LoaderFunctionArgs) {
  const token = queryOf(request).get("t")?.slice(0, maxTokenLength);
  return token ? showPress(request, token) : showAsk(request);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  return form.has("t")
    ? answerPress(request, form, context.clientAddress)
    : answerAsk(request, form, context.clientAddress);
}

export default function SignInByLink() {
  const shown = useLoaderData<typeof loader>() as LinkPage;
  const page = (useActionData<typeof action>() as LinkPage | undefined) ?? shown;
  return page.view === "ask" ? <AskPage ask={page} /> : <PressPage {...page} />;
}
