import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { buttonStyle } from "~/design/button";
import { EntryPage } from "~/design/entry-page";
import { env } from "~/env.server";
import { pageMeta } from "~/platform/pages/page-meta";
import { addresses } from "~/platform/values/addresses";
import { states } from "./states.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...pageMeta(data?.title ?? "Your data"),
  { name: "robots", content: "noindex" },
];

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
