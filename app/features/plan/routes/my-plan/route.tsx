import offers from "content:offers";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { CheckAgain } from "~/design/check-again";
import { Dialog } from "~/design/dialog";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { Unavailable } from "~/design/unavailable";
import { env } from "~/env.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { extras, offerAddress } from "~/features/account/offer";
import { canceledAddress, otherPlanAddress, otherPlans } from "~/features/account/other-plans";
import { costOf, describePlan, fetchingLeft } from "~/features/account/plan";
import { ownedProducts } from "~/features/account/product";
import { preferencesOf } from "~/features/account/settings.server";
import { findMainSubscription, type Subscription } from "~/features/account/subscription";
import { lastKnownSubscriptions, subscriptionsOf } from "~/features/account/subscriptions.server";
import { type Renewal, renewalOf } from "~/features/leaving/cancellation.server";
import {
  decideOpenDeclaration,
  declarationToConfirm,
} from "~/features/leaving/own-declaration.server";
import { placeChoices } from "~/features/leaving/place-rules.server";
import { agree, askedConsents } from "~/features/leaving/price-consent.server";
import { OfferCard } from "~/features/purchases/offer-card";
import { fieldText, readForm } from "~/platform/http/forms/parse-form.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMetaAfter } from "~/platform/pages/page-meta";
import { doneBefore, doneCookie } from "~/platform/session/done-cookie.server";
import type { Subscriber } from "~/platform/session/session.server";
import { unlessDown, withoutWaiting } from "~/platform/upstream/upstream.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { say } from "~/platform/values/say";
import { ActivePlan, OtherPlan } from "./active-plan.tsx";
import { Consent, DeclarationToConfirm } from "./decisions.tsx";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction<typeof loader> = ({ data: page }) =>
  pageMetaAfter(page?.said, "My Plan");

export async function loader({ request }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const fresh = await unlessDown(subscriptionsOf(subscriber, { fresh: true }));
  const subscriptions = fresh ?? lastKnownSubscriptions(subscriber.uid);
  if (!subscriptions) return null;
  const { main, plans } = plansOf(subscriptions);
  const [own, others, consents, preferences] = await Promise.all([
    main && describe(main),
    Promise.all(otherPlans(subscriptions).map(describe)),
    unlessDown(askedConsents(plans, { uid: subscriber.uid, main })),
    withoutWaiting("firestore", preferencesOf(subscriber.uid), undefined),
  ]);
  const done = doneBefore(request);
  const placeSaved = queryOf(request).get("place") === "saved";
  const page = {
    notice: done?.said,
    said: done?.said ?? (placeSaved ? say`Your place is saved.` : undefined),
    stale: !fresh,
    plan: own && whenFetched(own.plan),
    others: others.map(({ plan }) => ({ ...plan, cancelAt: otherPlanAddress(plan.id) })),
    consents: consents ?? [],
    declarations: [own, ...others].flatMap((one) => one?.declaration ?? []),
    // What the subscription service says of the place counts, so it is not asked for.
    place:
      preferences && main?.country === undefined
        ? { said: preferences.place, choices: placeChoices(), isSaved: placeSaved }
        : undefined,
    owned: [...ownedProducts(subscriptions)],
    supportEmail: env.SUPPORT_EMAIL,
  };
  return done ? data(page, { headers: done.headers }) : page;
}

