import { z } from "zod";
import { namedDate } from "~/features/account/named-date.server";
import { isTrialKey } from "~/features/leaving/rules/notices";
import type { Termed } from "~/features/leaving/rules/term";

const consent = z.object({
  /** Of a new price, or the key of the notice of a trial's end. */
  id: z.string(),
  /** Epoch milliseconds; null where an older release kept the bare id. */
  at: z.number().nullable(),
  /** What was agreed to, as My Plan has shown it. */
  words: z.string().nullable(),
});

const planTold = z.object({
  /** Null: that of the payload. */
  subscriptionId: z.string().nullable(),
  /** Keys of the notices that are settled. */
  keys: z.array(z.string()),
  /** Those of them whose letter no mailbox took. */
  refused: z.array(z.string()).default([]),
  yearAt: z.number().nullable(),
  agreed: z
    .array(z.union([z.string().transform((id) => ({ id, at: null, words: null })), consent]))
    .default([]),
  /** When the subscriber was asked whether their trial may become a plan. */
  askedAt: z.number().nullable().default(null),
  /** The date that the subscription service names, since when it is known. */
  named: namedDate.nullable().default(null),
  /** When the trial ends, as the last run knew it. */
  trialEndsAt: z.number().nullable().default(null),
  /** Key of the notice of a trial's end to which nobody agreed in time, from the decision to cancel until that is kept. */
  endingTrial: z.string().nullable().default(null),
});
type Told = z.output<typeof planTold>;

export const noticesPayload = z.object({
  uid: z.string().min(1),
  /** The main subscription, which older releases know alone. */
  subscriptionId: z.string().nullable().default(null),
});
export type NoticesPayload = z.output<typeof noticesPayload>;

/**
 * As releases before December 2026 read and write it: of the main plan alone. It is kept beside `plans` until nobody
 * rolls back to one of those, so that each reads what the other has written. They keep of a document what they know:
 * `agreed` carries `plans` through them, as a text that is the id of nothing.
 */
const ofOlderReleases = z.object({
  keys: z.array(z.string()),
  yearAt: z.number().nullable(),
  agreed: z.array(z.string()).default([]),
  askedAt: z.number().nullable().default(null),
});

export const noticesProgress = z.union([
  z.object({
    plans: z.array(planTold),
    /** Ids of the plans that renewed at the last run; null: not known. */
    renewing: z.array(z.string()).nullable().default(null),
    ...ofOlderReleases.shape,
    keys: ofOlderReleases.shape.keys.default([]),
    yearAt: ofOlderReleases.shape.yearAt.default(null),
  }),
  // Plans that are there and cannot be read are for a person to look at: nothing is told anew because of them.
  ofOlderReleases
    .extend({ plans: z.undefined().optional() })
    .transform((only) => ({ ...only, plans: plansIn(only), renewing: null })),
]);
export type NoticesProgress = z.output<typeof noticesProgress>;

const carries = "plans:";

/** What an older release has written, and what it carried. */
function plansIn({ keys, yearAt, agreed, askedAt }: z.output<typeof ofOlderReleases>): Told[] {
  const carried = agreed.filter((one) => one.startsWith(carries)).flatMap(carriedIn);
  const known = carried.flatMap((one) => one.agreed.map(({ id }) => id));
  // It does not say which plan an id was for, and knows nothing of other plans.
  const added = agreed.filter((one) => !one.startsWith(carries) && !known.includes(one));
  const main = planTold.parse({ subscriptionId: null, keys, yearAt, agreed: added, askedAt });
  return [main, ...carried];
}

function carriedIn(text: string): Told[] {
  try {
    return z.array(planTold).parse(JSON.parse(text.slice(carries.length)));
  } catch {
    return [];
  }
}

/** What is kept. @param mainId the main subscription's, as in the payload */
export function progressOf(
  plans: readonly PlanTold[],
  { mainId, renewing }: { mainId: string | null; renewing: readonly string[] | null },
): NoticesProgress {
  const { keys, yearAt, agreed, askedAt } = toldOf(plans, mainId ?? "");
  const carried = plans.length > 0 ? [carries + JSON.stringify(plans)] : [];
  return {
    plans: [...plans],
    renewing: renewing && [...renewing],
    ...{ keys, yearAt, askedAt, agreed: [...agreed.map(({ id }) => id), ...carried] },
  };
}

/** What somebody was told of one of their subscriptions, and has agreed to. */
export type PlanTold = Told & { subscriptionId: string };

interface Entry {
  payload: NoticesPayload;
  progress: NoticesProgress;
}

/** What somebody was told, by subscription. */
export function allTold({ payload, progress: { plans } }: Entry): PlanTold[] {
  const all = new Map<string, PlanTold>();
  for (const plan of plans) {
    const subscriptionId = plan.subscriptionId ?? payload.subscriptionId;
    if (subscriptionId === null) continue;
    const before = all.get(subscriptionId);
    const told = { ...plan, subscriptionId };
    all.set(subscriptionId, before ? joined(before, told) : told);
  }
  return [...all.values()];
}

/** What an older release has written of a plan, and what it carried of it. */
const joined = (written: PlanTold, carried: PlanTold): PlanTold => ({
  ...carried,
  keys: [...new Set([...carried.keys, ...written.keys])],
  yearAt: written.yearAt ?? carried.yearAt,
  agreed: [...carried.agreed, ...written.agreed],
  askedAt: written.askedAt ?? carried.askedAt,
});

/** What was told of a subscription: nothing where it is new. */
export const toldOf = (all: readonly PlanTold[], subscriptionId: string): PlanTold =>
  all.find((one) => one.subscriptionId === subscriptionId) ?? {
    ...planTold.parse({ subscriptionId, keys: [], yearAt: null }),
    subscriptionId,
  };

/** The same with some of it told anew. */
export const withTold = (all: readonly PlanTold[], some: readonly PlanTold[]): PlanTold[] => [
  ...all.filter((one) => !some.some(({ subscriptionId }) => subscriptionId === one.subscriptionId)),
  ...some,
];

export const hasAgreed = ({ agreed }: PlanTold, id: string): boolean =>
  agreed.some((one) => one.id === id);

type Started = Pick<Termed, "startedAt">;

/** Whether the subscriber was asked if their trial may become a plan. Who was told too late to answer was not. */
export const isAskedOfTrial = ({ keys, askedAt }: PlanTold, subscription: Started): boolean =>
  askedAt !== null && keys.some((key) => isTrialKey(key, subscription));

export const hasAgreedToTrial = ({ agreed }: PlanTold, subscription: Started): boolean =>
  agreed.some(({ id }) => isTrialKey(id, subscription));

/** Whether it was just decided to cancel the trial, as nobody agreed in time. Consent comes too late then. */
export const isEndingUnagreed = ({ endingTrial }: PlanTold, subscription: Started): boolean =>
  endingTrial !== null && isTrialKey(endingTrial, subscription);
