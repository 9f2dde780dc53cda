import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { signedIn } from "#tests/setup/requests";
import { visibleText } from "#tests/setup/visible-text";
import { inFirestore } from "~/platform/store/firestore.server";

/** Typed by hand, not taken from the pages: what each reading screen says, word for word. */
const promo =
  "Keep up to date with the latest news in the field of promotion of Instagram accounts and learn new things";
const parts = (count: number) => Array.from({ length: count }, (_, index) => `Part ${index + 1}`);

const screens: Record<string, readonly string[]> = {
  "/dashboard/insights": [
    "Tips & Insights",
    "Reels under 7 seconds",
    "hook in the first 3 seconds",
    "1 to 2 stories daily",
    promo,
    "Read news",
  ],
  "/dashboard/top-trends": ["Top 7 Instagram Trends That Will Define 2025", "To all articles"],
  "/dashboard/top-hacks": ["Top 5 Instagram Algorithm Hacks to Grow in 2025", "To all articles"],
  "/articles/secret-admirers": [...parts(4), "Read article", promo, "Read news"],
  "/articles/detect-stalkers": [...parts(5), "Read article", promo, "Read news"],
  "/articles/secret-admirers/key-metrics-to-identify-secret-admirers": ["To all articles"],
  "/articles/secret-admirers/engaging-and-converting-your-secret-admirers": ["To all articles"],
  "/articles/secret-admirers/maintaining-and-growing-engagement-with-new-followers": [
    "To all articles",
  ],
  "/articles/secret-admirers/pro-tips-to-take-advantage-of-secret-admirers": ["To all articles"],
  "/articles/detect-stalkers/recognizing-the-signs-of-stalking-or-unauthorized-data-access": [
    "To all articles",
  ],
  "/articles/detect-stalkers/protecting-your-data-and-privacy": ["To all articles"],
  "/articles/detect-stalkers/long-term-strategies-for-maintaining-privacy-and-preventing-future-incidents":
    ["To all articles"],
  "/articles/detect-stalkers/taking-control-of-who-interacts-with-you-online": ["To all articles"],
  "/articles/detect-stalkers/seeking-support-finding-help-when-you-need-it": ["To all articles"],
  "/dashboard/news": ["News"],
  "/dashboard/news/light-costs-nothing": ["To all news"],
  "/dashboard/course": [
    "Instagram PRO course",
    "10-lessons pdf course",
    "Strategies to Boost Engagement on Your Instagram Profile",
    ...Array.from({ length: 10 }, (_, index) => `View lesson ${index + 1}`),
  ],
};

const layout = ["Profile Analyzer", "Terms of Service", "Privacy Policy"];

test.each(Object.entries(screens))("%s says what it should", async (address, words) => {
  const answer = await visit(address, { cookie: await signedIn("extras") });
  expect(answer.status).toBe(200);
  const text = visibleText(await answer.text());
  expect([...layout, ...words].filter((word) => !text.includes(word))).toEqual([]);
});

test.each([4, 5])("the topic of %i parts has no part more", async (count) => {
  const topic = count === 4 ? "secret-admirers" : "detect-stalkers";
  const answer = await visit(`/articles/${topic}`, { cookie: await signedIn("rich") });
  const text = visibleText(await answer.text());
  expect(text).not.toContain(`Part ${count + 1}`);
  expect(text.split("Read article").length - 1).toBe(count);
});

test("the numbered articles have as many sections as their titles promise", async () => {
  const cookie = await signedIn("rich");
  for (const [address, count] of [
    ["/dashboard/top-trends", 7],
    ["/dashboard/top-hacks", 5],
  ] as const) {
    const html = await (await visit(address, { cookie })).text();
    expect(html.match(/<h2/g)).toHaveLength(count);
  }
});

test("the bar on a reading page counts down to the next update", async () => {
  await inFirestore("write", (database) =>
    database.doc("profiles/uid-quarter").set({ _updatedAt: new Date(Date.now() - 90 * 60_000) }),
  );
  const answer = await visit("/dashboard/insights", { cookie: await signedIn("quarter") });
  const text = visibleText(await answer.text());
  expect(text).toContain("It takes time for our algorithms to analyse your profile data.");
  expect(text).toMatch(/Next update in 22 hours, (29|30) minutes/);
});

test("no reading page ships React", async () => {
  const cookie = await signedIn("extras");
  for (const address of Object.keys(screens)) {
    const html = await (await visit(address, { cookie })).text();
    expect(html.match(/<script(?! type="application\/json")[^>]*>/g), address).toHaveLength(1);
    expect(html, address).toMatch(/<script type="module" src="[^"]*page[^"]*"/);
    expect(html, address).not.toContain("__remixContext");
  }
});
