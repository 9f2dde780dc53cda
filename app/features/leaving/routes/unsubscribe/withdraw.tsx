import offers from "content:offers";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { Dialog } from "~/design/dialog";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { env } from "~/env.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { canceledAddress } from "~/features/account/other-plans";
import { placeIn } from "~/features/account/place.server";
import { describePlan } from "~/features/account/plan";
import { findMainSubscription } from "~/features/account/subscription";
import {
  lastKnownSubscriptions,
  subscriptionsOrLastKnown,
} from "~/features/account/subscriptions.server";
import { ownWithdrawalEndsAt, withdrawOwn } from "~/features/leaving/own-declaration.server";
import { prescribed } from "~/features/leaving/rules/law";
import { mayGoThrough } from "~/features/leaving/rules/link-words";
import { obligationsOn } from "~/features/leaving/services/obligations.server";
import { ownWithdrawalWords } from "~/features/leaving/services/shown-words.server";
import { fieldText, readForm } from "~/platform/http/forms/parse-form.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { orElse, unlessDown } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { formatDate } from "~/platform/values/dates";
import { say } from "~/platform/values/say";
import { Summary } from "./ends.tsx";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction = () => pageMeta("Withdraw from contract");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const subscriptions = await unlessDown(subscriptionsOrLastKnown(subscriber));
  const found = subscriptions && findMainSubscription(subscriptions);
  const place = await placeIn(found, subscriber.uid);
  const isOver = found && ownWithdrawalEndsAt(found, place) <= Date.now();
  // After a POST the page says why nothing was declared.
  if (!found || (isOver && context.method !== "POST"))
    return redirect(addresses.unsubscribeStep(8));
  const summary: [label: string, value: string][] = [
    [say`Plan`, describePlan(found.planCode, offers.plans).name],
    [say`Subscription`, found.id],
    [say`Since`, formatDate(found.startedAt)],
    [say`Receipt to`, found.emails.at(-1) ?? subscriber.email],
  ];
  return {
    words: ownWithdrawalWords,
    press: prescribed(obligationsOn(place, Date.now()), "confirmWithdrawal"),
    summary,
    subscription: found.id,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const shown = fieldText(await readForm(request), "subscription");
  const known = lastKnownSubscriptions(subscriber.uid) ?? [];
  const outcome = await orElse(withdrawOwn(subscriber, shown), () => "failed" as const);
  if (outcome === "received")
    return redirect(canceledAddress(shown || (findMainSubscription(known)?.id ?? ""), known), 303);
  if (outcome === "none") return redirect(addresses.unsubscribe, 303);
  if (outcome === "too-late") {
    const message = say`The time to withdraw is over, so nothing was declared. You can still cancel.`;
    return data({ message, isTooLate: true }, 409);
  }
  if (outcome === "unknown")
    return data({ message: mayGoThrough(env.SUPPORT_EMAIL), isTooLate: false }, 503);
  const message = say`We could not keep your withdrawal, and nothing has changed. Please try again in a moment, or write to ${env.SUPPORT_EMAIL}: an email counts, too.`;
  return data({ message, isTooLate: false }, 503);
}

/** The press by which somebody who is signed in withdraws (docs/product.md#leaving). */
export default function Withdraw() {
  const { words, press, summary, subscription } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  return (
    <Dialog title={words.title} closeTo={addresses.dashboard}>
      {!answer?.isTooLate && (
        <>
          <p className="text-muted">{words.text}</p>
          <Summary rows={summary} />
        </>
      )}
      <Form method="post" className="mt-6 flex flex-col gap-3">
        <FormToken />
        <input type="hidden" name="subscription" value={subscription} />
        <FormMessage message={answer?.message} />
        {answer?.isTooLate ? (
          <Link
            to={addresses.unsubscribeStep(8)}
            preventScrollReset
            className={buttonStyle("danger")}
          >
            Cancel membership
          </Link>
        ) : (
          <SubmitButton tone="danger" busy={busy} disabled={busy}>
            <span lang={press?.language}>{press?.text ?? words.press}</span>
          </SubmitButton>
        )}
        <Link to={addresses.dashboard} preventScrollReset className={buttonStyle("quiet")}>
          Keep my membership
        </Link>
      </Form>
    </Dialog>
  );
}
