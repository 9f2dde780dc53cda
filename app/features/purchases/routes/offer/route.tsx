import offers from "content:offers";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import {
  Form,
  Link,
  type MetaFunction,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigation,
} from "@remix-run/react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { Dialog } from "~/design/dialog";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { NamedIcon } from "~/design/icons";
import { useLookAgain } from "~/design/look-again";
import { requireSubscriber } from "~/features/account/guards.server";
import { type Extra, type Offer, offerTerms, productOfSlug } from "~/features/account/offer";
import { ownedProducts, type Product } from "~/features/account/product";
import { subscriptionsOf } from "~/features/account/subscriptions.server";
import {
  DownloadButton,
  extraArt,
  Price,
  PurchasedBadge,
  ReportPapers,
} from "~/features/purchases/offer-card";
import { type Purchase, purchase, purchaseStanding } from "~/features/purchases/purchase.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMetaAfter } from "~/platform/pages/page-meta";
import type { Subscriber } from "~/platform/session/session.server";
import { unlessDown } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { dollars } from "~/platform/values/money";
import { say, sentences } from "~/platform/values/say";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction<typeof loader> = ({ data: shown }) =>
  pageMetaAfter(shown && titles[shown.state], shown ? offers.offers[shown.product].name : "Offer");

const titles = sentences({
  offered: undefined,
  owned: "Purchased",
  "in-flight": "We are completing your purchase",
  awaited: "We are completing your purchase",
  confirmed: "We are completing your purchase",
  refused: undefined,
});

/**
 * `in-flight`: a press is being answered, and nothing has been promised yet. `awaited`: it is repeated until billing answers.
 * `confirmed`: billing has, and the subscription service does not show it yet.
 */
type Completing = "in-flight" | "awaited" | "confirmed";

type State = { state: "offered" | "owned" | Completing } | { state: "refused"; message: string };

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
      return { state: standing.isPromised ? "awaited" : "in-flight" };
    case "awaited":
      return { state: "awaited" };
    case "bought":
      return { state: "confirmed" };
    case "forgone":
      return {
        state: "refused",
        message: say`You canceled your plan after this order, so we no longer pursue it. If it goes through all the same, you will find it in My Plan and can cancel it there.`,
      };
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
      return data({ pending: true, declined: false, message: undefined }, 202);
    case "declined":
      return data({ pending: false, declined: true, message: made.message }, 402);
    case "unknown":
    case "unavailable":
    case "no-main-subscription":
      return data(
        { pending: false, declined: false, message: messages[made.outcome] },
        statuses[made.outcome],
      );
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

const art: Record<Product, string> = {
  ...extraArt,
  premiumOneMonth: "/images/unsubscribe/discount.svg",
  giftOneMonth: "/images/unsubscribe/gift.svg",
};

interface ConfirmProps {
  product: Product;
  offer: Offer;
  /** Why the last attempt failed. */
  message: string | undefined;
  closeTo: string;
}

/** The product, its price and terms, and the button that buys it. */
function Confirm({ product, offer, message, closeTo }: ConfirmProps) {
  const busy = useNavigation().formMethod === "POST";
  const dueNow = offer.dueNow ?? offer.current;
  const monthly = product === "premiumOneMonth" || product === "giftOneMonth";
  return (
    <>
      <div className="flex flex-wrap items-center gap-4">
        <img
          src={art[product]}
          alt=""
          width="240"
          height="240"
          className="size-[96px] shrink-0 object-contain"
        />
        <p className="min-w-0 flex-1 basis-36 text-muted">{offer.summary}</p>
      </div>
      <ul className="mt-5 flex flex-col gap-2.5">
        {offer.benefits.map((benefit) => (
          <li key={benefit} className="flex gap-3">
            <NamedIcon name="check" className="mt-0.5 size-5 text-green-ink" />
            {benefit}
          </li>
        ))}
      </ul>
      <div className="mt-6 rounded-2xl bg-tint p-4">
        {dueNow === 0 ? (
          <p className="text-xl font-extrabold">First month free</p>
        ) : (
          <Price offer={offer} per={monthly ? say`per month` : undefined} />
        )}
        <p className="mt-2 text-sm">{offerTerms(offer)}</p>
        <p className="mt-1 text-sm text-muted">It is charged to the payment method of your plan.</p>
      </div>
      <Form method="post" className="mt-6 flex flex-col gap-3">
        <FormToken />
        <FormMessage message={message} />
        <SubmitButton busy={busy} disabled={busy}>
          {dueNow === 0 ? "Start my free month" : `Buy for ${dollars(dueNow)}`}
        </SubmitButton>
        <Link to={closeTo} preventScrollReset className={buttonStyle("quiet")}>
          Not now
        </Link>
      </Form>
    </>
  );
}

