import type { Part } from "../cell.ts";
import {
  billingDown,
  bundle,
  firstId,
  leadsTo,
  member,
  page,
  success,
  unavailable,
  type Visit,
  withoutFirestore,
  wrong,
} from "./visit.ts";

const signInForm = (cell: number, part: Part, password = member(cell, part).password) => ({
  path: "/sign-in",
  formOf: "/sign-in",
  form: { email: member(cell, part).email, password },
});

/** Signing in, and what helps those who cannot. */
export const signInAndRecovery: Visit[] = [
  {
    name: "GET /sign-in, signed in",
    as: "owner",
    ask: () => ({ path: "/sign-in" }),
    well: leadsTo(/^\/dashboard$/),
  },
  {
    name: "POST /sign-in",
    ask: ({ cell }) => signInForm(cell, "lost"),
    well: leadsTo(/^\/dashboard$/),
    down: {
      identity: unavailable(/Something went wrong|A network error/),
      subscriptions: unavailable(wrong),
    },
  },
  {
    name: "POST /sign-in, wrong password",
    ask: ({ cell }) => signInForm(cell, "shopper", "not-the-password"),
    well: { status: 401, words: /password is invalid|credential is malformed/ },
    down: { identity: unavailable(/Something went wrong|A network error/) },
  },
  {
    name: "POST /sign-in/link",
    ask: ({ cell }) => ({
      path: "/sign-in/link",
      formOf: "/sign-in/link",
      form: { email: member(cell, "lost").email },
    }),
    well: leadsTo(/sign-in\/link\?sent/, 303),
    again: { status: 429, words: /You asked for a link a moment ago/ },
    down: { firestore: withoutFirestore(unavailable(wrong)) },
  },
  {
    name: "POST /password-recovery",
    ask: ({ cell }) => ({
      path: "/password-recovery",
      formOf: "/password-recovery",
      form: { email: member(cell, "lost").email },
    }),
    well: leadsTo(/sent=reset/, 303),
    again: { status: 429, words: /Recovery email already sent/ },
    down: { identity: unavailable(wrong) },
  },
  {
    name: "POST /access-recovery",
    ask: ({ cell }) => ({
      path: "/access-recovery",
      formOf: "/access-recovery",
      form: { email: member(cell, "buyer").email },
    }),
    well: leadsTo(/sent=activation/, 303),
    again: { status: 429, words: /Recovery email already sent/ },
    down: {
      identity: unavailable(wrong),
      subscriptions: unavailable(wrong),
    },
  },
  {
    name: "GET /access-recovery?id",
    ask: ({ cell }) => ({ path: `/access-recovery?id=${firstId(cell, "buyer")}` }),
    well: page(/Create Your Account/),
    down: {
      identity: unavailable(/We cannot look up your subscription just now/),
      subscriptions: unavailable(/We cannot look up your subscription just now/),
    },
  },
  {
    name: "POST /access-recovery?id",
    ask: ({ cell }) => ({
      path: `/access-recovery?id=${firstId(cell, "joiner")}`,
      formOf: "/access-recovery",
      form: { email: member(cell, "joiner").email, password: "a-first-password" },
    }),
    well: leadsTo(/^\/dashboard$/, 303),
    down: {
      identity: unavailable(wrong),
      subscriptions: unavailable(wrong),
      billing: billingDown({
        refused: { status: 409, words: /The sandbox answers/ },
        unknown: unavailable(wrong),
        taken: leadsTo(/\?ready/, 303),
      }),
    },
  },
  {
    name: "POST /api/send-activation-by-email",
    ask: ({ cell }) => ({
      path: `/api/send-activation-by-email/${bundle}/${member(cell, "waiter").email}`,
    }),
    well: success,
    again: { status: 429, words: /Recovery email already sent/ },
    down: {
      identity: unavailable(wrong),
      subscriptions: unavailable(wrong),
    },
  },
];
