import offers from "content:offers";
import { placeIn } from "~/features/account/place.server";
import { describePlan } from "~/features/account/plan";
import type { Subscription } from "~/features/account/subscription";
import {
  isRise,
  lastCallOf,
  lengthsOf,
  namedSince,
  type PriceChange,
  trialToAgree,
} from "~/features/leaving/rules/notices";
import {
  endByClocks,
  lastDayInWords,
  obligationsOn,
} from "~/features/leaving/services/obligations.server";
import { agreeTo, noticesEntryOf } from "~/features/leaving/services/outbox/notice.server";
import {
  allTold,
  hasAgreed,
  hasAgreedToTrial,
  isAskedOfTrial,
  isEndingUnagreed,
  type PlanTold,
  toldOf,
} from "~/features/leaving/services/outbox/notice-told";
import { renewalOf } from "~/features/leaving/services/outbox/renewal.server";
import { priceChangesOf } from "~/features/leaving/store/price-changes.server";
import { formatDate } from "~/platform/values/dates";
import { inMoney } from "~/platform/values/money";
import { say, sentences } from "~/platform/values/say";

/** A change of a plan that a subscriber has been told, as My Plan shows it: what they agree to is kept in these words. */
export interface AskedConsent {
  about: "price" | "trial";
  /** Of the new price, or the key of the notice of the trial's end. */
  id: string;
  /** The subscription that it is about. */
  subscription: string;
  /** `asked`: it holds only once they agree. `too-late`: the plan is being canceled. */
  consent: "not-needed" | "asked" | "given" | "too-late";
  title: string;
  text: string;
  /** The button. */
  press: string;
}

interface Owned {
  uid: string;
  /** The main plan, which may say the place of another. */
  main: Subscription | undefined;
}

/** The new prices, and the ends of trials, that the subscriber has been told. @throws UpstreamError if Firestore fails */
export async function askedConsents(
  plans: readonly Subscription[],
  owned: Owned,
): Promise<AskedConsent[]> {
  const entry = await noticesEntryOf(owned.uid);
  if (!entry) return [];
  const all = allTold(entry);
  const asked = plans
    .filter(({ status }) => status === "active")
    .map((plan) => consentsOf(plan, toldOf(all, plan.id), owned));
  return (await Promise.all(asked)).flat();
}

async function consentsOf(
  plan: Subscription,
  told: PlanTold,
  { uid, main }: Owned,
): Promise<AskedConsent[]> {
  if (told.keys.length === 0) return [];
  const now = Date.now();
  const named = namedSince(plan, told.named) ?? undefined;
  const place = await placeIn(plan, uid, main);
  const { notices, zones } = obligationsOn(place, now, lengthsOf(plan.planCode));
  const asksConsent = notices.some(({ about, consent }) => about === "price" && consent);
  const announced = await pricesFor(plan, told);
  const trial = trialToAgree(notices, plan, { now, before: told.trialEndsAt });
  // The subscriptions besides the main one are named.
  const titled = (title: string): string =>
    plan.id === main?.id ? title : say`${describePlan(plan.planCode, offers.plans).name}: ${title}`;
  const consents: AskedConsent[] = [];
  for (const price of toldPrices(announced, told, now)) {
    const given = hasAgreed(told, price.id) ? "given" : "asked";
    const needsConsent = asksConsent && isRise(price, plan, announced);
    const consent = needsConsent ? given : "not-needed";
    consents.push({
      ...{ about: "price", id: price.id, subscription: plan.id, consent },
      title: titled(say`${inMoney(price)} from ${formatDate(price.from)} on`),
      text:
        consent === "not-needed"
          ? say`The last day to cancel and not pay it is ${lastDayInWords(lastCallOf({ ...plan, named }, price.from), zones)}.`
          : priceTexts[consent],
      press: say`I agree to the new price`,
    });
  }
  const renewal = trial && isAskedOfTrial(told, plan) ? await renewalOf(plan) : undefined;
  if (trial && renewal !== undefined && renewal !== "canceled") {
    const given = hasAgreedToTrial(told, plan) ? "given" : "asked";
    // Billing is asked already: consent would change nothing.
    const isEnding = renewal === "being-canceled" || isEndingUnagreed(told, plan);
    const consent = isEnding ? "too-late" : given;
    consents.push({
      ...{ about: "trial", id: trial.key, subscription: plan.id, consent },
      title: titled(say`Your trial ends on ${endByClocks(trial.endsAt, zones)}`),
      text:
        consent === "asked"
          ? say`Your plan goes on, and is charged, only if you agree by ${lastDayInWords(trial.lastCallAt, zones)}. If you do not, it ends with the trial, and you pay nothing more.`
          : trialTexts[consent],
      press: say`I agree to go on with my plan`,
    });
  }
  return consents;
}

const priceTexts = sentences({
  asked: "It holds for you only if you agree. If you do not, nothing changes.",
  given: "You have agreed to this price.",
});

const trialTexts = sentences({
  given: "You have agreed to go on with your plan after it.",
  "too-late": "Your plan is being canceled. We will email you when it is done.",
});

/** The new prices of a plan whose owner was told of one. */
const pricesFor = async (
  { planCode }: Subscription,
  { keys }: PlanTold,
): Promise<readonly PriceChange[]> =>
  keys.some((key) => key.startsWith("price-")) ? priceChangesOf(planCode) : [];

/** Those of them that were told and have not begun, the next one first. */
const toldPrices = (
  announced: readonly PriceChange[],
  { keys }: PlanTold,
  now: number,
): PriceChange[] =>
  announced
    .filter(({ id, from }) => from > now && keys.includes(`price-${id}`))
    .sort((a, b) => a.from - b.from);

/**
 * Keeps that the subscriber agrees to what My Plan asks, and in which words.
 * @returns false where that is not asked, is needed no more, or comes too late
 */
export async function agree(
  plans: readonly Subscription[],
  owned: Owned,
  pressed: { about: AskedConsent["about"]; id: string; subscription: string },
): Promise<boolean> {
  const plan = plans.find(({ id }) => id === pressed.subscription);
  if (!plan) return false;
  // What has changed since the page was shown is asked anew, in its words.
  const asked = (await askedConsents([plan], owned)).find(
    ({ about, id }) => about === pressed.about && id === pressed.id,
  );
  if (asked?.consent === "given") return true;
  if (asked?.consent !== "asked") return false;
  const { id: change, title, text, press } = asked;
  return agreeTo(owned.uid, { plan, change, words: [title, text, press].join("\n") });
}
