import { expect, test } from "vitest";
import { withdrawalPeriod } from "~/features/leaving/rules/withdrawal";

const at = (text: string) => Date.parse(`${text}Z`);
const from = at("2027-03-01T00:00");
/** From March on a second period begins at a renewal. */
const british = (time: number) => (time >= from ? { days: 14, atRenewal: true } : undefined);
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
  const german = () => ({ days: 14 });
  expect(withdrawalPeriod(monthly("2027-03-05T10:00"), at("2027-04-06T00:00"), german)).toEqual({
    endsAt: at("2027-03-20T00:00"),
  });
});
