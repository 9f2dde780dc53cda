import { day, dayInSeconds, hourInSeconds } from "../../platform/values/durations.ts";
import type { NameList } from "../../platform/values/name-list.ts";
import { nameListOf } from "../../platform/values/name-list-builder.ts";
import { seededRandom } from "../../platform/values/seeded-random.ts";
import type { AccountReading, ReadPost } from "./account-reading.ts";
import { allTime, type ImportSummary } from "./history.ts";
import type { CountedDay } from "./instagram-counts.ts";

// An invented account for those who have nothing to look at yet (docs/product.md#example). Its exports and readings are
// made up; all that pages show of them is computed as for everybody. Its names end in `.example`, as nobody's do.

export interface ExampleAccount {
  username: string;
  /** Oldest first. */
  imports: readonly (ImportSummary & { followersShown: number | null; list: NameList })[];
  following: NameList;
  pendingRequests: NameList;
  reading: AccountReading;
}

const username = "mila.makes.example";
const people = 1_300;
/** Days: the account's age, how long it has been connected, and how many Instagram has counted. */
const age = 760;
const connectedFor = 60;
const countedFor = 88;
/** Days before today on which the exports were taken. */
const taken = [64, 33, 2];
const deactivated = 17;

const first =
  "ada ben caro dan ella finn gina hugo ines jona kim lea max nora otto pia quinn rosa sam tara uma vito wanda xena yuna zeno arlo bea cleo dora";
const second =
  "bakes climbs draws films grows hikes knits maps paints reads rides rows runs sails sews sings skates sketches stitches surfs swims travels weaves writes builds bikes";
const firstNames = first.split(" ");
const secondNames = second.split(" ");

const nameOf = (index: number): string => {
  const round = Math.floor(index / (firstNames.length * secondNames.length));
  const [one, other] = [
    firstNames[index % firstNames.length],
    secondNames[Math.floor(index / firstNames.length) % secondNames.length],
  ];
  return `${one}.${other}${round > 0 ? round + 1 : ""}.example`;
};

interface Follower {
  name: string;
  /** Epoch seconds. */
  since: number;
  /** Infinity for those who stay. */
  leaves: number;
}

/** @param today midnight in UTC, epoch milliseconds: the account is as old on every day */
export function exampleAccount(today: number): ExampleAccount {
  const random = seededRandom(20_261);
  const end = today / 1_000;
  const posts = postsUntil(end, random);
  const followers = followersUntil(end, posts, random);
  const listAt = (at: number, index: number) =>
    nameListOf(
      followers
        .filter(({ since, leaves }) => since < at && leaves > at)
        // Some are away for one export, and some have a new name in the last.
        .filter((_, place) => !(index === 1 && place % 311 === 7))
        .map(({ name, since }, place) => ({
          username: index === 2 && place % 263 === 11 ? `new.${name}` : name,
          since,
        })),
    );
  const imports = taken.map((daysAgo, index) => {
    const at = end - daysAgo * dayInSeconds + 9 * hourInSeconds;
    const list = listAt(at, index);
    return {
      ...{ id: `example-${index + 1}`, takenAt: at * 1_000, account: username, window: allTime },
      ...{ followers: list.size, followersShown: list.size + deactivated, list },
    };
  });
  const stayed = followers.filter(({ leaves }) => leaves === Number.POSITIVE_INFINITY);
  const following = nameListOf([
    ...stayed
      .filter((_, place) => place % 4 === 1)
      .map(({ name, since }) => ({
        username: name,
        since: since + hourInSeconds,
      })),
    ...namesFrom(people + 60, 140, end - age * dayInSeconds),
  ]);
  const pendingRequests = nameListOf(namesFrom(people + 220, 6, end - 90 * dayInSeconds));
  return {
    username,
    imports,
    following,
    pendingRequests,
    reading: readingOf(end, posts, followers, random),
  };
}

const namesFrom = (index: number, count: number, from: number) =>
  Array.from({ length: count }, (_, place) => ({
    username: nameOf(index + place),
    since: from + place * 4 * dayInSeconds,
  }));

function followersUntil(
  end: number,
  posts: readonly ExamplePost[],
  random: () => number,
): Follower[] {
  const start = end - age * dayInSeconds;
  // Some reels bring many.
  const reels = posts.filter(({ kind }) => kind === "reel").filter((_, place) => place % 4 === 2);
  return Array.from({ length: people }, (_, index) => {
    const reel = reels[Math.floor(random() * reels.length)];
    // A quarter comes after one of these, the others more and more over time.
    const since =
      index % 4 === 0 && reel
        ? reel.postedAt + Math.floor(random() ** 2 * 40 * hourInSeconds)
        : start + Math.floor(Math.sqrt(random()) * age * dayInSeconds);
    const isLeaving = random() < 0.34;
    const leaves = isLeaving
      ? since + Math.floor((3 + random() * 500) * dayInSeconds)
      : Number.POSITIVE_INFINITY;
    return { name: nameOf(index), since: Math.min(since, end - hourInSeconds), leaves };
  }).sort((one, other) => one.since - other.since);
}

