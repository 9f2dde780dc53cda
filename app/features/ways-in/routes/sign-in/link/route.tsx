import type {
  ActionFunctionArgs,
  HeadersFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { EmailField } from "~/design/email-field";
import { EntryPage } from "~/design/entry-page";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { MailSentNotice } from "~/design/mail-sent-notice";
import { TrapFields } from "~/design/trap-fields";
import { MailedLinkPage } from "~/features/ways-in/mailed-link-page";
import { visitorOf } from "~/features/ways-in/services/enter.server";
import { readForm } from "~/platform/http/forms/parse-form.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { addresses, queryOf } from "~/platform/values/addresses";
import { messageFor } from "~/platform/values/identity-messages";
import { say, sentences } from "~/platform/values/say";
import { MissingSubscription } from "../missing-subscription.tsx";
import {
  type AskView,
  answerAsk,
  answerPress,
  maxTokenLength,
  type PressState,
  type PressView,
  showAsk,
  showPress,
} from "./answers.server.ts";

type LinkPage = AskView | PressView;

interface StateText {
  title: string;
  texts: readonly string[];
  art?: "failing" | "mail-sent";
}

const pressTexts: Record<PressState, StateText> = sentences({
  ready: {
    title: "Sign in to Profile Analyzer",
    texts: ["Press the button. The link works once, for 15 minutes after we sent it."],
    art: "mail-sent",
  },
  "somebody-else": {
    title: "This browser is signed in as somebody else",
    texts: ["If you use this link, the other account is signed out in this browser."],
  },
  unavailable: {
    title: "You are not signed in yet",
    texts: [
      "We could not check your link just now. Please try again in a moment, or ask for a new one later.",
    ],
    art: "failing",
  },
  limited: {
    title: "Too many tries",
    texts: ["There were too many tries from your network. Your link was not used."],
    art: "failing",
  },
  expired: {
    title: "This link has expired",
    texts: ["A sign-in link works for 15 minutes. Ask for a new one."],
  },
  invalid: {
    title: "This link does not work",
    texts: [
      "It is incomplete or was not made by us. Open it again from the email, or ask for a new one.",
    ],
  },
  used: {
    title: "This link has been used",
    texts: ["A sign-in link works once. Ask for a new one."],
  },
  "used-now": {
    title: "This link was used a moment ago",
    texts: [
      "If you pressed the button twice, you may be signed in already: open your dashboard.",
      "If it was not you, ask for a new link, sign in, and change your password.",
    ],
  },
  void: {
    title: "This link no longer works",
    texts: [
      "Your account has changed since we sent it, for example its password. Ask for a new link.",
    ],
  },
  disabled: {
    title: "You are not signed in",
    texts: [messageFor("auth/user-disabled")],
  },
});

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
  sent.set("Cache-Control", "private, no-store");
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
  const answer = form.has("t") ? answerPress : answerAsk;
  return answer(request, form, visitorOf(request, context));
}

/** Asks for the address to mail a sign-in link to. */
function AskPage({ ask }: { ask: AskView }) {
  const notice = ask.missingSubscription ? <MissingSubscription /> : ask.sent && <LinkSent />;
  return (
    <EntryPage title="Sign in by email" dialog={notice}>
      <p className="text-muted">
        Enter the email of your account. We will send you a link that signs you in, without a
        password.
      </p>
      <form
        method="post"
        action={addresses.signInByLink}
        noValidate
        className="flex flex-col gap-5"
      >
        <FormToken />
        <TrapFields />
        <FormMessage message={ask.message} hint={ask.hint} errors={{ email: ask.error }} />
        <EmailField email={ask.email} error={ask.error} />
        <SubmitButton>Email me a link</SubmitButton>
        <a href={addresses.signIn} className={buttonStyle("plain", "-mt-2 w-full")}>
          Back to sign in
        </a>
      </form>
    </EntryPage>
  );
}

/** Says the same whether or not there is an account. */
function LinkSent() {
  return (
    <MailSentNotice>
      <p>
        If this email belongs to a subscription, a link is on its way. Open it within 15 minutes, on
        this device or another.
      </p>
      <p>
        No email after a few minutes? Check your spam folder, ask for another link, or sign in with
        your password.
      </p>
    </MailSentNotice>
  );
}

/** What a mailed link opens: one button, or why it does not sign in. Only the person's press posts: mail scanners run scripts. */
function PressPage({ state, token, email, hint }: PressView) {
  const { title, texts, art = "empty" } = pressTexts[state];
  const whose = email ? [say`This link signs in ${email}.`] : [];
  return (
    <MailedLinkPage
      title={title}
      texts={[...whose, ...texts, ...(hint ? [hint] : [])]}
      art={`/images/states/${art}.svg`}
    >
      <div className="mt-8 flex flex-col gap-3">
        {token && (
          <form method="post" action={addresses.signInByLink}>
            <FormToken />
            <input type="hidden" name="t" value={token} />
            {state === "somebody-else" && <input type="hidden" name="instead" value="yes" />}
            <SubmitButton>{labels[state] ?? "Sign in"}</SubmitButton>
          </form>
        )}
        <WaysOn state={state} />
      </div>
    </MailedLinkPage>
  );
}

const labels: Partial<Record<PressState, string>> = sentences({
  "somebody-else": "Sign in with this link",
  unavailable: "Try again",
  limited: "Try again",
});

/** Where to go on, most likely first. */
function WaysOn({ state }: { state: PressState }) {
  switch (state) {
    case "ready":
      return null;
    case "somebody-else":
      return (
        <a href={addresses.dashboard} className={buttonStyle("quiet")}>
          Stay signed in
        </a>
      );
    case "unavailable":
    case "limited":
    case "disabled":
      return <OtherWay />;
    case "used-now":
      return (
        <>
          <a href={addresses.dashboard} className={buttonStyle("primary")}>
            Open my dashboard
          </a>
          <NewLink tone="quiet" />
        </>
      );
    default:
      return (
        <>
          <NewLink tone="primary" />
          <OtherWay />
        </>
      );
  }
}

function NewLink({ tone }: { tone: "primary" | "quiet" }) {
  return (
    <a href={addresses.signInByLink} className={buttonStyle(tone)}>
      Get a new link
    </a>
  );
}

function OtherWay() {
  return (
    <a href={addresses.signIn} className={buttonStyle("plain")}>
      Sign in another way
    </a>
  );
}

export default function SignInByLink() {
  const shown = useLoaderData<typeof loader>() as LinkPage;
  const page = (useActionData<typeof action>() as LinkPage | undefined) ?? shown;
  return page.view === "ask" ? <AskPage ask={page} /> : <PressPage {...page} />;
}