/** Confirms or stops a declaration that was made without signing in, or agrees to a new price or to the end of a trial. */
export async function action({ request }: ActionFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const form = await readForm(request);
  const press = fieldText(form, "press", 20);
  const subscription = fieldText(form, "subscription");
  const pressed =
    fieldText(form, "declaration") || fieldText(form, "price") || fieldText(form, "trial");
  const decided: Promise<boolean | "main" | "other"> | undefined =
    press === "keep-plan" || press === "cancel-now"
      ? decideOpenDeclaration(subscriber, press, { declaration: pressed, subscription })
      : press === "agree-to-price"
        ? agreeTo(subscriber, { about: "price", id: pressed, subscription })
        : press === "agree-to-trial"
          ? agreeTo(subscriber, { about: "trial", id: pressed, subscription })
          : undefined;
  const refuse = (message: string, status: number) =>
    data({ pressed, subscription, message }, status);
  if (!decided) return refuse(say`That is not one of the choices of this page.`, 400);
  const outcome = await unlessDown(decided);
  if (outcome === undefined)
    return refuse(say`We could not keep your decision. Please try again in a moment.`, 503);
  // The page that shows what has become of it.
  if (outcome && press === "cancel-now")
    return redirect(
      outcome === "other"
        ? otherPlanAddress(subscription)
        : canceledAddress(subscription, lastKnownSubscriptions(subscriber.uid)),
      303,
    );
  const done = outcome ? donePresses[press as keyof typeof donePresses] : "changed-before";
  return redirect(addresses.myPlan, { status: 303, headers: { "set-cookie": doneCookie(done) } });
}

const donePresses = {
  "keep-plan": "plan-kept",
  "agree-to-price": "price-agreed",
  "agree-to-trial": "trial-agreed",
} as const;

/** The plans that run, the main one first. */
function plansOf(subscriptions: readonly Subscription[]) {
  const main = findMainSubscription(subscriptions);
  return { main, plans: [...(main ? [main] : []), ...otherPlans(subscriptions)] };
}

async function agreeTo(
  subscriber: Subscriber,
  pressed: Parameters<typeof agree>[2],
): Promise<boolean> {
  const { main, plans } = plansOf(await subscriptionsOf(subscriber));
  // A page of an older release does not say which: it asked of the main plan only.
  const subscription = pressed.subscription || (main?.id ?? "");
  return agree(plans, { uid: subscriber.uid, main }, { ...pressed, subscription });
}

/** A plan as the panel shows it, with what was declared for it without signing in. */
async function describe(subscription: Subscription) {
  const { id, planCode, startedAt } = subscription;
  const [state, open] = await Promise.all([
    renewalOf(subscription),
    unlessDown(declarationToConfirm(id)),
  ]);
  const shown = describePlan(planCode, offers.plans);
  const plan = { ...shown, cost: costOf(subscription, shown), id, startedAt, state };
  // A withdrawal can be confirmed even if the plan is canceled already, because of its money.
  const isShown = open && (state === "active" || open.kind === "withdraw");
  return {
    plan,
    declaration: isShown ? { ...open, subscription: id, planName: plan.name } : undefined,
  };
}

/** The main plan, which cannot be canceled while it is fetched. */
function whenFetched<P extends { startedAt: number; state: Renewal }>(plan: P) {
  const left = fetchingLeft(plan.startedAt, Date.now());
  return plan.state === "active" && left > 0 ? { ...plan, state: "fetching" as const, left } : plan;
}

interface PlaceProps {
  /** As it was said; null where nothing was. */
  said: string | null;
  choices: readonly { place: string; name: string }[];
  isSaved: boolean;
}

/** Where the subscriber lives, which decides how they may leave (docs/law.md). */
function PlaceChoice({ said, choices, isSaved }: PlaceProps) {
  return (
    <section aria-labelledby="where-you-live" className="mt-9">
      <h2 id="where-you-live" className="text-xl font-extrabold">
        Where you live
      </h2>
      <p className="mt-2 text-sm text-muted">
        Some places have rules on how you can cancel. Say where you live, and we follow those of
        your place.
      </p>
      <p role="status" className="mt-2 font-semibold text-green-ink empty:hidden">
        {isSaved && "Your place is saved."}
      </p>
      <form method="post" action={addresses.place} className="mt-3 flex flex-col gap-3">
        <FormToken />
        <select
          name="place"
          aria-labelledby="where-you-live"
          defaultValue={said ?? ""}
          className="block min-h-12 w-full rounded-xl border border-control bg-surface px-4 py-3"
        >
          <option value="">Somewhere else, or I do not say</option>
          {choices.map(({ place, name }) => (
            <option key={place} value={place}>
              {name}
            </option>
          ))}
        </select>
        <SubmitButton tone="quiet">Save</SubmitButton>
      </form>
    </section>
  );
}

