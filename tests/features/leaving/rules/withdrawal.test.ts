import { expect, test } from "vitest";
import { withdrawalPeriod } from "~/features/leaving/rules/withdrawal";

const at = (text: string) => Date.parse(`${text}Z`);
const from = at("2027-03-01T00:00");
/** From March on a second period begins at a renewal. */
const british = (time: number) =>
  time >= from
    ? { withdrawal: { days: 14, atRenewal: true }, zone: undefined }
    : { withdrawal: undefined, zone: undefined };
const monthly = (startedAt: string) => ({
  planCode: "ig_premium_one_month",
  startedAt: at(startedAt),
});

test.each<[string, string, string, { endsAt: string; renewedAt?: string }]>([
  ["in the first", "2027-03-05T10:00", "2027-03-06T00:00", { endsAt: "2027-03-20T00:00" }],
  ["after the first", "2027-03-05T10:00", "2027-03-20T00:00", { endsAt: "2027-03-20T00:00" }],
  [
    "at a renewal",
    "2027-03-05T10:00",
    "2027-04-05T10:00",
    { endsAt: "2027-04-20T00:00", renewedAt: "2027-04-05T10:00" },
  ],
  [
    "at the month's last day",
    "2027-12-31T10:00",
    "2028-03-01T00:00",
    { endsAt: "2028-03-15T00:00", renewedAt: "2028-02-29T10:00" },
  ],
  // The term was renewed before the rule began.
  [
    "renewed before the rule",
    "2027-01-20T10:00",
    "2027-03-02T00:00",
    { endsAt: "2027-02-04T00:00" },
  ],
  [
    "renewed on its first day",
    "2027-02-01T00:00",
    "2027-03-01T00:00",
    { endsAt: "2027-03-16T00:00", renewedAt: "2027-03-01T00:00" },
  ],
])("%s", (_, startedAt, now, { endsAt, renewedAt }) => {
  expect(withdrawalPeriod(monthly(startedAt), at(now), british)).toEqual({
    endsAt: at(endsAt),
    ...(renewedAt !== undefined && { renewedAt: at(renewedAt) }),
  });
});

test("where nothing is said of renewals, there is but the first", () => {
  const german = () => ({ withdrawal: { days: 14 }, zone: "Europe/Berlin" });
  expect(withdrawalPeriod(monthly("2027-03-05T10:00"), at("2027-04-06T00:00"), german)).toEqual({
    endsAt: at("2027-03-20T00:00"),
  });
});

test.each<[string, string, string | undefined, string]>([
  // The day in Berlin is another than in UTC, and the clock there is an hour ahead.
  ["late in the evening", "2026-11-22T23:30", "Europe/Berlin", "2026-12-07T23:00"],
  ["by day", "2026-11-22T10:00", "Europe/Berlin", "2026-12-07T00:00"],
  ["over the end of summer time", "2026-10-20T22:30", "Europe/Berlin", "2026-11-04T23:00"],
  ["in California", "2026-11-22T10:00", "America/Los_Angeles", "2026-12-07T08:00"],
  ["where no zone is known", "2026-11-22T23:30", undefined, "2026-12-07T00:00"],
])(
  "%s the last day ends by the clock of the place, or by UTC if that is later",
  (_, startedAt, zone, endsAt) => {
    const law = () => ({ withdrawal: { days: 14 }, zone });
    expect(withdrawalPeriod(monthly(startedAt), at(startedAt), law).endsAt).toBe(at(endsAt));
  },
);
