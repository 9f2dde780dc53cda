import { type FaultKind, type Part, partOf, type System } from "./cell.ts";

/** What an address has to answer. */
export interface Expected {
  status: number | readonly number[];
  /** Stands in the body, or in the address that the answer leads to. */
  words: RegExp;
}

export interface Ask {
  path: string;
  form?: Record<string, string>;
  json?: object;
  /** The page whose form is sent, with the trap's fields in it. */
  formOf?: string;
}

/** What was prepared for a cell while all was well. */
export interface Prepared {
  cell: number;
  /** Tokens of mailed cancellation links. */
  links: Record<"linker" | "bearer", string>;
  /** The address of a picture on this cell's own pages. */
  picture: string;
}

type Down = Expected | ((kind: FaultKind) => Expected | undefined);

export interface Visit {
  name: string;
  /** Who is signed in. */
  as?: Part;
  ask: (prepared: Prepared) => Ask;
  well: Expected;
  /** The systems it needs, and what it answers without them; without any other it answers as ever. */
  down?: Partial<Record<System, Down>>;
  /** Whether it may be asked a second time: a press that has gone through may not. */
  once?: true;
  /** What it answers where an earlier press went through, though its answer came too late. */
  again?: Expected;
  /** Where the press was taken although the system was down, its effect follows. */
  effect?: { of: Part; operation: "cancel" | "create" };
}

const page = (words: RegExp): Expected => ({ status: 200, words });
const leadsTo = (words: RegExp, status = 302): Expected => ({ status, words });
const unavailable = (words: RegExp): Expected => ({ status: 503, words });

const wrong = /Something went wrong/;
const success = page(/"success":true/);
const analysis = unavailable(/We cannot reach your analysis right now/);
const canceledByBilling = { status: 200, words: /has been canceled|"success":true/ };
const kept = { status: 202, words: /We have your cancellation|"success":true/ };
const cannotSay = unavailable(/Something went wrong|not canceled yet/);

/** Where the other presses have opened billing's breaker already, it is not asked at all. */
const unknownOrder = {
  status: [202, 503],
  words: /We are completing your purchase|Nothing was ordered or charged/,
};
const incomplete = { status: [502, 504], words: /We could not collect all of your data right now/ };

/** Contract 3 takes any words with an `error` for billing's refusal, and any JSON without one for a yes. */
const billingDown =
  ({ refused, unknown, taken }: { refused: Expected; unknown: Expected; taken: Expected }): Down =>
  (kind) =>
    kind.startsWith("status") ? refused : kind === "wrong-shape" ? taken : unknown;

const member = (cell: number, part: Part) => partOf(cell, part);
const signInForm = (cell: number, part: Part, password = member(cell, part).password) => ({
  path: "/sign-in",
  formOf: "/sign-in",
  form: { email: member(cell, part).email, password },
});
const firstId = (cell: number, part: Part) => member(cell, part).subscriptions[0]?.id ?? "";
const bundle = "profile-analyzer";

const reading: [string, RegExp][] = [
  ["/dashboard/insights", /Reels under 7 seconds|Tips/],
  ["/dashboard/top-trends", /Top 7 Instagram Trends/],
  ["/dashboard/top-hacks", /Top 5 Instagram Algorithm Hacks/],
  ["/articles/secret-admirers", /Read article/],
  ["/articles/secret-admirers/key-metrics-to-identify-secret-admirers", /To all articles/],
  ["/dashboard/log-out", /Are you sure\?/],
];

const open: [string, RegExp][] = [
  ["/", /Boost Your Instagram/],
  ["/?utm_source=x", /Boost Your Instagram/],
  ["/privacy", /Privacy Policy/],
  ["/terms-of-use", /License/],
  ["/sign-in", /Analyze your Instagram account/],
  ["/password-recovery", /Restore Password/],
  ["/access-recovery", /Access Recovery/],
  ["/healthz", /ok/i],
  ["/readyz", /"ready":true/],
];