/** Links to download or erase the data that the app holds about the subscriber, and to the ways in. */
function YourData() {
  return (
    <section aria-labelledby="your-data" className="mt-9">
      <h2 id="your-data" className="text-xl font-extrabold">
        Your data
      </h2>
      <p className="mt-2 text-sm text-muted">
        Download a copy of everything that this app holds about you, or have it erased. We erase it
        automatically 24 months after your last visit.
      </p>
      <div className="mt-4 flex flex-col gap-3">
        <a href={addresses.myData} className={buttonStyle("quiet", "w-full")}>
          Download my data
        </a>
        <a href={addresses.security} className={buttonStyle("quiet", "w-full")}>
          Password and sign-ins
        </a>
        <Link
          to={addresses.eraseData}
          preventScrollReset
          className={buttonStyle("plain", "w-full")}
        >
          Erase my data
        </Link>
      </div>
    </section>
  );
}

/** The My Plan panel (docs/product.md#my-plan). */
export default function MyPlan() {
  const found = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  type Pressable = { id: string; subscription: string };
  const isPressed = ({ id, subscription }: Pressable) =>
    answer?.pressed === id && answer.subscription === subscription;
  const pressable: Pressable[] = [...(found?.declarations ?? []), ...(found?.consents ?? [])];
  /** What went wrong with the press, beside its button; where that is not shown any more, at the top. */
  const messageAt = (one: Pressable) => (isPressed(one) ? answer?.message : undefined);
  return (
    <Dialog title="My Plan" closeTo={addresses.dashboard} shape="wide-panel">
      {found ? (
        <div className="plan-columns">
          {found.notice && (
            <p
              role="status"
              className="mb-5 rounded-xl bg-green-tint px-4 py-3 font-semibold text-green-ink"
            >
              {found.notice}
            </p>
          )}
          {found.stale && (
            <CheckAgain at={addresses.myPlan}>
              We cannot reach your subscription right now. This is the last information that we
              received.
            </CheckAgain>
          )}
          {answer && !pressable.some(isPressed) && (
            <div className="mb-5">
              <FormMessage message={answer.message} />
            </div>
          )}
          {found.declarations.map((declaration) => (
            <DeclarationToConfirm
              key={declaration.id}
              declaration={declaration}
              isMain={declaration.subscription === found.plan?.id}
              message={messageAt(declaration)}
            />
          ))}
          <div>
            <ActivePlan plan={found.plan} />
            {found.consents.map((asked) => (
              <Consent
                key={`${asked.id} ${asked.subscription}`}
                asked={asked}
                message={messageAt(asked)}
              />
            ))}
            {found.others.map((plan) => (
              <OtherPlan key={plan.id} plan={plan} />
            ))}
          </div>
          <section aria-labelledby="special-offers" className="mt-9 lg:mt-0">
            <h2 id="special-offers" className="text-xl font-extrabold">
              Special offers
            </h2>
            <ul className="mt-3 flex flex-col gap-3">
              {extras.map((extra) => (
                <li key={extra}>
                  <OfferCard
                    extra={extra}
                    flat
                    offer={offers.offers[extra]}
                    owned={found.owned.includes(extra)}
                    buyAt={`${offerAddress(extra)}?from=my-plan`}
                  />
                </li>
              ))}
            </ul>
          </section>
          <p className="mt-8 text-center text-sm text-muted">
            Questions about your plan? Write to{" "}
            <a href={`mailto:${found.supportEmail}`} className="text-blue-ink underline">
              {found.supportEmail}
            </a>
          </p>
          {found.place && <PlaceChoice {...found.place} />}
          <YourData />
        </div>
      ) : (
        <>
          <Unavailable retry={addresses.myPlan}>
            We cannot reach your subscription right now. Your plan and your purchases are not
            affected.
          </Unavailable>
          <YourData />
        </>
      )}
    </Dialog>
  );
}
