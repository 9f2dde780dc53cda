import offers from "content:offers";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CheckAgain } from "~/design/check-again";
import { Dialog } from "~/design/dialog";
import { Unavailable } from "~/design/unavailable";
import { env } from "~/env.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { extras, offerAddress } from "~/features/account/offer";
import { describePlan, fetchingLeft } from "~/features/account/plan";
import { ownedProducts } from "~/features/account/product";
import { findMainSubscription, type Subscription } from "~/features/account/subscription";
import { lastKnownSubscriptions, subscriptionsOf } from "~/features/account/subscriptions.server";
import { cancellationOf } from "~/features/leaving/cancellation.server";
import { OfferCard } from "~/features/purchases/offer-card";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { unlessDown } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { ActivePlan } from "./active-plan.tsx";
import { YourData } from "./your-data.tsx";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction = () => pageMeta("My Plan");

export async function loader({ request }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const fresh = await unlessDown(subscriptionsOf(subscriber, { fresh: true }));
  const subscriptions = fresh ?? lastKnownSubscriptions(subscriber.uid);
  if (!subscriptions) return null;
  const main = findMainSubscription(subscriptions, env.BUNDLE_ID);
  return {
    stale: !fresh,
    owned: [...ownedProducts(subscriptions)],
    plan: main && (await describe(main)),
    supportEmail: env.SUPPORT_EMAIL,
  };
}

/** The plan as the panel shows it; a cancellation in the outbox counts before billing confirms it. */
async function describe({ id, planCode, status, startedAt }: Subscription) {
  const plan = { ...describePlan(planCode, offers.plans), startedAt };
  const cancellation = status === "canceled" ? "just-confirmed" : await cancellationOf(id);
  if (cancellation === "just-confirmed") return { ...plan, state: "canceled" as const };
  if (cancellation === "waiting") return { ...plan, state: "being-canceled" as const };
  const left = fetchingLeft(startedAt, Date.now());
  return left > 0
    ? { ...plan, state: "fetching" as const, left }
    : { ...plan, state: "active" as const };
}

/** The My Plan panel (docs/product.md#my-plan). */
export default function MyPlan() {
  const found = useLoaderData<typeof loader>();
  return (
    <Dialog title="My Plan" closeTo={addresses.dashboard} shape="panel">
      {found ? (
        <div className="plan-columns">
          {found.stale && (
            <CheckAgain at={addresses.myPlan}>
              We cannot reach your subscription right now. This is the last information that we
              received.
            </CheckAgain>
          )}
          <ActivePlan plan={found.plan} />
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
