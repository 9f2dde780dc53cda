import { otherPlans } from "~/features/account/other-plans";
import type { Subscription } from "~/features/account/subscription";
import { otherPlansGoOn } from "~/features/leaving/services/declaration-mails.server";
import { stillRenewing } from "~/features/leaving/services/outbox/renewal.server";

/** What is said to somebody whose main plan is canceled. @param all their subscriptions */
export const tellOfOthers = async (all: readonly Subscription[]): Promise<string[]> =>
  otherPlansGoOn(await stillRenewing(otherPlans(all)));
