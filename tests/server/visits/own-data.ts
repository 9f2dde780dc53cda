import { leadsTo, page, unavailable, type Visit, withoutFirestore } from "./visit.ts";

const incomplete = { status: [502, 503], words: /We could not collect all of your data right now/ };

/** What becomes of the data, and logging out. */
export const ownData: Visit[] = [
  {
    name: "GET /dashboard/my-data",
    as: "owner",
    ask: () => ({ path: "/dashboard/my-data" }),
    well: page(/"profileAnalysis"/),
    down: {
      identity: incomplete,
      subscriptions: incomplete,
      // Whatever stands in a document is copied.
      firestore: withoutFirestore(incomplete),
    },
  },
  {
    name: "GET /dashboard/erase-data",
    as: "owner",
    ask: () => ({ path: "/dashboard/erase-data" }),
    well: page(/Erase my data and sign out/),
  },
  {
    name: "POST /dashboard/erase-data",
    as: "eraser",
    ask: () => ({ path: "/dashboard/erase-data", form: {} }),
    well: leadsTo(/data-erasure\//),
    down: {
      firestore: withoutFirestore(unavailable(/We could not save your request/)),
    },
    once: true,
  },
  {
    name: "POST /dashboard/log-out",
    as: "goer",
    ask: () => ({ path: "/dashboard/log-out", form: {} }),
    well: leadsTo(/^\/sign-in$/),
    once: true,
  },
];
