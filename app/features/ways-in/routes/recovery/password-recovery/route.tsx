import type {
  ActionFunctionArgs,
  HeadersFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { buttonStyle } from "~/design/button";
import { EntryPage } from "~/design/entry-page";
import { mailSentTitle } from "~/design/mail-sent-notice";
import { requireVisitor } from "~/features/account/guards.server";
import { requestPasswordReset } from "~/features/ways-in/services/recovery.server";
import { honeypotFields } from "~/platform/http/forms/honeypot.server";
import { readForm } from "~/platform/http/forms/parse-form.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { say } from "~/platform/values/say";
import { answerMailRequest } from "./mail-request.server.ts";
import { CheckYourEmail, RecoveryForm, sentMail } from "./recovery-form.tsx";

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: MetaFunction = () => [
  { title: say`Restore password · Profile Analyzer` },
  {
    name: "description",
    content: say`Forgot your Profile Analyzer password? We will email you a link to choose a new one.`,
  },
];

/** Letters of changed ways in name where whoever is signed in sets a new password. */
const requireVisitorOrLeadOn = (request: Request) =>
  requireVisitor(request, queryOf(request).get("redirectTo"));

export async function loader({ request }: LoaderFunctionArgs) {
  await requireVisitorOrLeadOn(request);
  const sent = sentMail(request);
  return { sent, said: sent && mailSentTitle(), trap: honeypotFields };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireVisitorOrLeadOn(request);
  return answerMailRequest(
    await readForm(request),
    (email) => requestPasswordReset(email, context.clientAddress),
    (mail) => `${addresses.passwordRecovery}?sent=${mail}`,
  );
}

export default function PasswordRecovery() {
  const { sent } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <EntryPage title="Restore Password" dialog={sent && !answer && <CheckYourEmail mail={sent} />}>
      <p className="text-muted">
        Please enter the email you gave when you created your account. We will send you a link to
        choose a new password.
      </p>
      <RecoveryForm answer={answer} submitLabel="Restore password">
        <a href={addresses.signIn} className={buttonStyle("plain", "-mt-2 w-full")}>
          Back to sign in
        </a>
      </RecoveryForm>
    </EntryPage>
  );
}
