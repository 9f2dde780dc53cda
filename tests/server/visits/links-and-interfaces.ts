import {
  bundle,
  firstId,
  member,
  page,
  success,
  unavailable,
  type Visit,
  withoutFirestore,
  wrong,
} from "./visit.ts";

const canceledByBilling = { status: 200, words: /has been canceled|"success":true/ };
const kept = { status: 202, words: /We have your cancellation|"success":true/ };
const cannotSay = unavailable(/Something went wrong|not canceled yet/);

/** What mailed links lead to, and what other programs ask. */
export const linksAndInterfaces: Visit[] = [
  {
    name: "GET /unsubscription",
    ask: ({ links }) => ({ path: `/unsubscription?from=${links.linker}` }),
    well: page(/Cancel your subscription\?/),
  },
  {
    name: "POST /unsubscription",
    ask: ({ links }) => ({ path: "/unsubscription", form: { from: links.linker } }),
    well: canceledByBilling,
    down: {
      subscriptions: kept,
      // Billing is not told before it is known whose account it is.
      identity: kept,
      billing: kept,
      // Kept nowhere else, billing's own yes is what counts.
      firestore: withoutFirestore(canceledByBilling),
    },
    late: unavailable(/could not confirm your cancellation/),
    once: true,
    effect: { of: "linker", operation: "cancel" },
  },
  {
    name: "POST /api/cancel-subscription",
    ask: ({ links }) => ({ path: `/api/cancel-subscription/${links.bearer}` }),
    well: canceledByBilling,
    down: {
      subscriptions: kept,
      identity: kept,
      billing: (kind) =>
        kind.startsWith("status") ? { status: 502, words: /The sandbox answers/ } : kept,
    },
    once: true,
    effect: { of: "bearer", operation: "cancel" },
  },
  {
    name: "POST /api/cancel",
    as: "caller",
    ask: ({ cell }) => ({ path: "/api/cancel", json: { id: firstId(cell, "caller") } }),
    well: canceledByBilling,
    down: {
      subscriptions: cannotSay,
      billing: (kind) =>
        kind.startsWith("status") ? { status: 502, words: /The sandbox answers/ } : kept,
    },
    once: true,
    effect: { of: "caller", operation: "cancel" },
  },
  {
    name: "POST /api/cancel-request",
    ask: ({ cell }) => ({
      path: "/api/cancel-request",
      json: {
        email: member(cell, "waiter").email,
        code: bundle,
        host: "localhost",
        emailing: true,
        inAppUnsubscribe: false,
      },
    }),
    well: success,
    down: { firestore: withoutFirestore(unavailable(wrong)) },
  },
  {
    name: "POST /event",
    ask: () => ({ path: "/event", json: { event: "opened", userAgent: "test" } }),
    well: { status: 204, words: /^$/ },
  },
];
