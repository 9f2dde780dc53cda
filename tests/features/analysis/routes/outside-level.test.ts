import { beforeAll, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { newMember } from "#tests/setup/member";
import { resetApp } from "#tests/setup/reset-app";
import { firestore } from "~/platform/store/firebase.server";

beforeAll(() => {
  vi.stubEnv("LANGUAGES", "en,de");
  vi.stubEnv("ANALYSIS_SOURCES", "outside");
  resetApp();
});

test.each([
  ["en", "Good"],
  ["de", "Gut"],
])("the level that the outside system says is said in %s", async (language, level) => {
  const { uid, cookie } = await newMember();
  await (await firestore()).doc(`profiles/${uid}`).set({
    _insights: { status: "completed" },
    _updatedAt: new Date(),
    userEngagement: {
      engagementRate: { status: "Good", cell: 4 },
      averageLikesPerPost: 10,
      averageCommentsPerPost: 1,
    },
  });
  const headers = { "accept-language": language };
  const html = await (await visit("/dashboard/analytics", { cookie, headers })).text();
  expect(html).toMatch(new RegExp(`>${level}<`));
});

test("while the outside system has no rate yet, the averages that it has are shown", async () => {
  const { uid, cookie } = await newMember();
  await (await firestore()).doc(`profiles/${uid}`).set({
    _insights: { status: "processing" },
    userEngagement: { averageLikesPerPost: 12 },
  });
  const html = await (await visit("/dashboard/analytics", { cookie })).text();
  expect(html).toMatch(/Avg\. Likes\/Post<\/dt><dd[^>]*>12</);
  expect(html).toMatch(/Avg\. Comments\/Post<\/dt><dd[^>]*><svg/);
});
