import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { setClientBuild, visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import { clientBuildWith, shellDictionary } from "#tests/setup/dictionaries";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { pageAddresses } from "#tests/setup/page-addresses";
import { audienceKeys, otherKeys } from "~/features/analysis/profile";
import { beginSession } from "~/platform/session/session.server";
import { whoseOf } from "~/platform/session/whose.server";
import { firestore } from "~/platform/store/firebase.server";

const dictionary = shellDictionary();
const decoders: Record<string, (body: Buffer) => Buffer> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
  dcz: dictionary.decode,
};
const codings = new Set<string>();
/** The pages with forms that say whose they are. */
const withForms = new Set<string>();

beforeAll(() => {
  vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
  setClientBuild(clientBuildWith({ [dictionary.address]: dictionary.bytes }));
});
afterAll(() => {
  vi.useRealTimers();
  setClientBuild("public");
});

interface Subscriber extends Member {
  /** Matches what only this subscriber's pages may contain. */
  own: RegExp;
  hoursLeft: number;
  secondsOfSession: number;
}

/** A subscriber all of whose figures lie between `thousands` thousand and the next. */
async function subscriber(
  thousands: number,
  hoursLeft: number,
  secondsOfSession: number,
): Promise<Subscriber> {
  const member = await newMember();
  const main = sandbox.world.subscriptions.find(({ uid }) => uid === member.uid);
  if (!main) throw new Error("no main subscription");
  const course = {
    id: `course-${member.id}`,
    planCode: "ig_boost_engagement_otp",
    mainPlan: false,
  };
  sandbox.world.subscriptions.push({ ...main, ...course });
  let count = 0;
  const figure = () => thousands * 1_000 + count++;
  const username = `watcher_${thousands}`;
  const category = () => ({
    totalValue: figure(),
    items: Array.from({ length: 12 }, (_, at) => ({ username: `${username}_${at}` })),
  });
  const posts = () => [
    {
      postPicUrl: `http://sandbox.test/images/posts/${figure()}.jpg`,
      count: figure(),
      date: Date.now(),
      user: username,
    },
  ];
  const group = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, category()]));
  await (await firestore()).doc(`profiles/${member.uid}`).set({
    _insights: { status: "completed", recommendations: [`Advice for ${username}`] },
    _updatedAt: new Date(Date.now() - (24 - hoursLeft) * 3_600_000),
    _calculatedData: { audience: group(audienceKeys), other: group(otherKeys) },
    topPosts: { mostLikedPosts: posts(), mostCommentedPosts: posts() },
    userEngagement: {
      engagementRate: { status: "Good", cell: 4 },
      averageLikesPerPost: figure(),
      averageCommentsPerPost: figure(),
    },
    overviewStatistics: { totalPostsAnalyzed: figure() },
  });
  // In tests a session lasts 300 s.
  const now = Date.now();
  vi.setSystemTime(now - (300 - secondsOfSession) * 1_000);
  const { cookie } = await beginSession({ ...member, validSince: 0 });
  vi.setSystemTime(now);
  // Not within a nonce, which has random letters and digits.
  const figures = `(?<![\\w-])${thousands},?\\d{3}(?![\\w/+-])`;
  return {
    ...member,
    cookie: cookie.split(";", 1)[0] ?? "",
    own: new RegExp([member.email, member.uid, member.id, username, figures].join("|")),
    hoursLeft,
    secondsOfSession,
  };
}

/** Fetches a page and checks that it contains nothing of the other subscriber. */
async function read(path: string, mine: Subscriber, other: Subscriber, encoding: string) {
  const headers = {
    "accept-encoding": encoding,
    "available-dictionary": dictionary.announced,
  };
  const answer = await visit(path, { cookie: mine.cookie, headers });
  const sent = Buffer.from(await answer.arrayBuffer());
  const coding = answer.headers.get("content-encoding") ?? "identity";
  codings.add(coding);
  const html = (decoders[coding]?.(sent) ?? sent).toString();
  expect(answer.status, path).toBe(200);
  expect(other.own.exec(html)?.[0], `${path}: leaked`).toBeUndefined();
  expectWithin(html, path, "session-left", mine.secondsOfSession * 1_000);
  expectWithin(html, path, "countdown", mine.hoursLeft * 3_600_000);
  for (const [, whose] of html.matchAll(/ name="whose"(?: autoComplete="off")? value="([^"]*)"/g)) {
    expect(whose, path).toBe(whoseOf(mine));
    withForms.add(path);
  }
  const nonce = /'nonce-([^']+)'/.exec(answer.headers.get("content-security-policy") ?? "")?.[1];
  const inPage = [...html.matchAll(/ nonce="([^"]+)"/g)].map(([, text]) => text);
  expect(new Set(inPage), path).toEqual(new Set(nonce && inPage.length > 0 ? [nonce] : []));
  return { html, nonce };
}

/** Every `data-{name}` of the page is this: time stands still here. */
function expectWithin(html: string, path: string, name: string, expected: number) {
  for (const [, left] of html.matchAll(new RegExp(`data-${name}="([^"]*)"`, "g")))
    expect(Math.abs(Number.parseInt(left ?? "", 10) - expected), `${path}: ${name}`).toBeLessThan(
      1_000,
    );
}

test("two subscribers who request every page at once see nothing of each other", async () => {
  const one = await subscriber(71, 21, 290);
  const two = await subscriber(82, 4, 190);
  const paths: string[] = [];
  for (const path of pageAddresses) {
    const asVisitor = await visit(path, { headers: { accept: "text/html" } });
    await asVisitor.body?.cancel();
    if (!asVisitor.headers.get("location")?.startsWith("/sign-in")) continue;
    const asOwner = await visit(path, { cookie: one.cookie });
    await asOwner.body?.cancel();
    if (asOwner.status === 200) paths.push(path);
  }
  expect(paths.length).toBeGreaterThanOrEqual(19);

  const nonces: string[] = [];
  const seen = new Set<string>();
  const encodings = ["identity", "gzip", "zstd", "gzip, zstd, br, dcz", "br"];
  // Each page in each encoding, when it is new and when its parts are prepared.
  const rounds = everyCase ? 2 * encodings.length + 1 : 3;
  for (let round = 0; round < rounds; round += 1) {
    // Each page by both at once, three times, in alternating order.
    const pairs = paths.flatMap((path) => [
      [path, one, two] as const,
      [path, two, one] as const,
      [path, one, two] as const,
    ]);
    const pages = await Promise.all(
      pairs.map((pair, at) => read(...pair, encodings[(round + at) % encodings.length] ?? "")),
    );
    for (const [at, { html, nonce }] of pages.entries()) {
      if (nonce) nonces.push(nonce);
      const [path, mine] = pairs[at] ?? [];
      if (path && mine?.own.test(html)) seen.add(`${path} ${mine.uid}`);
    }
  }
  expect(nonces.length).toBeGreaterThan(rounds * 20);
  expect(new Set(nonces).size).toBe(nonces.length);
  expect([...codings].sort()).toEqual(["br", "dcz", "gzip", "identity", "zstd"]);
  expect(withForms.size).toBeGreaterThan(5);
  // The patterns do match: both subscribers saw their own data on these pages.
  for (const path of ["/dashboard/analytics", "/dashboard/analytics/fans", "/dashboard/my-data"])
    for (const { uid } of [one, two]) expect(seen).toContain(`${path} ${uid}`);
});
