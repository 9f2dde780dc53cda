import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { everyCase, few } from "#tests/setup/cases";
import { newMember } from "#tests/setup/member";
import { signedIn } from "#tests/setup/requests";
import { resetApp } from "#tests/setup/reset-app";
import { visibleText } from "#tests/setup/visible-text";
import { builtInKeys } from "~/features/analysis/profile";
import { firestore } from "~/platform/store/firebase.server";

const takenAt = new Date("2026-11-20T08:00:00Z");

/** A profile as docs/product.md#sources has it after a first export without insights. */
const builtIn = {
  _source: "built-in",
  _insights: { status: "completed", recommendations: ["Say hello to your 12 new followers."] },
  _updatedAt: takenAt,
  _takenAt: takenAt,
  _notes: {
    lostFollowers: "needs-second-export",
    secretFans: "needs-connection",
    inactiveFollowers: "needs-connection",
    returned: "needs-second-export",
    likes: "needs-insights",
    comments: "needs-insights",
  } as unknown,
  _calculatedData: {
    audience: {
      lostFollowers: { totalValue: null, items: [] },
      newFollowers: { totalValue: 12, items: [] },
      secretFans: { totalValue: null, items: [] },
      inactiveFollowers: { totalValue: null, items: [] },
      friends: { totalValue: 1_204, items: [] },
      fans: { totalValue: 311, items: [] },
      notFollowingBack: { totalValue: 87, items: [] },
      returned: { totalValue: null, items: [] },
    },
    other: {
      likes: { totalValue: null, items: [] },
      comments: { totalValue: null, items: [] },
    },
  },
};

/** The page of a new subscriber with this document of `profiles/{uid}`. */
async function read(path: string, document?: object) {
  const { uid, cookie } = await newMember();
  if (document) await (await firestore()).doc(`profiles/${uid}`).set(document);
  const answer = await visit(path, { cookie });
  const html = await answer.text();
  return { status: answer.status, html, text: visibleText(html) };
}

function withSources(sources: string): void {
  beforeAll(() => {
    vi.stubEnv("ANALYSIS_SOURCES", sources);
    resetApp();
  });
  afterAll(() => {
    vi.stubEnv("ANALYSIS_SOURCES", "");
    resetApp();
  });
}

const clock = 'aria-label="Still counting"';
const path = "/dashboard/analytics";

