import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { sandbox, server } from "#tests/setup/outside";
import { subscriptionsByEmail } from "~/features/account/subscriptions.server";

const own = {
  id: "sub-1",
  bundle: "profile-analyzer",
  plan_code: "ig_weekly_trial",
  status: "active",
  main_plan: true,
  started_at: "2026-07-01T12:00:00Z",
  emails: ["a@example.com"],
};
const others = { ...own, id: "other-1", bundle: "another-app" };
const noon = Date.UTC(2026, 6, 1, 12);

function read(...subscriptions: unknown[]) {
  const address = `${sandbox.addresses.subscriptions}/rec/subscriptions/:token`;
  server.use(http.post(address, () => HttpResponse.json({ subscriptions })));
  return subscriptionsByEmail("a@example.com").catch(({ kind }) => kind);
}

test.each<[object, object]>([
  [{ emails: null }, { emails: [] }],
  [{ emails: undefined }, { emails: [] }],
  [{ emails: [null, "a@example.com"] }, { emails: ["a@example.com"] }],
  [{ main_plan: null }, { mainPlan: false }],
  [{ main_plan: undefined }, { mainPlan: false }],
  [{ started_at: String(noon) }, { startedAt: noon }],
  [
    { renews_at: String(noon), ends_at: null },
    { renewsAt: noon, endsAt: undefined },
  ],
  [{ id: 1_028 }, { id: "1028" }],
  [{ ends_at: "9999-12-31T23:59:59.9999999Z" }, { endsAt: undefined }],
  [{ renews_at: "0001-01-01T00:00:00Z" }, { renewsAt: undefined }],
  [{ renews_at: 0 }, { renewsAt: undefined }],
  [{ ends_at: "2026-06-01T00:00:00Z" }, { endsAt: undefined }],
  [{ status: "canceled", ends_at: "2026-06-01T00:00:00Z" }, { endsAt: Date.UTC(2026, 5, 1) }],
  [{ country: "de-by" }, { country: "DE-BY" }],
  [{ price: { amount: 9.5, currency: "eur" } }, { price: { amount: "9.5", currency: "EUR" } }],
])("a subscription with %j has %j", async (changed, fields) => {
  expect(await read({ ...own, ...changed })).toMatchObject([fields]);
});

const odd: object[] = [
  { status: "paused" },
  { status: null },
  { plan_code: undefined },
  { started_at: null },
  { started_at: "soon" },
  { started_at: "20260701" },
  { emails: "a@example.com" },
  { id: undefined },
  { id: null },
  { id: {} },
];

test.each([{}, { bundle: "" }, ...odd])(
  "one of another app with %j is passed over, and no other",
  async (changed) => {
    expect(await read({ ...others, ...changed }, own)).toMatchObject([{ id: "sub-1" }]);
  },
);

test.each([...odd, { bundle: undefined }, { bundle: null }])(
  "one of this app, or of nobody knows which, with %j is never passed over",
  async (changed) => {
    expect(await read(own, { ...own, ...changed })).toBe("malformed");
  },
);
