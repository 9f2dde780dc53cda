import { Form, Link, useNavigation } from "@remix-run/react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { NamedIcon } from "~/design/icons";
import { dollars, type Offer, offerTerms } from "~/features/account/offer";
import type { Product } from "~/features/account/product";
import { extraArt, Price } from "~/features/purchases/offer-card";
import { say } from "~/platform/values/say";

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
export function Confirm({ product, offer, message, closeTo }: ConfirmProps) {
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
