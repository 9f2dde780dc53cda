import { describe, expect, it } from "vitest";
import type { ExportOptions } from "#sandbox/histories/export-options.ts";
import { makeHistory } from "#sandbox/histories/history.ts";
import { everyCase } from "#tests/setup/cases";
import { filesIn } from "#tests/setup/opened-exports";

const history = makeHistory({ seed: 11, followers: 250, following: 90, type: "creator" });
const state = history.stateAt(history.end);
const followers = [...state.followers()];
const [newest] = followers;
const day = 86_400;

type Opened = Awaited<ReturnType<typeof opened>>;

const opened = (given: Partial<ExportOptions> = {}, of = history) => filesIn(of, given);
const connections = "connections/followers_and_following";
const read = (files: Opened, path: string) => JSON.parse(files.get(path)?.text ?? "null");

describe("an export that is written", () => {
  it("has followers in files of so many, newest first, and each once", async () => {
    const files = await opened({ perFile: 100 });
    const pages = [1, 2, 3, 4].map((page) => read(files, `${connections}/followers_${page}.json`));
    expect(pages.map((page) => page?.length)).toEqual([
      100,
      100,
      followers.length - 200,
      undefined,
    ]);
    const names = pages.flatMap((page) => page ?? []).map((one) => one.string_list_data[0].value);
    expect(names).toEqual(followers.map(({ username }) => username));
  });

  const user = newest?.username ?? "";
  const since = newest?.since ?? 0;
  const entryOfA = {
    title: "",
    media_list_data: [],
    string_list_data: [
      { href: `https://www.instagram.com/${user}`, value: user, timestamp: since },
    ],
  };
  const entries: [string, Partial<ExportOptions>, object][] = [
    ["form A", { form: "A" }, entryOfA],
    [
      "form B",
      { form: "B" },
      {
        title: user,
        string_list_data: [{ href: `https://www.instagram.com/_u/${user}`, timestamp: since }],
      },
    ],
    ["form B without seconds", { form: "B", emptyShare: 1 }, { title: user, string_list_data: [] }],
    [
      "form C in Portuguese",
      { form: "C", language: "pt", mojibake: false },
      {
        timestamp: since,
        media: [],
        label_values: [
          { label: "URL", value: "" },
          { label: "Nome", value: newest?.fullName },
          { label: "Nome de usuário", value: user },
        ],
        fbid: expect.stringMatching(/^178\d+$/),
      },
    ],
    [
      "milliseconds",
      { times: "milliseconds" },
      { ...entryOfA, string_list_data: [expect.objectContaining({ timestamp: since * 1000 })] },
    ],
    [
      "timestamp_ms",
      { times: "timestamp_ms" },
      { ...entryOfA, string_list_data: [expect.objectContaining({ timestamp_ms: since * 1000 })] },
    ],
  ];
  const rare = ["form B without seconds", "milliseconds", "timestamp_ms"];
  it.each(entries.filter(([name]) => everyCase || !rare.includes(name)))(
    "writes %s",
    async (_, options, entry) => {
      const files = await opened(options);
      expect(read(files, `${connections}/followers_1.json`)[0]).toEqual(entry);
      const following = read(files, `${connections}/following.json`).relationships_following;
      expect(following).toHaveLength(state.following().size);
      expect(Object.keys(following[0])).toEqual(Object.keys(entry));
    },
  );

  it("writes the form until 2023 in the folders of that time", async () => {
    const files = await opened({ form: "2022" });
    const list = read(files, "followers_and_following/followers.json").relationships_followers;
    expect(list).toHaveLength(followers.length);
    expect(list[0]).toEqual(entryOfA);
    expect(files.has("account_information/personal_information.json")).toBe(true);
  });

  it("writes the account, with UTF-8 as if it were Latin-1", async () => {
    const path = "personal_information/personal_information/personal_information.json";
    const [broken, whole] = await Promise.all([opened(), opened({ mojibake: false })]);
    expect(broken.get(path)?.text).toContain("Maja Lindg\\u00c3\\u00a5rd");
    expect(read(whole, path).profile_user[0].string_map_data).toMatchObject({
      Username: { value: "maja.in.pictures" },
      Name: { value: "Maja Lindgård" },
    });
    const signup = "security_and_login_information/login_and_profile_creation/signup_details.json";
    expect(
      read(whole, signup).account_history_registration_info[0].string_map_data.Time.timestamp,
    ).toBe(history.createdAt);
  });

  it("cuts followers by the range, not following, and says which range it was", async () => {
    const from = history.end - 365 * day;
    const files = await opened({ range: "last-year" });
    const recent = followers.filter((one) => one.since >= from);
    expect(recent.length).toBeLessThan(followers.length);
    expect(read(files, `${connections}/followers_1.json`)).toHaveLength(recent.length);
    expect(read(files, `${connections}/following.json`).relationships_following).toHaveLength(
      state.following().size,
    );
    const requests =
      "your_instagram_activity/other_activity/your_information_download_requests.json";
    expect(read(files, requests)[0].label_values).toEqual([
      { label: "Start date", timestamp_value: from },
      { label: "End date", timestamp_value: history.end - 600 },
    ]);
    const without = await opened({ range: "last-year", sections: ["connections"] });
    expect([...without.keys()].every((path) => path.startsWith(connections))).toBe(true);
  });

  it("writes the posts, and their figures for a creator only", async () => {
    const files = await opened();
    const insights = "logged_information/past_instagram_insights/posts.json";
    const posts = history.posts.filter(({ kind }) => kind === "post").toReversed();
    expect(read(files, "your_instagram_activity/media/posts_1.json")).toHaveLength(posts.length);
    const [entry] = read(files, insights).organic_insights_posts;
    expect(entry.string_map_data).toMatchObject({
      "Creation Timestamp": { timestamp: posts[0]?.at },
      Likes: { value: posts[0]?.likes.toLocaleString("en-US") },
    });
    const personal = makeHistory({ seed: 11, followers: 5 });
    expect((await opened({}, personal)).has(insights)).toBe(false);
    expect((await opened({ insights: "unpublished" })).get(insights)?.text).toContain(
      "Kommentarer",
    );
  });

  it("writes a list of one as one object where that is asked for", async () => {
    const alone = makeHistory({
      seed: 1,
      followers: 1,
      following: 0,
      days: 1,
      rates: { follow: 0 },
    });
    const path = `${connections}/followers_1.json`;
    expect(read(await opened({ single: true }, alone), path)).toMatchObject({ title: "" });
    expect(read(await opened({}, alone), path)).toMatchObject([{ title: "" }]);
  });

  it("writes web pages where JSON was not asked for", async () => {
    const paths = [...(await opened({ format: "html" })).keys()];
    expect(paths).toContain("start_here.html");
    expect(paths.filter((path) => path.endsWith(".json"))).toEqual([]);
  });
});
