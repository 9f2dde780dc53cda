import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { buttonStyle } from "~/components/button";
import { EntryPage } from "~/components/entry-page";
import { env } from "~/env.server";
import { addresses } from "~/web/addresses";
import { pageMeta } from "~/web/document/page-meta";

const words = {
  erased: {
    title: "Your data has been erased",
    text: "What this app kept about you is gone, and you are signed out. A confirmation is on its way to your email.",
  },
  received: {
    title: "We have your request and are completing it",
    text: "A part of your data is still needed for a cancellation or an order on its way, or could not be reached just now. It is erased as soon as that is done, and you get a mail then. You are signed out.",
  },
} as const;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...pageMeta(data?.title ?? "Your data"),
  { name: "robots", content: "noindex" },
];

/** What came of a request for erasure, for somebody who is signed out by it. Tells of nobody. */
export function loader({ params }: LoaderFunctionArgs) {
  const { state } = params;
  if (state !== "erased" && state !== "received") throw redirect(addresses.home);
  return { ...words[state], supportEmail: env.SUPPORT_EMAIL };
}

export default function DataErasure() {
  const { title, text, supportEmail } = useLoaderData<typeof loader>();
  return (
    <EntryPage title={title}>
      <p className="text-muted">{text}</p>
      <p className="text-muted">
        Your subscription is not canceled by this. You can sign in to cancel it, or write to{" "}
        <a href={`mailto:${supportEmail}`} className="text-blue-ink underline">
          {supportEmail}
        </a>
        .
      </p>
      <div className="flex flex-col gap-3">
        <a href={addresses.home} className={buttonStyle()}>
          To the home page
        </a>
        <a href={addresses.signIn} className={buttonStyle("plain")}>
          Sign in
        </a>
      </div>
    </EntryPage>
  );
}
