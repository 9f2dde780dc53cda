/**
 * A second program that says who must be told what, and when. Written from the table of the laws (docs/law.md and what it was
 * collected from), not from the app's code, of which it uses nothing: it is what the app is compared with.
 */

const day = 86_400_000;
const dayOf = (text: string) => Date.parse(`${text}T00:00:00Z`);

/** Where the lives are led: Japan has no rules of its own. */
export const places = [
  "DE",
  "FR",
  "EU",
  "IT",
  "GB",
  "KR",
  "IN",
  "US",
  "US-CA",
  "US-NY",
  "US-MA",
  "US-MN",
  "JP",
];

/** What is bought: a week after a trial, terms of a month, and of three. */
export const plans = [
  "ig_x_1week_3d_trial",
  "ig_premium_one_month",
  "ig_gift_one_month",
  "ig_3month",
];

interface Duty {
  about: "year" | "price" | "trial" | "renewal";
  /** First and last day before the event; for a yearly one, after the last. */
  from: number;
  to: number;
  since: string;
}

/** What the laws ask, by place. Who is in none of these is told nothing. */
const duties: Record<string, readonly Duty[]> = {
  // A reminder once a year; a new price 7 to 30 days before. Long trials and terms of a year are not sold.
  "US-CA": [
    { about: "year", from: 335, to: 365, since: "2025-07-01" },
    { about: "price", from: 30, to: 7, since: "2025-07-01" },
  ],
  "US-NY": [{ about: "price", from: 30, to: 5, since: "2025-11-05" }],
  // Terms of more than 31 days: before the day by which one must cancel.
  "US-MA": [{ about: "renewal", from: 30, to: 5, since: "2025-09-02" }],
  "US-MN": [{ about: "year", from: 335, to: 365, since: "2025-01-01" }],
  GB: [{ about: "renewal", from: 30, to: 3, since: "2027-03-01" }],
  KR: [
    { about: "price", from: 30, to: 1, since: "2025-02-14" },
    { about: "trial", from: 30, to: 1, since: "2025-02-14" },
  ],
};

export interface Owed {
  about: Duty["about"];
  /** The day of the event, ISO 8601; of a yearly one, the last day of its year. */
  event: string;
  /** From the first moment on which it can be sent, and before which it must be. Epoch milliseconds. */
  earliest: number;
  latest: number;
}

const iso = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The ends of the terms of a plan that begin within a span. */
function* ends(plan: string, startedAt: number, until: number): Generator<[number, number]> {
  const trial = plan.includes("3d_trial") ? 3 * day : 0;
  const start = new Date(startedAt + trial);
  const lastOf = (year: number, month: number) =>
    new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const boundary = (nth: number): number => {
    if (plan.includes("3month")) return start.getTime() + nth * 84 * day;
    if (!plan.includes("one_month")) return start.getTime() + nth * 7 * day;
    const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + nth];
    const first = new Date(Date.UTC(year, month, 1));
    const date = Math.min(start.getUTCDate(), lastOf(first.getUTCFullYear(), first.getUTCMonth()));
    return first.getTime() + (date - 1) * day + (start.getTime() % day);
  };
  for (let nth = 0; boundary(nth) < until; nth += 1) yield [boundary(nth), boundary(nth + 1)];
}

/** All that somebody is owed from the start of the subscription until a time, with a new price on a day. */
export function owed(
  place: string,
  plan: string,
  { startedAt, until, priceFrom }: { startedAt: number; until: number; priceFrom: number | null },
): Owed[] {
  const found: Owed[] = [];
  const add = (
    about: Owed["about"],
    event: number,
    opens: number,
    closes: number,
    since: number,
  ) => {
    const earliest = Math.max(opens, startedAt, since);
    if (earliest < closes && earliest < until)
      found.push({ about, event: iso(event), earliest, latest: closes });
  };
  for (const { about, from, to, since: text } of duties[place] ?? []) {
    const since = dayOf(text);
    if (about === "price" && priceFrom !== null)
      add(about, priceFrom, priceFrom - from * day, priceFrom - to * day, since);
    if (about === "trial" && plan.includes("3d_trial")) {
      const end = startedAt + 3 * day;
      add(about, end, end - from * day, end - to * day, since);
    }
    if (about === "renewal" && plan.includes("3month"))
      for (const [begins, ends_] of ends(plan, startedAt, until)) {
        // The last day to cancel is the one before. A term is told of while it runs.
        const lastDay = ends_ - day;
        add(
          about,
          lastDay + day,
          Math.max(lastDay - from * day, begins),
          lastDay - to * day,
          since,
        );
      }
  }
  return found;
}

/**
 * The yearly reminders, each counted from the one before it as it was sent. A year that ends within a day of the law's
 * beginning has none: whoever looks once a day would miss it.
 */
export function yearlyOwed(
  place: string,
  startedAt: number,
  sent: readonly number[],
  until: number,
): { earliest: number; latest: number }[] {
  const duty = (duties[place] ?? []).find(({ about }) => about === "year");
  if (!duty) return [];
  const since = dayOf(duty.since);
  const all: { earliest: number; latest: number }[] = [];
  let from = startedAt;
  for (let nth = 0; ; nth += 1) {
    while (from + duty.to * day < since + day) from += duty.to * day;
    const earliest = Math.max(from + duty.from * day, since);
    if (earliest >= until) return all;
    all.push({ earliest, latest: from + duty.to * day });
    from = sent[nth] ?? earliest;
  }
}