const sourcesWithExports = everyCase ? ["export", "outside,export"] : ["outside,export"];
describe.each(sourcesWithExports)("with ANALYSIS_SOURCES=%s", (sources) => {
  withSources(sources);

  test("an analysis made here says from what and from when it is", async () => {
    const { status, html, text } = await read(path, builtIn);
    expect(status).toBe(200);
    expect(text).toContain("From your Instagram export of Nov 20, 2026.");
    expect(html).toMatch(/href="\/dashboard\/import"[^>]*>Import a newer export</);
    expect(text).not.toMatch(/latest posts?/);
    expect(text).not.toContain("Next update in");
    expect(html).not.toContain("/updates?seen");
  });

  test.each([
    ["Don't follow you back", "87"],
    ["Your friends", "1,204"],
    ["Came back", "Needs a second export"],
    ["Lost followers", "Needs a second export"],
    ["Secret fans", "Not in an export"],
    ["Likes", "Needs your insights"],
  ])("its tile '%s' says '%s'", async (label, words) => {
    const { text } = await read(path, builtIn);
    // A figure stands above its name, the reason why there is none below.
    expect(text).toContain(/^\d/.test(words) ? words + label : label + words);
  });

  test("nothing waits on a clock where words say why there is no number", async () => {
    const { html, text } = await read(path, builtIn);
    expect(html).not.toContain(clock);
    expect(text).not.toMatch(/New names|Followed again|Pending requests/);
  });

  test("with posts that are too few to rate, the rate says so and the averages stand", async () => {
    const { html, text } = await read(path, {
      ...builtIn,
      _notes: {},
      _calculatedData: {
        ...builtIn._calculatedData,
        other: { likes: { totalValue: 40 }, comments: { totalValue: 8 } },
      },
      userEngagement: { averageLikesPerPost: 10, averageCommentsPerPost: 2 },
      overviewStatistics: { totalPostsAnalyzed: 4 },
    });
    expect(text).toContain("Not enough posts yet");
    expect(text).not.toContain("HypeAuditor");
    expect(text).toContain("based on 4 latest posts");
    expect(html).toMatch(/Avg\. Likes\/Post<\/dt><dd[^>]*>10</);
  });

  test("a rate names the sources that it is compared with", async () => {
    const { text } = await read(path, {
      ...builtIn,
      _notes: {},
      userEngagement: {
        engagementRate: { status: "Good", cell: 4 },
        averageLikesPerPost: 10,
        averageCommentsPerPost: null,
      },
      overviewStatistics: { totalPostsAnalyzed: 30 },
    });
    expect(text).toContain("HypeAuditor, 2018");
    expect(text).toContain("Rival IQ, 2025");
    expect(text).toContain("based on 30 latest posts");
  });

  test("likes that nobody could count are told where posts would stand", async () => {
    const empty = { ...builtIn, topPosts: { mostLikedPosts: [], mostCommentedPosts: [] } };
    const { text } = await read(path, empty);
    expect(text).toContain("Most Liked Posts Needs your insights. Import them");
    expect(text).toContain("Most Commented Posts Needs your insights. Import them");
    expect(text).not.toContain("No posts with likes yet");
  });

  test.each([null, "none", 7, ["likes"], { likes: 3, fans: "because", other: {} }])(
    "notes that cannot be read (%j) cost the notes, not the page",
    async (notes) => {
      const { status, text } = await read(path, { ...builtIn, _notes: notes });
      expect(status).toBe(200);
      expect(text).toContain("1,204Your friends");
      expect(text).not.toContain("Needs a second export");
    },
  );

  test("who has no analysis finds the import as the first step, and no clock", async () => {
    const { status, html, text } = await read(path);
    expect(status).toBe(200);
    expect(text).toContain("Start with your Instagram export");
    expect(html).toContain('href="/dashboard/import"');
    expect(html).not.toContain(clock);
  });

  test.each(few(["fans", "likes", ...builtInKeys], 3))(
    "%s shows them the same first step",
    async (key) => {
      const { status, text } = await read(`${path}/${key}`);
      expect([status, text.includes("Start with your Instagram export")]).toEqual([200, true]);
    },
  );

  test("what is no category is none before the first import, too", async () => {
    for (const key of ["unknown", "constructor"])
      expect((await read(`${path}/${key}`)).status).toBe(404);
  });

  test("home leads them to the import, and those with an analysis to it", async () => {
    const first = await read("/dashboard");
    expect(first.html).toMatch(/href="\/dashboard\/import"[^>]*>.*Import my export/);
    expect(first.text).not.toContain("See my analysis");
    for (const document of [builtIn, { _insights: { status: "idle" } }]) {
      const { html, text } = await read("/dashboard", document);
      expect(html).toMatch(/href="\/dashboard\/analytics"[^>]*>.*See my analysis/);
      expect(text).not.toContain("Import my export");
    }
  });

  test.each(["idle", "pending", "completed"])(
    "a document of the outside system (%s) is shown as ever, without an import",
    async (status) => {
      const document = { _insights: { status }, _notes: builtIn._notes };
      const { html, text } = await read(path, document);
      expect(html).not.toContain("/dashboard/import");
      expect(html).toContain(clock);
      expect(text).not.toContain("Needs");
      expect(text).toContain("based on your latest posts");
    },
  );
});

describe("with ANALYSIS_SOURCES=outside", () => {
  test("nobody is led to an import, with an analysis or without", async () => {
    for (const document of [undefined, { _insights: { status: "idle" } }, builtIn]) {
      for (const page of [path, "/dashboard"]) {
        const { status, html } = await read(page, document);
        expect(status).toBe(200);
        expect(html).not.toContain("/dashboard/import");
      }
    }
  });

  test.each(few(builtInKeys, 2))("%s is no category where no profile has it", async (key) => {
    const answer = await visit(`${path}/${key}`, { cookie: await signedIn("rich") });
    expect(answer.status).toBe(404);
    expect((await read(`${path}/${key}`)).status).toBe(404);
  });

  test("one that the outside system's profile has is a category like the others", async () => {
    const pendingRequests = { totalValue: 3, items: [{ username: "ana" }] };
    const document = {
      _insights: { status: "completed" },
      _calculatedData: { audience: { pendingRequests } },
    };
    expect((await read(path, document)).text).toContain("3Pending requests");
    expect((await read(`${path}/pendingRequests`, document)).text).toContain("Pending requests3");
    expect((await read(`${path}/pendingRequests.csv`, document)).html).toContain("\r\nana,\r\n");
    expect((await read(`${path}/renamed`, document)).status).toBe(404);
  });
});
