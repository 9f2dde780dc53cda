import type {
  ActionFunctionArgs,
  HeadersFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { EntryPage } from "~/design/entry-page";
import { Field } from "~/design/field";
import { FoldSummary } from "~/design/fold";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { useOwnAddress } from "~/design/own-address";
import { TrapFields } from "~/design/trap-fields";
import { requireVisitor } from "~/features/account/guards.server";
import type { Link } from "~/features/ways-in/services/invitation.server";
import {
  requestActivation,
  requestActivationOf,
} from "~/features/ways-in/services/recovery.server";
import { readForm } from "~/platform/http/forms/parse-form.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { isMaskedAddress } from "~/platform/values/mail-address";
import { say, sentences } from "~/platform/values/say";
import {
  emailPattern,
  passwordPattern,
  shortNewPassword,
  wrongEmail,
} from "~/platform/values/validation";
import {
  answerMailForm,
  answerMailRequest,
  type MailAnswer,
} from "../password-recovery/mail-request.server.ts";
import { CheckYourEmail, RecoveryForm } from "../password-recovery/recovery-form.tsx";
import {
  answerCreation,
  answerEmail,
  type CreationAnswer,
  type EmailAnswer,
  showRecovery,
  type View,
} from "./answers.server.ts";
import {
  AlreadyActivated,
  Limited,
  NoSubscription,
  Ready,
  Refusal,
  RefusedLinkNotice,
  UnavailableNotice,
} from "./notices.tsx";

/** The address contains the link's token, so requests from the page send only the origin as referrer (docs/product.md#every-page). */
export const headers: HeadersFunction = ({ actionHeaders, loaderHeaders }) => {
  const all = new Headers(loaderHeaders);
  for (const [name, value] of actionHeaders) all.set(name, value);
  all.set("referrer-policy", "strict-origin");
  return all;
};

const titles: Record<View["kind"], string> = sentences({
  recovery: "Access Recovery",
  ready: "Your account is ready",
  create: "Create Your Account",
  activated: "Your account has already been activated",
  "no-subscription": "No Active Subscription",
  "refused-link": "This link no longer works",
  limited: "Please wait a moment",
  unavailable: "Something went wrong",
});

/** For whoever wants to see that the masked email is theirs: gives it whole. Nobody needs it to create the account. */
function ShowEmail({ answer }: { answer: EmailAnswer | undefined }) {
  return (
    <details open={answer !== undefined} className="mt-6 border-t border-line pt-2">
      <FoldSummary className="text-sm font-semibold">Is this my address?</FoldSummary>
      <form method="post" action={useOwnAddress()} noValidate className="flex flex-col gap-4 pt-2">
        <FormToken />
        <input type="hidden" name="intent" value="show-email" />
        <FormMessage
          message={answer?.message}
          hint={answer?.hint}
          errors={{ fullEmail: answer?.error }}
        />
        <Field
          name="fullEmail"
          // Only the field of the form above is labelled and typed as the account's email.
          type="text"
          label="Your whole address"
          autoComplete="email"
          inputMode="email"
          defaultValue={answer?.typed}
          pattern={emailPattern}
          message={wrongEmail}
          error={answer?.error}
        />
        <SubmitButton tone="quiet">Compare</SubmitButton>
      </form>
    </details>
  );
}

interface CreateAccountProps {
  email: string;
  isMasked: boolean;
  answer: CreationAnswer | undefined;
}

/** The Create Your Account form (docs/product.md#account-creation). The email is the subscription's and read-only. */
function CreateAccount({ email, isMasked, answer }: CreateAccountProps) {
  return (
    <form method="post" action={useOwnAddress()} noValidate className="flex flex-col gap-5">
      <FormToken />
      <TrapFields />
      <FormMessage
        message={
          answer?.message && (
            <>
              {answer.message}
              {answer.restore && (
                <>
                  {" "}
                  <a href={addresses.signIn} className="underline underline-offset-2">
                    restore you password
                  </a>
                </>
              )}
            </>
          )
        }
        hint={answer?.hint}
        errors={{ password: answer?.error }}
      />
      <Field
        name="email"
        type={isMasked ? "text" : "email"}
        label="Email"
        // Part of an address is nothing that a password manager should keep.
        autoComplete={isMasked ? "off" : "username"}
        defaultValue={email}
        hintId={isMasked ? "email-hint" : undefined}
        readOnly
      />
      {isMasked && (
        <p id="email-hint" className="-mt-3 text-sm text-muted">
          We show only part of your email here, since this link may reach others. You sign in with
          the whole of it.
        </p>
      )}
      <Field
        name="password"
        type="password"
        label="Password"
        autoComplete="new-password"
        pattern={passwordPattern}
        message={shortNewPassword}
        error={answer?.error}
      />
      {answer?.hasUser && (
        <a href={addresses.signIn} className={buttonStyle("quiet", "w-full")}>
          Sign in
        </a>
      )}
      <SubmitButton>Create account</SubmitButton>
    </form>
  );
}

type Answer = MailAnswer | CreationAnswer | EmailAnswer | undefined;

/** The answer to the form that creates the account. */
const creationIn = (answer: Answer): CreationAnswer | undefined =>
  answer && "form" in answer && answer.form === "create" ? answer : undefined;

/** If the creation failed half-way, the account may exist; the form stays, so that a second attempt can complete it. */
const mayBeHalfWay = ({ kind }: View): boolean => ["activated", "unavailable"].includes(kind);

const drawnKind = (view: View, answer: Answer): View["kind"] =>
  creationIn(answer) && mayBeHalfWay(view) ? "create" : view.kind;

function ViewBody() {
  const { view } = useLoaderData<typeof showRecovery>();
  const answer = useActionData() as Answer;
  const posted = answer && "form" in answer ? answer : undefined;
  const asked = answer && !("form" in answer) ? answer : undefined;
  const creation = creationIn(answer);
  const given = posted?.form === "email" ? posted : undefined;
  if (drawnKind(view, answer) === "create") {
    const isOpen = view.kind === "create";
    const email = given?.email ?? (isOpen ? view.email : (creation?.email ?? ""));
    const isMasked = isOpen ? view.isMasked && !given?.email : isMaskedAddress(email);
    return (
      <>
        <p className="text-muted">
          Your subscription is ready. Choose a password of 6 characters or more to open your
          dashboard.
        </p>
        <CreateAccount
          // Drawn anew once the whole email is known.
          key={given?.email}
          email={email}
          isMasked={isMasked}
          answer={creation}
        />
        {isOpen && isMasked && <ShowEmail answer={given} />}
      </>
    );
  }
  switch (view.kind) {
    case "recovery":
      return (
        <>
          <p className="text-muted">
            Enter the email of your subscription. We will send you a link to choose a password and
            open your account.
          </p>
          {/* The answer to a form that this page does not have. */}
          {posted && <Refusal />}
          <RecoveryForm answer={asked} submitLabel="Send email">
            <a href={addresses.passwordRecovery} className={buttonStyle("plain", "-mt-2 w-full")}>
              I have an account: restore my password
            </a>
          </RecoveryForm>
        </>
      );
    case "activated":
      return <AlreadyActivated {...view} />;
    case "no-subscription":
      return <NoSubscription />;
    case "refused-link":
      return <RefusedLinkNotice reason={view.reason} />;
    case "ready":
      return <Ready />;
    case "limited":
      return <Limited message={view.message} />;
    case "unavailable":
      return <UnavailableNotice retry={view.here} />;
  }
}

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => {
  // The form stays after its press. Whether that was the press is not known here: the page's other one is rare.
  const isFormLeft = shown?.isPressed && mayBeHalfWay(shown.view);
  const kind = isFormLeft ? "create" : (shown?.view.kind ?? "recovery");
  return [
    { title: say`${titles[kind]} · Profile Analyzer` },
    {
      name: "description",
      content: say`Activate your Profile Analyzer account, or get back into it.`,
    },
  ];
};

function readLink(request: Request, clientAddress: string): Link | undefined {
  const searchParams = queryOf(request);
  const id = searchParams.get("id");
  return id === null ? undefined : { id, token: searchParams.get("t"), clientAddress };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireVisitor(request);
  const link = readLink(request, context.clientAddress);
  return showRecovery(request, link, context.method === "POST");
}

const addressAfter = () => `${addresses.accessRecovery}?sent=activation`;

export async function action({ request, context }: ActionFunctionArgs) {
  await requireVisitor(request);
  const { clientAddress } = context;
  const link = readLink(request, clientAddress);
  const form = await readForm(request);
  if (form.get("intent") === "send-link" && link)
    return answerMailForm(form, () => requestActivationOf(link), addressAfter);
  if (form.get("intent") === "show-email" && link) return answerEmail(form, link);
  if (link || form.has("password"))
    return answerCreation(request, form, link ?? { id: "", token: null, clientAddress });
  return answerMailRequest(form, (email) => requestActivation(email, clientAddress), addressAfter);
}

export default function AccessRecovery() {
  const { view, sent } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <EntryPage
      title={titles[drawnKind(view, answer)]}
      dialog={sent && !answer && <CheckYourEmail mail={sent} />}
    >
      <ViewBody />
    </EntryPage>
  );
}
