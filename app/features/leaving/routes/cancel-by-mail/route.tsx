import promises from "content:promises";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { env } from "~/env.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { requestCancellationMail } from "~/features/leaving/services/cancellation-mail.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMetaAfter } from "~/platform/pages/page-meta";
import { addresses, queryOf } from "~/platform/values/addresses";
import { promisedBy } from "~/platform/values/promises";
import { say } from "~/platform/values/say";
import { waitInWords } from "~/platform/values/waiting";
import { MailForm } from "./mail-form.tsx";
import { MailSent, mailSentHeading } from "./mail-sent.tsx";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction<typeof loader> = ({ data: page }) =>
  pageMetaAfter(page?.sent ? mailSentHeading() : undefined, "Cancel");

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  const sent = queryOf(request).has("sent");
  return { sent, texts: promises[promisedBy(env.ANALYSIS_SOURCES)].cancelByMail };
}

export async function action({ request }: ActionFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const result = await requestCancellationMail(subscriber);
  switch (result.outcome) {
    case "sent":
      return redirect(`${addresses.cancelByMail}?sent`);
    case "already-canceled":
      return redirect(addresses.myPlan);
    case "limited": {
      const message = say`We have already sent you several emails. Please check your inbox and your spam folder, or ask for another in ${waitInWords(result.wait)}.`;
      const retryAfter = String(Math.ceil(result.wait / 1_000));
      return data({ message }, { status: 429, headers: { "retry-after": retryAfter } });
    }
    case "no-subscription":
      return data(
        { message: say`We found no active plan on your account, so there is nothing to cancel.` },
        409,
      );
    case "no-address":
    case "unavailable":
      return data(
        {
          message: say`We could not send the email. Please try again in a moment, or cancel here without an email.`,
        },
        503,
      );
  }
}

/** The e-mail cancel modal (docs/product.md#my-plan). */
export default function CancelByMail() {
  const { sent, texts } = useLoaderData<typeof loader>();
  const message = useActionData<typeof action>()?.message;
  return sent ? <MailSent /> : <MailForm message={message} texts={texts} />;
}
