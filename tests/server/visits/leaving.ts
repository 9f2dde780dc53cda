import { leadsTo, page, unavailable, type Visit, withoutFirestore } from "./visit.ts";

/** The unsubscribe flow. */
export const leaving: Visit[] = [
  {
    name: "GET /dashboard/unsubscribe/0",
    as: "writer",
    ask: () => ({ path: "/dashboard/unsubscribe/0" }),
    well: page(/let go of my growth/),
  },
  {
    name: "POST /dashboard/unsubscribe/0",
    as: "writer",
    ask: () => ({ path: "/dashboard/unsubscribe/0", form: { press: "letGo" } }),
    well: leadsTo(/unsubscribe\/1$/),
  },
  {
    name: "POST /dashboard/unsubscribe/5",
    as: "writer",
    ask: () => ({
      path: "/dashboard/unsubscribe/5",
      form: { press: "continue", select: "other" },
    }),
    well: leadsTo(/unsubscribe\/\d$/),
    down: { firestore: withoutFirestore(unavailable(/We could not save your answer/)) },
  },
  {
    name: "POST /dashboard/unsubscribe/8",
    as: "leaver",
    ask: () => ({ path: "/dashboard/unsubscribe/8", form: { press: "cancel" } }),
    well: { status: [200, 302], words: /has been canceled|unsubscribe\/canceled$/ },
    down: {
      subscriptions: unavailable(/not canceled yet/),
      billing: (kind) =>
        kind.startsWith("status")
          ? { status: 502, words: /The sandbox answers/ }
          : leadsTo(/unsubscribe\/canceled$/),
    },
    once: true,
    effect: { of: "leaver", operation: "cancel" },
  },
];