const isExtra = (product: Product): product is Extra =>
  product !== "premiumOneMonth" && product !== "giftOneMonth";

const nextStep: Record<Product, string> = sentences({
  profileReport: "Your report is made from your latest analysis each time you download it.",
  pdfCourse: "All ten lessons are waiting for you. Start with the bio: it is the quickest win.",
  reelsPlaybook: "Your playbook is ready to download.",
  premiumOneMonth: "Your Premium Plan is active. You can find it in My Plan.",
  giftOneMonth: "Your free month has begun. You can find it in My Plan.",
});

function Bought({ product, closeTo }: { product: Product; closeTo: string }) {
  return (
    <div className="mt-6 flex flex-col gap-3">
      {isExtra(product) && <DownloadButton extra={product} />}
      {product === "profileReport" && <ReportPapers className="text-center" />}
      <Link
        to={closeTo}
        preventScrollReset
        className={buttonStyle(isExtra(product) ? "quiet" : "primary")}
      >
        Done
      </Link>
    </div>
  );
}

/** What has become of the order, for a live region that is on the page already. */
function BoughtNotice({ product }: { product: Product }) {
  return (
    <>
      <PurchasedBadge />
      <p className="mt-3 text-muted">{nextStep[product]}</p>
    </>
  );
}

/** Milliseconds between two checks of whether the purchase is complete. */
const pollInterval = 3_000;

const progressTexts: Record<Completing, string> = sentences({
  "in-flight":
    "The payment service has not confirmed it yet. This page updates automatically. You are charged only once, however often you try.",
  awaited:
    "The payment service has not confirmed it yet. This page updates automatically, and you may leave it: we will keep trying. You are charged only once, however often you try.",
  confirmed:
    "The payment service has confirmed it. This page updates automatically, as soon as your account shows it.",
});

function CompletingNotice({ state }: { state: Completing }) {
  return (
    <div className="rounded-2xl bg-tint p-4">
      <p className="flex items-center gap-3 font-bold">
        <span className="spinner text-blue-ink" aria-hidden="true" />
        We are completing your purchase
      </p>
      <p className="mt-2 text-sm">{progressTexts[state]}</p>
    </div>
  );
}

/** Asks again, by itself and, until it is confirmed, at a press. */
function PurchasePending({ confirmed }: { confirmed: boolean }) {
  const busy = useNavigation().formMethod === "POST";
  useLookAgain(pollInterval);
  return (
    <div>
      <noscript>
        <meta httpEquiv="refresh" content="10" />
      </noscript>
      {!confirmed && (
        <Form method="post" className="mt-6">
          <FormToken />
          <SubmitButton tone="quiet" busy={busy} disabled={busy}>
            Try again now
          </SubmitButton>
        </Form>
      )}
    </div>
  );
}

/** How far the order is, by the page and by the answer to a press; undefined where none is being completed. */
function completingOf(
  shown: State["state"],
  answer: { pending: boolean; declined: boolean } | undefined,
): Completing | undefined {
  if (shown === "confirmed") return shown;
  if (answer?.pending) return "awaited";
  // Billing's refusal ends the waiting: no reading anew comes and takes its words away.
  if (answer?.declined) return undefined;
  return shown === "awaited" || shown === "in-flight" ? shown : undefined;
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
  const completing = completingOf(shown.state, answer);
  return (
    <Dialog title={offer.name} closeTo={closeTo}>
      {/* On the page from the beginning: a live region that comes together with its words is not read out. */}
      <div role="status">
        {isOwned ? (
          <BoughtNotice product={product} />
        ) : (
          completing && <CompletingNotice state={completing} />
        )}
      </div>
      {isOwned ? (
        <Bought product={product} closeTo={closeTo} />
      ) : completing ? (
        <PurchasePending confirmed={completing === "confirmed"} />
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
