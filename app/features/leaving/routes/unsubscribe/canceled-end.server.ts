import { env } from "~/env.server";
import type { Subscription } from "~/features/account/subscription";
import { otherPlansGoOn } from "~/features/leaving/services/declaration-mails.server";
import { hasWithdrawn } from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { isLetterOnItsWay } from "~/features/leaving/services/outbox/renewal.server";
import { unkeptWords } from "~/features/leaving/services/unkept-declaration.server";
import { unlessDown } from "~/platform/upstream/upstream.server";
import { sentences } from "~/platform/values/say";

const words = sentences({
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
 * What is shown once somebody has canceled. Its words come with the page, and not with its script.
 * @param proof what only the subscriber has of the cancellation
 * @param others plans that renew
 * @param promises whether a letter about it is on its way
 */
export function canceledEnd(
  state: keyof typeof words,
  {
    proof,
    others = [],
    promises = true,
  }: { proof?: string | undefined; others?: readonly Subscription[]; promises?: boolean } = {},
) {
  const { title, texts } = words[state];
  // Without a letter on its way, only the first text is true.
  const alone = texts.slice(0, 1);
  const told = promises ? texts : alone;
  const said = proof === undefined ? told : [...alone, ...unkeptWords(proof)];
  return {
    state,
    title,
    texts: [...said, ...otherPlansGoOn(others)],
    supportEmail: env.SUPPORT_EMAIL,
  };
}
export type CanceledEnd = ReturnType<typeof canceledEnd>;

/** What is said of a plan that does not go on. @param done once it is canceled; undefined while that waits for billing */
export async function endOfPlan(
  plan: Subscription,
  done: "canceled" | "plan-canceled" | undefined,
  others: readonly Subscription[] = [],
): Promise<CanceledEnd> {
  const [isWithdrawn, promises] = await Promise.all([
    unlessDown(hasWithdrawn(plan)),
    isLetterOnItsWay(plan.id),
  ]);
  if (isWithdrawn) return canceledEnd("withdrawn", { others });
  return done ? canceledEnd(done, { others, promises }) : canceledEnd("received", { others });
}
