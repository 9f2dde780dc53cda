import { billingDown, leadsTo, page, unavailable, type Visit, withoutFirestore } from "./visit.ts";

/** Where the other presses have opened billing's breaker already, it is not asked at all. */
const unknownOrder = {
  status: [202, 503],
  words: /We are completing your purchase|Nothing was ordered or charged/,
};

/** My Plan, and what is sold. */
export const planAndOffers: Visit[] = [
  {
    name: "GET /dashboard/my-plan",
    as: "owner",
    ask: () => ({ path: "/dashboard/my-plan" }),
    well: page(/Weekly Plan/),
    down: { subscriptions: page(/We cannot reach your subscription right now/) },
  },
  {
    name: "GET /dashboard/my-plan/cancel",
    as: "owner",
    ask: () => ({ path: "/dashboard/my-plan/cancel" }),
    well: page(/We are sorry to see you go/),
  },
  {
    name: "POST /dashboard/my-plan/cancel",
    as: "mailer",
    ask: () => ({ path: "/dashboard/my-plan/cancel", form: {} }),
    well: leadsTo(/my-plan\/cancel\?sent$/),
    down: {
      subscriptions: unavailable(/We could not send the email/),
    },
  },
  {
    name: "GET /dashboard/offers/:product",
    as: "writer",
    ask: () => ({ path: "/dashboard/offers/pdf-course" }),
    well: page(/Instagram Mastery Course/),
  },
  {
    name: "POST /dashboard/offers/:product",
    as: "shopper",
    ask: () => ({ path: "/dashboard/offers/pdf-course", form: {} }),
    well: leadsTo(/offers\/pdf-course$/),
    down: {
      subscriptions: unavailable(/Nothing was ordered or charged/),
      firestore: withoutFirestore(unavailable(/Nothing was ordered or charged/)),
      billing: billingDown({
        refused: { status: 402, words: /The sandbox answers/ },
        unknown: unknownOrder,
        taken: leadsTo(/offers\/pdf-course$/),
      }),
    },
    once: true,
    effect: { of: "shopper", operation: "create" },
  },
];