interface ExamplePost {
  kind: "post" | "reel";
  /** Epoch seconds. */
  postedAt: number;
}

function postsUntil(end: number, random: () => number): ExamplePost[] {
  const posts: ExamplePost[] = [];
  for (let daysAgo = 4; daysAgo < age - 30; daysAgo += 2 + Math.floor(random() * 8)) {
    const hour = random() < 0.6 ? 17 + Math.floor(random() * 3) : 8 + Math.floor(random() * 12);
    posts.push({
      kind: random() < 0.35 ? "reel" : "post",
      postedAt: end - daysAgo * dayInSeconds + hour * hourInSeconds + Math.floor(random() * 3_000),
    });
  }
  return posts;
}

function readingOf(
  end: number,
  posts: readonly ExamplePost[],
  followers: readonly Follower[],
  random: () => number,
): AccountReading {
  const there = (at: number) =>
    followers.filter(({ since, leaves }) => since <= at && leaves > at).length;
  const days = (count: number) =>
    Array.from({ length: count }, (_, index) => end - (count - index) * dayInSeconds);
  return {
    readAt: (end + 5 * hourInSeconds) * 1_000,
    username,
    followers: there(end + 5 * hourInSeconds) + deactivated,
    following: 452,
    posts: posts.map((post, index) => readPost(post, index, followers, random)),
    hasCommenters: true,
    wholePosts: posts.length,
    followerCounts: [...days(connectedFor), end].map((at) => ({
      at: at + 5 * hourInSeconds,
      followers: there(at + 5 * hourInSeconds) + deactivated,
    })),
    reach: days(connectedFor).map((at) => ({
      endsAt: at * 1_000,
      reach: Math.round(180 + random() * 500),
    })),
    counts: {
      days: countedDays(days(countedFor), followers),
      isRefused: false,
      audience: audienceAt(end),
    },
  };
}

const countedDays = (days: readonly number[], followers: readonly Follower[]): CountedDay[] =>
  days.map((from) => {
    const isOfDay = (at: number) => at >= from && at < from + dayInSeconds;
    return {
      startsAt: from * 1_000,
      followed: followers.filter(({ since }) => isOfDay(since)).length,
      left: followers.filter(({ leaves }) => isOfDay(leaves)).length,
    };
  });

function readPost(
  { kind, postedAt }: ExamplePost,
  index: number,
  followers: readonly Follower[],
  random: () => number,
): ReadPost {
  const isEvening = new Date(postedAt * 1_000).getUTCHours() >= 17;
  const likes = Math.round((kind === "reel" ? 74 : 46) * (0.5 + random()) * (isEvening ? 1.5 : 1));
  const comments = Math.round(likes * (0.04 + random() * 0.06));
  const commenters = Array.from({ length: Math.min(comments, 9) }, () => {
    // One in nine does not follow.
    const found = followers[Math.floor(random() ** 2 * followers.length)];
    const isStranger = random() < 0.11;
    return [
      isStranger || !found ? nameOf(people + Math.floor(random() * 40)) : found.name,
      1,
    ] as const;
  });
  return {
    id: `example-${index}`,
    kind,
    postedAt: postedAt * 1_000,
    permalink: null,
    pictureUrl: null,
    ...{ likes, comments, readAt: postedAt * 1_000 },
    figures: {
      reach: likes * 7,
      views: likes * 11,
      saved: Math.round(likes / 9),
      shares: Math.round(likes / 14),
      ...(kind === "reel" && {
        ig_reels_avg_watch_time: Math.round(4_000 + random() * 7_000),
        reels_skip_rate: Math.round(25 + random() * 35),
      }),
    },
    commenters,
  };
}

const audienceAt = (end: number) => ({
  askedAt: (end - 2 * dayInSeconds) * 1_000,
  country: shares([
    ["DE", 420],
    ["AT", 188],
    ["US", 121],
    ["CH", 96],
    ["GB", 60],
    ["FR", 41],
    ["NL", 22],
  ]),
  city: shares([
    ["Berlin, Berlin", 131],
    ["Vienna, Vienna", 104],
    ["Hamburg, Hamburg", 77],
    ["Zurich, Zurich", 49],
  ]),
  age: shares([
    ["25-34", 431],
    ["18-24", 262],
    ["35-44", 190],
    ["45-54", 71],
    ["55-64", 18],
  ]),
  gender: shares([
    ["F", 571],
    ["M", 296],
    ["U", 105],
  ]),
  views: {
    ...{ from: end * 1_000 - 29 * day, to: end * 1_000 - day },
    ...{ followers: 6_214, others: 4_480, unknown: 96 },
  },
  isRefused: false,
});

const shares = (parts: [name: string, followers: number][]) =>
  parts.map(([name, followers]) => ({ name, followers }));
