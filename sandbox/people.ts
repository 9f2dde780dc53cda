import { days, extra, main, minutes, type Person, person } from "./person.ts";
import { profileOf, type SeededProfile } from "./profiles.ts";

/** All seeded people, in the order in which a newcomer would try them. */
export const people: readonly Person[] = [
  person(
    "rich",
    "Weekly plan, active. Every section of the analytics filled.",
    [main("sub-1001")],
    {
      profile: "rich",
    },
  ),
  person(
    "small",
    "Weekly plan, active. A nearly empty profile: one post, one like.",
    [main("1002")],
    { profile: "small" },
  ),
  person(
    "idle",
    "Weekly plan, active. The analysis has not begun: no profile yet.",
    [main("sub-1003")],
    { profile: "none" },
  ),
  person(
    "importer",
    "Weekly plan, active. Has not imported an Instagram export yet: take one from 'Exports to try' below.",
    [main("sub-1029")],
    { profile: "none" },
  ),
  person(
    "creator",
    "Weekly plan, active. A creator who has neither imported nor connected: connect at /dashboard/connect, as 'lena.on.film' for one.",
    [main("sub-1032")],
    { profile: "none" },
  ),
  person(
    "imported",
    "Weekly plan, active, and owner of the report. The demo has imported one export for this person.",
    [main("sub-1030"), extra("sub-1041", "ig_pdf_report_otp")],
    { profile: "none", imports: "one" },
  ),
  person(
    "twice",
    "Weekly plan, active, and owner of the report. The demo has imported two exports for this person.",
    [main("sub-1033"), extra("sub-1044", "ig_pdf_report_otp")],
    { profile: "none", imports: "two" },
  ),
  person(
    "connected",
    "Weekly plan, active, and owner of the report. The demo has connected Instagram for this person, who has no export.",
    [main("sub-1035"), extra("sub-1045", "ig_pdf_report_otp")],
    { profile: "none", connects: "flat-answers" },
  ),
  person(
    "years",
    "Weekly plan, active, and owner of the report. 40 exports of five years, and connected as 'rosa.and.the.sea': the demo imports them in its first half minute.",
    [main("sub-1034"), extra("sub-1043", "ig_pdf_report_otp")],
    { profile: "none", imports: "forty", connects: "rosa" },
  ),
  person(
    "monthly",
    "Weekly plan, active, and owner of the report. A creator who imports an export every month; one covered only its last 3 months. At Instagram: 'atelier.kaia'.",
    [main("sub-1031"), extra("sub-1042", "ig_pdf_report_otp")],
    { profile: "none", imports: "several" },
  ),
  person("pending", "Weekly plan, active. The analysis waits for its turn.", [main("1004")], {
    profile: "pending",
  }),
  person(
    "processing",
    "Weekly plan, active. The analysis runs: some figures are in.",
    [main("sub-1005")],
    { profile: "processing" },
  ),
  person("canceled", "Weekly plan, canceled, still running.", [
    main("1006", undefined, { status: "canceled" }),
  ]),
  person("expired", "Weekly plan, expired: cannot sign in.", [
    main("sub-1007", undefined, { status: "expired", startedAgo: 90 * days }),
  ]),
  person("nosub", "An account without any subscription: cannot sign in.", [], { profile: "none" }),
  person(
    "otherapp",
    "A subscription, but of another app: cannot sign in.",
    [main("sub-1009", undefined, { bundle: "another-app" })],
    { profile: "none" },
  ),
  person(
    "extraonly",
    "Owns the course, but no main plan: cannot sign in.",
    [extra("sub-1010", "ig_boost_engagement_otp")],
    { profile: "none" },
  ),
  person(
    "extras",
    "Weekly plan, and owner of every extra.",
    [
      main("sub-1011"),
      extra("sub-1012", "ig_boost_engagement_otp"),
      extra("sub-1013", "fb_pdf_report_sale_otp"),
      extra("sub-1014", "ig_ultimate_pack_sale2_otp"),
      extra("sub-1015", "ig_premium_one_month"),
      extra("sub-1016", "ig_gift_one_month"),
    ],
    { profile: "rich" },
  ),
  person("brandx", "Weekly plan of brand X: other billing host, other plan ids.", [
    main("1017", "ig_x_weekly_trial"),
  ]),
  person("brandy", "Weekly plan of brand Y: other billing host, other plan ids.", [
    main("sub-1018", "ig_y_weekly_trial"),
  ]),
  person("premium", "Premium plan (premium_one_month).", [main("1019", "ig_premium_one_month")]),
  person("gift", "Gift plan (gift_one_month).", [main("sub-1020", "ig_gift_one_month")]),
  person("quarter", "3-month plan.", [main("1021", "ig_3month_premium")]),
  person(
    "fresh",
    "Bought half a minute ago: My Plan shows 'Fetching plans'.",
    [main("sub-1022", undefined, { startedAgo: minutes / 2 })],
    { profile: "pending" },
  ),
  person("leaked", "Weekly plan, active. The e-mail is in four known breaches.", [main("1023")], {
    breaches: [
      {
        Name: "Harbor Forum",
        Domain: "harborforum.example",
        BreachDate: "2016-05-05",
        DataClasses: ["Email addresses", "Passwords", "Usernames"],
      },
      {
        Name: "Parcelly",
        Domain: "parcelly.example",
        BreachDate: "2021-11-18",
        DataClasses: ["Email addresses", "Names", "Phone numbers", "Physical addresses"],
      },
      {
        Name: "Tunebox",
        Domain: "tunebox.example",
        BreachDate: "2019-02-03",
        DataClasses: ["Dates of birth", "Email addresses", "IP addresses"],
      },
      {
        Name: "Cartwheel Shop",
        Domain: "cartwheel.example",
        BreachDate: "2023-08-27",
        DataClasses: ["Email addresses", "Partial credit card data", "Purchases"],
      },
    ],
  }),
  person("disabled", "The identity provider has disabled this account.", [main("sub-1024")], {
    account: "disabled",
  }),
  person("returning", "Has an account (old plan expired) and bought again: id new-1026.", [
    main("sub-1025", undefined, { status: "expired", startedAgo: 200 * days }),
    main("new-1026", undefined, { startedAgo: 10 * minutes, unlinked: true }),
  ]),
  person(
    "buyer",
    "Bought, no account yet: /access-recovery?id=new-1027.",
    [main("new-1027", undefined, { startedAgo: 20 * minutes, unlinked: true })],
    { account: "none", profile: "none" },
  ),
  person(
    "newcomer",
    "Bought, no account yet, two addresses: /access-recovery?id=1028.",
    [
      main("1028", undefined, {
        startedAgo: 20 * minutes,
        unlinked: true,
        formerEmails: ["newcomer-old@example.com"],
      }),
    ],
    { account: "none", profile: "none" },
  ),
  person(
    "german",
    "Monthly plan of five days, in Germany: the steps of leaving go straight to 'jetzt kündigen', and withdrawing is offered.",
    [
      main("sub-1061", "ig_premium_one_month", {
        startedAgo: 5 * days,
        country: "DE",
        price: { amount: "13.99", currency: "EUR" },
      }),
    ],
    { profile: "rich", language: "de" },
  ),
  person(
    "minnesotan",
    "Weekly plan, in Minnesota: no offers while leaving, unless asked for.",
    [main("sub-1062", "ig_weekly_trial", { country: "US-MN" })],
    { profile: "rich" },
  ),
  person(
    "parisian",
    "Weekly plan, in France, reads French: the words of French law for leaving.",
    [main("sub-1071", "ig_weekly_trial", { country: "FR" })],
    { profile: "rich", language: "fr" },
  ),
  person(
    "spaniard",
    "Weekly plan, in Spain, reads Spanish.",
    [main("sub-1072", "ig_weekly_trial", { country: "ES" })],
    { profile: "rich", language: "es" },
  ),
  person(
    "brazilian",
    "Weekly plan, in Brazil, reads Portuguese.",
    [main("sub-1073", "ig_weekly_trial", { country: "BR" })],
    { profile: "rich", language: "pt-BR" },
  ),
  person(
    "roman",
    "Weekly plan, in Italy, reads Italian.",
    [main("sub-1074", "ig_weekly_trial", { country: "IT" })],
    { profile: "rich", language: "it" },
  ),
  person(
    "egyptian",
    "Weekly plan, in Egypt, reads Arabic, from right to left.",
    [main("sub-1075", "ig_weekly_trial", { country: "EG" })],
    { profile: "rich", language: "ar" },
  ),
];

/** The seeded person with that key; throws if there is none. */
export function personByKey(key: string): Person {
  const found = people.find((candidate) => candidate.key === key);
  if (!found) throw new Error(`No seeded person has the key '${key}'`);
  return found;
}

/** The documents of `profiles/{uid}` (docs/product.md#profile-document), by uid. */
export function seededProfiles(
  owners: readonly Person[],
  imagesUrl: string,
  now: Date,
): Map<string, SeededProfile> {
  const profiles = new Map<string, SeededProfile>();
  for (const owner of owners) {
    const profile = profileOf(owner.profile, owner.key, imagesUrl, now);
    if (profile) profiles.set(owner.uid, profile);
  }
  return profiles;
}
