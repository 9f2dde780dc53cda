import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sandbox, server } from "#tests/setup/outside";
import { subscriptionById } from "~/features/account/subscriptions.server";
import { profileOf } from "~/features/analysis/profiles.server";
import { inFirestore } from "~/platform/store/firestore.server";

// The server must not read times in its own time zone.
beforeEach(() => vi.stubEnv("TZ", "America/New_York"));
afterEach(() => vi.stubEnv("TZ", undefined));

const noon = Date.UTC(2026, 6, 1, 12);

const formsOfNoon = [
  "2026-07-01T12:00:00",
  "2026-07-01T12:00:00.000",
  "2026-07-01T12:00:00Z",
  "2026-07-01T14:00:00+02:00",
  noon,
];

test.each(formsOfNoon)("the start of a subscription at %s is noon UTC", async (startedAt) => {
  const subscription = {
    id: "sub-noon",
    bundle: "profile-analyzer",
    plan_code: "ig_weekly_trial",
    status: "active",
    main_plan: true,
    started_at: startedAt,
    emails: [],
  };
  const address = `${sandbox.addresses.subscriptions}/rec/subscriptions/:token`;
  server.use(http.post(address, () => HttpResponse.json({ subscriptions: [subscription] })));
  expect((await subscriptionById("sub-noon"))?.startedAt).toBe(noon);
});

test.each(formsOfNoon)("the times of a profile at %s are noon UTC", async (time) => {
  const uid = `uid-${crypto.randomUUID()}`;
  const post = { postPicUrl: null, count: 1, date: time, user: "a" };
  await inFirestore("write", (database) =>
    database
      .collection("profiles")
      .doc(uid)
      .set({
        _insights: { status: "completed" },
        _updatedAt: time,
        topPosts: { mostLikedPosts: [post], mostCommentedPosts: [] },
      }),
  );
  const profile = await profileOf(uid);
  expect([profile.updatedAt, profile.mostLikedPosts?.[0]?.date]).toEqual([noon, noon]);
});
