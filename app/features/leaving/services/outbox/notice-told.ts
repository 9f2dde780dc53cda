import { z } from "zod";

/** Older releases kept the bare id. */
const consent = z.union([
  z.string().transform((id) => ({ id, at: null, words: null })),
  z.object({
    /** Of a new price, or the key of the notice of a trial's end. */
    id: z.string(),
    /** Epoch milliseconds. */
    at: z.number().nullable(),
    /** What was agreed to, as My Plan has shown it. */
    words: z.string().nullable(),
  }),
]);

const about = {
  /** Keys of the notices that are settled. */
  keys: z.array(z.string()),
  /** Those of them whose letter no mailbox took. */
  refused: z.array(z.string()).default([]),
  yearAt: z.number().nullable(),
  agreed: z.array(consent).default([]),
  /** When the subscriber was asked whether their trial may become a plan. */
  askedAt: z.number().nullable().default(null),
};

export const noticesPayload = z.object({
  uid: z.string().min(1),
  /** Older releases knew one subscription: that which `progress` is about. */
  subscriptionId: z.string().nullable().default(null),
});
export type NoticesPayload = z.output<typeof noticesPayload>;

export const noticesProgress = z.union([
  z.object({
    plans: z.array(
      z.object({
        /** Null: that of the payload. */
        subscriptionId: z.string().nullable(),
        ...about,
      }),
    ),
  }),
  z.object(about).transform((only) => ({ plans: [{ subscriptionId: null, ...only }] })),
]);
export type NoticesProgress = z.output<typeof noticesProgress>;

/** What somebody was told of one of their subscriptions, and has agreed to. */
export type PlanTold = NoticesProgress["plans"][number] & { subscriptionId: string };

interface Entry {
  payload: NoticesPayload;
  progress: NoticesProgress;
}

/** What somebody was told, by subscription. */
export const allTold = ({ payload, progress: { plans } }: Entry): PlanTold[] =>
  plans.flatMap((plan) => {
    const subscriptionId = plan.subscriptionId ?? payload.subscriptionId;
    return subscriptionId === null ? [] : [{ ...plan, subscriptionId }];
  });

/** What was told of a subscription: nothing where it is new. */
export const toldOf = (all: readonly PlanTold[], subscriptionId: string): PlanTold =>
  all.find((one) => one.subscriptionId === subscriptionId) ?? {
    subscriptionId,
    keys: [],
    refused: [],
    yearAt: null,
    agreed: [],
    askedAt: null,
  };

/** The same with some of it told anew. */
export const withTold = (all: readonly PlanTold[], some: readonly PlanTold[]): PlanTold[] => [
  ...all.filter((one) => !some.some(({ subscriptionId }) => subscriptionId === one.subscriptionId)),
  ...some,
];

export const hasAgreed = ({ agreed }: PlanTold, id: string): boolean =>
  agreed.some((one) => one.id === id);
