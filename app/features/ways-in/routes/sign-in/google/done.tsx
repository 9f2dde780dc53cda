import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { buttonStyle } from "~/design/button";
import { DataBlock } from "~/design/data-block";
import { EntryPage } from "~/design/entry-page";
import { currentSubscriber } from "~/features/account/guards.server";
import script from "~/features/ways-in/browser/google-done.ts?worker&url";
import type { GoogleAnswer, GoogleAnswerBlock } from "~/features/ways-in/rules/google-popup";
import { googleProblemWords } from "~/features/ways-in/rules/google-problems";
import { pageMeta } from "~/platform/pages/page-meta";
import { addresses, queryOf } from "~/platform/values/addresses";
import { somethingWentWrong } from "~/platform/values/identity-messages";
import { say, sayText } from "~/platform/values/say";
import { googlePlaceOf, popupHeaders, requireGoogle } from "./answers.server.ts";

export const meta: MetaFunction = () =>
  pageMeta("Sign in with Google", "How your sign-in with Google has ended.");

export const headers: HeadersFunction = () => ({
  ...popupHeaders,
  "cache-control": "private, no-store",
});

/** The popup's last page. Its script tells the page that opened it, and closes it; without a script it has a link. */
export async function loader({ request }: LoaderFunctionArgs) {
  requireGoogle();
  const query = queryOf(request);
  const { popup, target } = googlePlaceOf(query);
  const answer = await answerFor(request, query.get("problem"));
  const block: GoogleAnswerBlock | null = popup === null ? null : { popup, answer };
  return { block, answer, target };
}

async function answerFor(request: Request, problem: string | null): Promise<GoogleAnswer> {
  if (problem === "no-subscription") return { outcome: "no-subscription" };
  // An address cannot say that somebody is signed in: only the session can.
  if (problem === null && (await currentSubscriber(request))) return { outcome: "signed-in" };
  return { outcome: "refused", words: googleProblemWords(problem) ?? sayText(somethingWentWrong) };
}

export default function GoogleDone() {
  const { block, answer, target } = useLoaderData<typeof loader>();
  const { title, text, label, href } = pageOf(answer, target);
  return (
    <EntryPage title={title}>
      <p role="status">{text}</p>
      <a href={href} className={buttonStyle("primary", "w-full")}>
        {label}
      </a>
      {block && (
        <>
          <DataBlock id="google-answer" value={block} />
          <script type="module" src={script} />
        </>
      )}
    </EntryPage>
  );
}

function pageOf(answer: GoogleAnswer, target: string) {
  if (answer.outcome === "signed-in")
    return {
      title: say`You are signed in`,
      text: say`You can close this window.`,
      label: say`Continue here`,
      href: target,
    };
  const isRefused = answer.outcome === "refused";
  return {
    title: say`You are not signed in`,
    text: isRefused ? answer.words : say`We could not find a subscription for this account.`,
    label: say`Back to sign in`,
    href: isRefused ? addresses.signIn : `${addresses.signIn}?plan=none`,
  };
}
