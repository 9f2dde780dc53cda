import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EntryPage } from "~/design/entry-page";
import { mailSentTitle } from "~/design/mail-sent-notice";
import { requireVisitor } from "~/features/account/guards.server";
import type { Link } from "~/features/ways-in/services/invitation.server";
import {
  requestActivation,
  requestActivationOf,
} from "~/features/ways-in/services/recovery.server";
import { honeypotFields } from "~/platform/http/forms/honeypot.server";
import { readForm } from "~/platform/http/forms/parse-form.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { say } from "~/platform/values/say";
import { CheckYourEmail, sentMail } from "../password-recovery/check-your-email.tsx";
import { answerMailForm, answerMailRequest } from "../password-recovery/mail-request.server.ts";
import { answerCreation } from "./create-account.server.ts";
import { answerEmail } from "./show-email.server.ts";
import { titles, ViewBody } from "./view-body.tsx";
import { type ShownView, viewOfLink } from "./views.server.ts";

/** The address contains the link's token, so requests from the page send only the origin as referrer (docs/product.md#every-page). */
export const headers: HeadersFunction = ({ actionHeaders, loaderHeaders }) => {
  const all = new Headers(loaderHeaders);
  for (const [name, value] of actionHeaders) all.set(name, value);
  all.set("referrer-policy", "strict-origin");
  return all;
};

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: say`${shown ? titles[shown.view.kind] : say`Access Recovery`} · Profile Analyzer` },
  {
    name: "description",
    content: say`Activate your Profile Analyzer account, or get back into it.`,
  },
];

function readLink(request: Request, clientAddress: string): Link | undefined {
  const searchParams = queryOf(request);
  const id = searchParams.get("id");
  return id === null ? undefined : { id, token: searchParams.get("t"), clientAddress };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireVisitor(request);
  const { pathname, search } = new URL(request.url);
  const link = readLink(request, context.clientAddress);
  const shown: ShownView = link ? await viewOfLink(link, pathname + search) : withoutLink(request);
  const sent = sentMail(request);
  const headers = { ...shown.headers, ...(link && { "cache-control": "no-store" }) };
  return data(
    {
      view: shown.view,
      id: link?.id ?? "",
      sent,
      said: sent && mailSentTitle(),
      trap: honeypotFields,
    },
    { status: shown.status, headers },
  );
}

function withoutLink(request: Request): ShownView {
  const ready = queryOf(request).has("ready");
  return { view: { kind: ready ? "ready" : "recovery" }, status: 200 };
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
  const { view, id, sent, trap } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <EntryPage title={titles[view.kind]} dialog={sent && !answer && <CheckYourEmail mail={sent} />}>
      <ViewBody view={view} id={id} trap={trap} answer={answer} />
    </EntryPage>
  );
}