/** Every page and press that somebody may come to, with what each owes to the outside systems. */
export const visits: Visit[] = [
  ...open.map(
    ([path, words]): Visit => ({ name: `GET ${path}`, ask: () => ({ path }), well: page(words) }),
  ),
  ...reading.map(
    ([path, words]): Visit => ({
      name: `GET ${path}`,
      as: "owner",
      ask: () => ({ path }),
      well: page(words),
    }),
  ),
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
    down: {
      identity: unavailable(wrong),
      subscriptions: unavailable(wrong),
      mail: unavailable(wrong),
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
    down: {
      identity: unavailable(wrong),
      subscriptions: unavailable(wrong),
      mail: unavailable(wrong),
    },
  },
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
      firestore: (kind) => (kind === "wrong-shape" ? undefined : canceledByBilling),
    },
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
    down: { subscriptions: unavailable(wrong), mail: unavailable(wrong) },
  },
  {
    name: "POST /event",
    ask: () => ({ path: "/event", json: { event: "opened", userAgent: "test" } }),
    well: { status: 204, words: /^$/ },
  },
  {
    name: "GET /dashboard",
    as: "owner",
    ask: () => ({ path: "/dashboard" }),
    well: page(/Secret Admirers/),
  },
  {
    name: "GET /dashboard/analytics",
    as: "owner",
    ask: () => ({ path: "/dashboard/analytics" }),
    well: page(/Overall Engagement Rate/),
    down: { firestore: analysis },
  },
  {
    name: "GET /dashboard/analytics/friends",
    as: "owner",
    ask: () => ({ path: "/dashboard/analytics/friends" }),
    well: page(/Your friends/),
    down: { firestore: analysis },
  },
  {
    name: "GET /dashboard/news",
    as: "owner",
    ask: () => ({ path: "/dashboard/news" }),
    well: page(/What is new for creators/),
    down: { functions: unavailable(/We cannot load the news right now/) },
  },
  {
    name: "GET /dashboard/news/:slug",
    as: "owner",
    ask: () => ({ path: "/dashboard/news/how-instagram-ranks-what-people-see" }),
    well: page(/To all news/),
    down: { functions: unavailable(/We cannot load this post right now/) },
  },
  {
    name: "GET /dashboard/course",
    as: "owner",
    ask: () => ({ path: "/dashboard/course" }),
    well: page(/10-lessons pdf course/),
    down: { subscriptions: unavailable(/We cannot open your course right now/) },
  },
  {
    name: "GET /pdf/Lesson_n1.pdf",
    as: "owner",
    ask: () => ({ path: "/pdf/Lesson_n1.pdf" }),
    well: page(/^%PDF-/),
    down: { subscriptions: unavailable(/We cannot open your file right now/) },
  },
  {
    name: "GET /dashboard/report",
    as: "owner",
    ask: () => ({ path: "/dashboard/report" }),
    well: page(/^%PDF-/),
    down: {
      subscriptions: { status: [502, 504], words: /We could not create your report right now/ },
      functions: {
        status: [202, 502],
        words: /We could not create your report right now|Your report is being prepared/,
      },
    },
  },
  {
    name: "GET /dashboard/password-safety",
    as: "owner",
    ask: () => ({ path: "/dashboard/password-safety" }),
    well: page(/EMAIL COMPROMISED!/),
    down: {
      functions: {
        status: [200, 503],
        words: /(Something went wrong\. )?Please try again later\./,
      },
    },
  },
  {
    name: "GET /dashboard/password-safety?whole",
    as: "mailer",
    ask: () => ({ path: "/dashboard/password-safety?whole=1" }),
    well: page(/Good news!/),
    down: { functions: unavailable(/(Something went wrong\. )?Please try again later\./) },
  },
  {
    name: "GET /picture",
    as: "owner",
    ask: ({ picture }) => ({ path: picture }),
    well: page(/./),
    down: {
      pictures: (kind) => ({
        status: ["redirect", "malformed", "wrong-shape", "huge"].includes(kind) ? 404 : [502, 504],
        words: /^GIF89a/,
      }),
    },
    once: true,
  },
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
    down: {
      firestore: (kind) =>
        kind === "wrong-shape" ? undefined : unavailable(/We could not save your answer/),
    },
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
      mail: unavailable(/We could not send the email/),
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
      firestore: (kind) =>
        kind === "wrong-shape" ? undefined : unavailable(/Nothing was ordered or charged/),
      billing: billingDown({
        refused: { status: 402, words: /The sandbox answers/ },
        unknown: unknownOrder,
        taken: leadsTo(/offers\/pdf-course$/),
      }),
    },
    once: true,
    effect: { of: "shopper", operation: "create" },
  },
  {
    name: "GET /dashboard/my-data",
    as: "owner",
    ask: () => ({ path: "/dashboard/my-data" }),
    well: page(/"profileAnalysis"/),
    down: {
      identity: incomplete,
      subscriptions: incomplete,
      // Whatever stands in a document is copied.
      firestore: (kind) => (kind === "wrong-shape" ? undefined : incomplete),
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
      firestore: (kind) =>
        kind === "wrong-shape" ? undefined : unavailable(/We could not save your request/),
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
