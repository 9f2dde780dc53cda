import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { buttonStyle } from "~/design/button";
import { EntryPage } from "~/design/entry-page";
import { env } from "~/env.server";
import { pageMeta } from "~/platform/pages/page-meta";
import { addresses } from "~/platform/values/addresses";
import { sentences } from "~/platform/values/say";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...pageMeta(data?.title ?? "Your data"),
  { name: "robots", content: "noindex" },
];

const states = sentences({
  erased: {
    title: "Your data has been erased",
    text: "What this app stored about you has been erased, and you are signed out. A confirmation is on its way to your email.",
  },
  received: {
    title: "We have your request and are completing it",
    text: "Some of your data is still needed for a cancellation or an order in progress, or could not be reached just now. We will erase it as soon as that is done, and email you then. You are signed out.",
  },
});

/** The result of an erasure request. The subscriber is signed out by then, so the page contains nothing personal. */
export function loader({ params }: LoaderFunctionArgs) {
  const { state } = params;
  if (state !== "erased" && state !== "received") throw redirect(addresses.home);
  return { ...states[state], supportEmail: env.SUPPORT_EMAIL };
}

export default function DataErasure() {
  const { title, text, supportEmail } = useLoaderData<typeof loader>();
  return (
    <EntryPage title={title}>
      <p className="text-muted">{text}</p>
      <p className="text-muted">
        This does not cancel your subscription. You can sign in to cancel it, or write to{" "}
        <a href={`mailto:${supportEmail}`} className="text-blue-ink underline">
          {supportEmail}
        </a>
        .
      </p>
      <div className="flex flex-col gap-3">
        <a href={addresses.home} className={buttonStyle()}>
          Back to home page
        </a>
        <a href={addresses.signIn} className={buttonStyle("plain")}>
          Sign in
        </a>
      </div>
    </EntryPage>
  );
}
