import { redirect } from "@remix-run/node";
import type { Product } from "~/features/account/product";
import { saveFlowEnd } from "~/features/leaving/store/unsubscribe-answers.server";
import { purchase } from "~/features/purchases/purchase.server";
import type { Subscriber } from "~/platform/session/session.server";
import { addresses } from "~/platform/values/addresses";
import { say } from "~/platform/values/say";
import { pressAnswer } from "./press-answer.server.ts";
import { isProgressSaved } from "./save-progress.server.ts";

/** Buys the plan that a step offers: redirects to the result, or says why it is not bought yet. */
export async function acceptOffer(
  subscriber: Subscriber,
  product: Extract<Product, "premiumOneMonth" | "giftOneMonth">,
) {
  const result = await purchase(subscriber, product);
  switch (result.outcome) {
    case "bought":
    case "already-owned": {
      const isSaved = await isProgressSaved(saveFlowEnd(subscriber.uid, product));
      return isSaved ? redirect(addresses.planUpdated) : pressAnswer({ ended: "updated" }, 200);
    }
    case "declined":
      return pressAnswer({ message: result.message }, 402);
    case "pending":
      return pressAnswer(
        {
          message: say`Billing has not answered yet. We have your order and will keep trying until it does; you are charged once at most.`,
        },
        202,
      );
    case "unknown":
      return pressAnswer(
        {
          message: say`We could not confirm whether your order went through. Please try again: you are charged once at most.`,
        },
        503,
      );
    case "unavailable":
      return pressAnswer(
        {
          message: say`We cannot reach billing right now. Nothing was charged. Please try again in a moment.`,
        },
        503,
      );
    case "no-main-subscription":
      return pressAnswer(
        { message: say`We found no active plan to change, so nothing was charged.` },
        409,
      );
  }
}
