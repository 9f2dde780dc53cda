import { page, unavailable, type Visit, withoutFirestore } from "./visit.ts";

const analysis = unavailable(/We cannot reach your analysis right now/);

/** What subscribers come for. */
export const dashboard: Visit[] = [
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
    // On a busy machine it takes longer to set than an answer may.
    well: { status: [200, 202], words: /^%PDF-|Your report is being prepared/ },
    down: {
      subscriptions: { status: [502, 504], words: /We could not create your report right now/ },
      functions: {
        status: [202, 502],
        words: /We could not create your report right now|Your report is being prepared/,
      },
    },
  },
  {
    name: "GET /dashboard/notifications",
    as: "owner",
    ask: () => ({ path: "/dashboard/notifications" }),
    well: page(/Breach alerts/),
    down: { firestore: withoutFirestore(unavailable(/We cannot reach your settings right now/)) },
  },
  {
    name: "GET /dashboard/security",
    as: "owner",
    ask: () => ({ path: "/dashboard/security" }),
    well: page(/Change password/),
    // Each section fails alone.
    down: {
      identity: page(/We cannot reach the sign-in service right now/),
      firestore: withoutFirestore(page(/We cannot reach the list right now/)),
    },
  },
  {
    name: "POST /dashboard/security, wrong current password",
    as: "owner",
    ask: () => ({
      path: "/dashboard/security",
      form: { press: "change-password", present: "not-the-password", password: "a new password" },
    }),
    well: { status: 422, words: /This is not your current password/ },
    down: { identity: unavailable(/Your password is the same as before/) },
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
];
