import { follower, followersPath, followingPath } from "../../features/export/rules/reading.ts";
import type { ZipEntry } from "../../features/export/rules/zip-writer.ts";
import { list, zipped } from "./good-export.ts";
import { filesCase, type HostileCase } from "./hostile-case.ts";
import { good } from "./lists.ts";

const others = (...entries: ZipEntry[]) => [zipped(list, ...entries)];
const file = (name: string, content: unknown): ZipEntry => ({
  name,
  content: typeof content === "string" ? content : JSON.stringify(content),
});
const requestsPath = "other_activity/your_information_download_requests.json";
const insightsPath = "past_instagram_insights/posts.json";
const accountPath = "personal_information/personal_information.json";
const range = (from: unknown, to: unknown) => [
  {
    timestamp: 1_778_457_600,
    label_values: [
      { label: "Start date", value: from },
      { label: "End date", value: to },
    ],
  },
];
const post = (likes: unknown, time: unknown = 1_773_179_890) => ({
  media_map_data: { "Media Thumbnail": { uri: "a.jpg", creation_timestamp: time } },
  string_map_data: { Likes: { value: likes }, Comments: { value: likes } },
});
const insights = (posts: readonly unknown[]) =>
  others(file(insightsPath, { organic_insights_posts: posts }));
const mediaTimes = (count: number) =>
  `[${Array.from({ length: count }, (_, index) => `{"creation_timestamp":${1_600_000_000 + index}}`)}]`;
const account = (value: unknown) =>
  others(file(accountPath, { profile_user: [{ string_map_data: { Username: { value } } }] }));
const labels = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`Label ${index}`, { value: "" }]),
  );

/** Everything beside the followers. */
export const brokenRest: HostileCase[] = [
  filesCase("following that is null", "damaged", others(file(followingPath, "null"))),
  filesCase("following that is an object", "damaged", others(file(followingPath, "{}"))),
  filesCase("following that is cut", "damaged", others(file(followingPath, good.slice(0, 90)))),
  filesCase("a range of no dates", "used", others(file(requestsPath, range("x", {})))),
  filesCase(
    // The list has followers from before it: it is not believed.
    "a range backwards",
    "used",
    others(file(requestsPath, range("2026-01-01", "2020-01-01"))),
  ),
  filesCase(
    "a range from 1601 to 9999",
    "used",
    others(file(requestsPath, range("1601-01-01", "9999-12-31"))),
  ),
  filesCase("a range that is no list", "used", others(file(requestsPath, "17"))),
  filesCase(
    "figures that are none",
    "used",
    insights([post("NaN"), post({}), post(-1), post("1e9")]),
  ),
  filesCase("figures beyond all numbers", "used", insights(Array(40).fill(post("999999999999")))),
  filesCase(
    "figures of all times",
    "used",
    insights([0, -1, 1e15, 4_294_967_295, "x"].map((time) => post("1", time))),
  ),
  filesCase(
    "20,000 labels",
    "used",
    others(
      file(insightsPath, {
        organic_insights_posts: [{ ...post("1"), string_map_data: labels(20_000) }],
      }),
    ),
  ),
  filesCase(
    "a label of 500 KB",
    "used",
    others(
      file(insightsPath, { a: [{ ...post("1"), string_map_data: { ["x".repeat(500_000)]: {} } }] }),
    ),
  ),
  filesCase(
    "labels that are half a character",
    "used",
    others(
      file(
        insightsPath,
        '{"a":[{"media_map_data":{"a":{"creation_timestamp":1773179890}},"string_map_data":{"\\ud800":{"value":"1"},"__proto__":{"value":"1"},"":{"value":"1"}}}]}',
      ),
    ),
  ),
  filesCase("200,000 posts", "used", others(file("media/posts_1.json", mediaTimes(200_000)))),
  filesCase("200,001 posts", "too-large", others(file("media/posts_1.json", mediaTimes(200_001)))),
  filesCase(
    "3,000 unreadable files with names of their own",
    "used",
    others(
      ...Array.from({ length: 3_000 }, (_, index) =>
        file(`profiles_you${index.toString(36).padStart(8, "\u{10400}")}ve_favorited.json`, "{"),
      ),
    ),
  ),
  ...["<b>ana</b>", "ana\r\nset-cookie: a=b", { toString: 1 }, "../../x", "\ud800"].map((name) =>
    filesCase(`the account ${String(JSON.stringify(name)).slice(0, 30)}`, "used", account(name)),
  ),
  filesCase(
    "two accounts",
    "used",
    others(
      file(accountPath, {
        profile_user: [
          { string_map_data: { Username: { value: "a" } } },
          { string_map_data: { Username: { value: "b" } } },
        ],
      }),
    ),
  ),
  filesCase("all forms at once", "used", [
    zipped(
      list,
      file(followersPath.replace("_1", "_2"), { relationships_followers: JSON.parse(good) }),
      file(followersPath.replace("_1", "_3"), [{ title: "b", string_list_data: [] }]),
      file(followersPath.replace("_1", "_4"), [
        { timestamp: 1, label_values: [{ label: "Username", value: "c" }], fbid: "1" },
      ]),
      file(followersPath.replace("_1", "_5"), follower("alone")),
    ),
  ]),
];
