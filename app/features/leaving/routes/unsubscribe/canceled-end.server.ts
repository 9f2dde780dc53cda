import { env } from "~/env.server";
import type { Subscription } from "~/features/account/subscription";
import { otherPlansGoOn } from "~/features/leaving/services/declaration-mails.server";
import { sentences } from "~/platform/values/say";

/** What is shown once somebody has canceled. Its words come with the page, and not with its script. */
export interface CanceledEnd {
  state: "canceled" | "plan-canceled" | "withdrawn" | "received" | "already" | "unknown";
  title: string;
  texts: readonly string[];
  supportEmail: string;
}

const words: Record<CanceledEnd["state"], Pick<CanceledEnd, "title" | "texts">> = sentences({
  canceled: {
    title: "Your membership has been canceled",
    texts: [
      "It will not renew. You keep your access until the end of the term that you have paid for.",
      "A confirmation is on its way to your email. Thank you for being with us.",
    ],
  },
  "plan-canceled": {
    title: "Your plan has been canceled",
    texts: [
      "It will not renew. You keep it until the end of the term that you have paid for.",
      "A confirmation is on its way to your email.",
    ],
  },
  withdrawn: {
    title: "We have your withdrawal",
    texts: [
      "Your subscription ends, and what you are owed is paid back within 14 days after your declaration.",
      "You get a receipt by email with date and time.",
    ],
  },
  received: {
    title: "We have your cancellation and are completing it",
    texts: [
      "Our billing system has not confirmed it yet. We will keep trying and email you when it is done.",
      "You do not need to do anything else.",
    ],
  },
  already: {
    title: "Your membership is already canceled",
    texts: [
      "It will not renew, and you do not need to do anything else. You keep your access until the end of the term that you have paid for.",
    ],
  },
  unknown: {
    title: "We cannot look up your membership right now",
    texts: ["Please open this page again in a moment, or write to us."],
  },
});

/**
 * @param unkept texts that replace all but the first
 * @param others plans that renew
 */
export function canceledEnd(
  state: CanceledEnd["state"],
  {
    unkept,
    others = [],
  }: { unkept?: readonly string[] | undefined; others?: readonly Subscription[] } = {},
): CanceledEnd {
  const { title, texts } = words[state];
  const said = unkept ? [...texts.slice(0, 1), ...unkept] : texts;
  return {
    state,
    title,
    texts: [...said, ...otherPlansGoOn(others)],
    supportEmail: env.SUPPORT_EMAIL,
  };
}
