import offers from "content:offers";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import {
  Link,
  type MetaFunction,
  useActionData,
  useLoaderData,
  useLocation,
} from "@remix-run/react";
import { Dialog } from "~/design/dialog";
import { requireSubscriber } from "~/features/account/guards.server";
import { productOfSlug } from "~/features/account/offer";
import { ownedProducts, type Product } from "~/features/account/product";
import { subscriptionsOf } from "~/features/account/subscriptions.server";
import { type Purchase, purchase, purchaseStanding } from "~/features/purchases/purchase.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMetaAfter } from "~/platform/pages/page-meta";
import type { Subscriber } from "~/platform/session/session.server";
import { unlessDown } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { sentences } from "~/platform/values/say";
import { Confirm } from "./confirm.tsx";
import { AwaitedNotice, Bought, BoughtNotice, PurchasePending } from "./outcomes.tsx";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction<typeof loader> = ({ data: shown }) =>
  pageMetaAfter(shown && titles[shown.state], shown ? offers.offers[shown.product].name : "Offer");

const titles = sentences({
  offered: undefined,
  owned: "Purchased",
  awaited: "We are completing your purchase",
  refused: undefined,
});

type State = { state: "offered" | "owned" | "awaited" } | { state: "refused"; message: string };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const product = productOf(params.product);
  return { product, ...(await stateOf(subscriber, product)) };
}

/** Reads past every cache, because another process may have made the purchase. */
async function stateOf({ uid, email }: Subscriber, product: Product): Promise<State> {
  const [subscriptions, standing] = await Promise.all([
    unlessDown(subscriptionsOf({ uid, email }, { fresh: true })),
    unlessDown(purchaseStanding(uid, product)),
  ]);
  if (subscriptions && ownedProducts(subscriptions).has(product)) return { state: "owned" };
  switch (standing?.state) {
    case "in-flight":
    case "awaited":
    case "bought":
      return { state: "awaited" };
    case "declined":
      if (standing.unread) return { state: "refused", message: standing.refusal };
  }
  return { state: "offered" };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const subscriber = await requireSubscriber(request);
  const product = productOf(params.product);
  // The posted form is ignored: the address names the product, and the configuration its plan and price.
  const made = await purchase(subscriber, product);
  switch (made.outcome) {
    case "bought":
    case "already-owned": {
      const { pathname, search } = new URL(request.url);
      return redirect(pathname.replace(/\.data$/, "") + search);
    }
    case "pending":
      return data({ pending: true, message: undefined }, 202);
    case "declined":
      return data({ pending: false, message: made.message }, 402);
    case "unknown":
    case "unavailable":
    case "no-main-subscription":
      return data({ pending: false, message: messages[made.outcome] }, statuses[made.outcome]);
  }
}

const messages = sentences({
  unknown:
    "We could not confirm whether your order went through. Please try again: you are charged once at most.",
  unavailable:
    "We cannot reach the payment service. Nothing was ordered or charged. Please try again in a moment.",
  "no-main-subscription":
    "We found no active plan on your account, so nothing was ordered or charged. Please check your subscription in My Plan.",
} satisfies Partial<Record<Purchase["outcome"], string>>);

const statuses = { unknown: 503, unavailable: 503, "no-main-subscription": 409 } as const;

function productOf(slug: string | undefined): Product {
  const product = productOfSlug(slug);
  if (!product) throw new Response("Not found", { status: 404 });
  return product;
}

/** The purchase dialog of an offer. Closing it leads back to My Plan or the dashboard, wherever it was opened. */
export default function OfferDialog() {
  const { product, ...shown } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { search } = useLocation();
  const fromPlan = new URLSearchParams(search).get("from") === "my-plan";
  const closeTo = fromPlan ? addresses.myPlan : addresses.dashboard;
  const offer = offers.offers[product];
  const message = answer ? answer.message : "message" in shown ? shown.message : undefined;
  const isOwned = shown.state === "owned";
  const isAwaited = shown.state === "awaited" || answer?.pending;
  return (
    <Dialog title={offer.name} closeTo={closeTo}>
      {/* On the page from the beginning: a live region that comes together with its words is not read out. */}
      <div role="status">
        {isOwned ? <BoughtNotice product={product} /> : isAwaited && <AwaitedNotice />}
      </div>
      {isOwned ? (
        <Bought product={product} closeTo={closeTo} />
      ) : isAwaited ? (
        <PurchasePending />
      ) : (
        <Confirm product={product} offer={offer} message={message} closeTo={closeTo} />
      )}
      <p className="mt-5 text-center text-sm text-muted">
        Your plan and your purchases:{" "}
        <Link to={addresses.myPlan} preventScrollReset className="text-blue-ink underline">
          My Plan
        </Link>
      </p>
    </Dialog>
  );
}
