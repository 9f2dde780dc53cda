import { describe, expect, test } from "vitest";
import { insightLabels, reelLabels } from "../../../../app/features/export/rules/insight-labels.ts";
import { readFiles } from "./reading.ts";

const at = 1_773_179_890;
const broken = (text: string) => Buffer.from(text, "utf8").toString("latin1");
const entry = (
  values: Record<string, string>,
  media: object = { "Media Thumbnail": { uri: "media/posts/1.jpg", creation_timestamp: at } },
) => ({
  media_map_data: media,
  string_map_data: Object.fromEntries(
    Object.entries(values).map(([label, value]) => [label, { href: "", value, timestamp: 0 }]),
  ),
});
const read = async (name: string, json: unknown) =>
  readFiles([
    { name: "followers_1.json", bytes: "[]" },
    { name: `logged_information/past_instagram_insights/${name}`, bytes: JSON.stringify(json) },
  ]);
const posts = (...entries: unknown[]) => ({ organic_insights_posts: entries });

const full = { likes: 1204, comments: 37, saves: 5, shares: 6, reach: 102_497 };

describe("insights", () => {
  test.each([
    [
      "English",
      {
        Likes: "1,204",
        Comments: "37",
        Saves: "5",
        Shares: "6",
        "Accounts reached": "102,497",
        Follows: "12",
        Impressions: "150,001",
        "Profile Visits": "3",
      },
      12,
    ],
    [
      "German",
      {
        "„Gefällt mir“-Angaben": "1.204",
        Kommentare: "37",
        Gespeichert: "5",
        "Geteilte Inhalte": "6",
        "Erreichte Konten": "102.497",
        "Neue Follower": "12",
        Impressionen: "1",
      },
      12,
    ],
    [
      "French",
      {
        "J'aime": "1 204",
        Commentaires: "37",
        Enregistrements: "5",
        Partages: "6",
        "Comptes touchés": "102\u202f497",
        "Followers en plus": "12",
        "Visites du profil": "4",
      },
      12,
    ],
    [
      "Portuguese",
      {
        Curtidas: "1.204",
        Comentários: "37",
        Salvamentos: "5",
        Compartilhamentos: "6",
        "Contas alcançadas": "102.497",
        Impressões: "4",
      },
      null,
    ],
  ])("in %s, broken or not", async (_, values, follows) => {
    const asBroken = Object.fromEntries(
      Object.entries(values).map(([label, value]) => [broken(label), broken(value)]),
    );
    for (const said of [values, asBroken]) {
      const { insights, found, unknownLabels } = await read("posts.json", posts(entry(said)));
      expect(insights).toEqual([{ kind: "post", postedAt: at, ...full, follows }]);
      expect(found).toEqual(["followers", "insights"]);
      expect(unknownLabels).toEqual([]);
    }
  });

  test("of reels are what Instagram itself counts", async () => {
    const { insights } = await read("reels.json", {
      organic_insights_reels: [
        entry({
          "Instagram Likes": "1,204",
          "Instagram Comments": "37",
          "Instagram Saves": "5",
          "Instagram Shares": "6",
          "Accounts reached": "102,497",
          "Instagram Plays": "1.2M",
          Duration: "12 s",
        }),
      ],
    });
    expect(insights).toEqual([{ kind: "reel", postedAt: at, ...full, follows: null }]);
  });

  test.each([
    ["stories.json", "organic_insights_stories", "story"],
    ["live_videos.json", "organic_insights_live", "live"],
    ["reels.json", "organic_insights_reels", "reel"],
    ["posts.json", "organic_insights_posts", "post"],
  ])("of %s are of their kind", async (name, key, kind) => {
    const { insights } = await read(name, { [key]: [entry({ Likes: "1" })] });
    expect(insights).toMatchObject([{ kind, likes: 1 }]);
    // The list may come bare, as one object, and the file without its folder.
    expect((await read(name, [entry({ Likes: "1" })])).insights).toEqual(insights);
    expect((await read(name, entry({ Likes: "1" }))).insights).toEqual(insights);
    const alone = await readFiles([
      { name: "followers_1.json", bytes: "[]" },
      { name, bytes: JSON.stringify({ [key]: [entry({ Likes: "1" })] }) },
    ]);
    expect(alone.insights).toEqual(insights);
    expect(alone.found).toEqual(["followers", "insights"]);
  });

  test("have the only time that there is, else that of the picture", async () => {
    const timed = { string_map_data: { Quand: { timestamp: at * 1000 }, Likes: { value: "1" } } };
    const named = {
      string_map_data: { Quand: { timestamp_ms: at * 1000 }, Likes: { value: "1" } },
    };
    const twice = { string_map_data: { A: { timestamp: at }, B: { timestamp: at + 9 } } };
    const { insights, unreadable } = await read(
      "posts.json",
      posts(
        entry({}, { Vignette: { creation_timestamp: at } }),
        timed,
        named,
        { ...named, media_map_data: { Vignette: { creation_timestamp: at - 99 } } },
        { ...twice, media_map_data: { Vignette: { creation_timestamp: at } } },
        twice,
        {},
        5,
        null,
      ),
    );
    expect(insights?.map(({ postedAt }) => postedAt)).toEqual([at, at, at, at, at]);
    expect(unreadable).toEqual({ "past_instagram_insights/posts.json": 4 });
  });

  test("take nothing for another thing", async () => {
    const { insights, unknownLabels } = await read(
      "posts.json",
      posts(
        entry({ Beğeniler: "7", Comments: "--", Saves: "61.2%" }),
        entry({ Beğeniler: "8", Likes: "3", Curtidas: "4" }),
      ),
    );
    expect(insights).toMatchObject([
      { likes: null, comments: null, saves: null, unlabelled: ["likes"] },
      { likes: null, comments: null, unlabelled: ["comments"] },
    ]);
    expect(unknownLabels).toEqual([
      { file: "past_instagram_insights/posts.json", label: "Beğeniler", count: 2 },
    ]);
  });

  test("name a label as the export writes it, also in a file that came alone", async () => {
    const label = "Mentions J’aime";
    const mojibake = Buffer.from(label, "utf8").toString("latin1");
    const { unknownLabels, unreadable } = await readFiles([
      { name: "followers_1.json", bytes: "[]" },
      {
        name: "posts.json",
        bytes: JSON.stringify(posts(entry({ [mojibake]: "7" }), entry({ [label]: "8" }), {})),
      },
    ]);
    const file = "past_instagram_insights/posts.json";
    expect(unknownLabels).toEqual([{ file, label, count: 2 }]);
    expect(unreadable).toEqual({ [file]: 1 });
  });

  test("are undefined without their files, and empty without posts", async () => {
    expect((await read("audience_insights.json", {})).insights).toBeUndefined();
    expect((await read("posts.json", posts())).insights).toEqual([]);
  });

  test("have tables in which no label means two things", () => {
    expect(reelLabels.get("instagram likes")).toBe("likes");
    expect(insightLabels.has("instagram likes")).toBe(false);
    for (const [label, meaning] of insightLabels) expect(reelLabels.get(label)).toBe(meaning);
  });
});
