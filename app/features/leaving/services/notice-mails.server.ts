import offers from "content:offers";
import { env } from "~/env.server";
import { otherPlanAddress } from "~/features/account/other-plans";
import { describePlan } from "~/features/account/plan";
import type { Subscription } from "~/features/account/subscription";
import { type LegalNotice, lastCall, lastCallOf } from "~/features/leaving/rules/notices";
import { decidedBefore } from "~/features/leaving/rules/term";
import { openApp } from "~/features/leaving/services/declaration-mails.server";
import { endByClocks, lastDayInWords } from "~/features/leaving/services/obligations.server";
import { composeLetter, type Part } from "~/platform/mail/compose.server";
import type { Mail } from "~/platform/mail/mail.server";
import { addresses } from "~/platform/values/addresses";
import { formatDate } from "~/platform/values/dates";
import { apart } from "~/platform/values/listed";
import { dollars, inMoney } from "~/platform/values/money";
import { say } from "~/platform/values/say";

/** What the plan costs, and how often. */
function priceOf({ planCode, price }: Subscription): string {
  const plan = describePlan(planCode, offers.plans);
  const amount = price ? inMoney(price) : dollars(plan.price);
  const [first = "", ...rest] = plan.period;
  return say`${plan.name}: ${apart(amount, first.toLowerCase() + rest.join(""))}`;
}

/** @param zones time zones of the place */
function wordsOf(
  { about, eventAt, needsConsent, price }: LegalNotice,
  subscription: Subscription,
  zones: readonly string[],
): {
  heading: string;
  paragraphs: string[];
} {
  switch (about) {
    case "year":
      return {
        heading: say`Your subscription, once a year`,
        paragraphs: [
          say`This is your yearly reminder that you have a subscription of Profile Analyzer, which renews until you cancel it.`,
        ],
      };
    case "trial":
      return {
        heading: say`Your trial ends soon`,
        paragraphs: [
          needsConsent
            ? say`Your trial ends on ${endByClocks(eventAt, zones)}. Your plan goes on after it, is charged and renews until you cancel it, only if you agree: press 'I agree to go on with my plan' in My Plan by ${lastDayInWords(eventAt - decidedBefore, zones)}. If you do not, we cancel it a day before the end, and you pay nothing more.`
            : say`Your trial ends on ${endByClocks(eventAt, zones)}. After it your plan is charged and renews until you cancel it. The last day to cancel and pay nothing more is ${lastDayInWords(eventAt - lastCall, zones)}.`,
        ],
      };
    case "renewal":
      return {
        heading: say`Your subscription renews soon`,
        paragraphs: [
          say`The last day to cancel before your subscription renews is ${lastDayInWords(eventAt, zones)}. Unless you cancel by then, the next term is charged.`,
        ],
      };
    case "price":
      return {
        heading: say`Your plan gets a new price`,
        paragraphs: [
          say`From ${formatDate(eventAt)} on your plan costs ${price ? inMoney(price) : ""}.`,
          needsConsent
            ? say`The new price holds for you only if you agree to it: press 'I agree to the new price' in My Plan. If you do not, you can go on at your price, or cancel.`
            : say`The last day to cancel and not pay it is ${lastDayInWords(lastCallOf(subscription, eventAt), zones)}.`,
        ],
      };
  }
}

/** A plan besides the main one has a page of its own; without signing in, only its number says that it is meant. */
function waysToCancel({ id }: Subscription, { isOther, canSignIn }: NoticedPlan): Part[] {
  const title = say`How to cancel`;
  const publicly = (text: string): Part => ({
    paragraphs: [text],
    link: {
      label: say`Cancel contracts here`,
      address: `${env.APP_ORIGIN}${addresses.cancelPublicly}`,
    },
  });
  if (!isOther) {
    const text = say`In the menu, open My Plan and press Cancel. Or cancel without signing in, with your email address alone:`;
    return [{ title, ...publicly(text) }];
  }
  if (!canSignIn) {
    const text = say`Cancel without signing in, with your email address, and under 'Contract' the number of this subscription, ${id}:`;
    return [{ title, ...publicly(text) }];
  }
  return [
    {
      title,
      paragraphs: [say`Sign in and cancel this plan with one press on its own page:`],
      link: {
        label: say`Cancel this plan`,
        address: `${env.APP_ORIGIN}${otherPlanAddress(id)}`,
      },
    },
    publicly(
      say`Or cancel without signing in, with your email address, and under 'Contract' the number of this subscription, ${id}:`,
    ),
  ];
}

interface NoticedPlan {
  /** Whether it is another plan than the main one: the subject names it. */
  isOther: boolean;
  /** Only a main plan that runs lets its owner sign in. */
  canSignIn: boolean;
}

/** A notice that a law asks for. It cannot be turned off. */
export function noticeMail(
  notice: LegalNotice,
  {
    to,
    id,
    subscription,
    zones,
    ...plan
  }: {
    to: string;
    id: string;
    subscription: Subscription;
    zones: readonly string[];
  } & NoticedPlan,
): Promise<Mail> {
  const { heading, paragraphs } = wordsOf(notice, subscription, zones);
  const { name } = describePlan(subscription.planCode, offers.plans);
  return composeLetter({
    to,
    id,
    subject: plan.isOther ? say`${heading}: ${name}` : heading,
    paragraphs,
    parts: [
      {
        title: say`Your plan`,
        items: [
          priceOf(subscription),
          say`Since ${formatDate(subscription.startedAt)}`,
          say`Subscription ${subscription.id}`,
        ],
      },
      ...waysToCancel(subscription, plan),
    ],
    action: plan.canSignIn
      ? { label: say`Open My Plan`, address: `${env.APP_ORIGIN}${addresses.myPlan}` }
      : openApp(""),
    reason: say`You get this letter because the law of your place asks us to send it.`,
  });
}
