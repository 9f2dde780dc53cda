import { describe, expect, test } from "vitest";
import { figuresOf } from "#sandbox/instagram/figures.ts";
import { sandbox } from "#tests/setup/outside";
import { getMediumInsights, getReach } from "~/features/connection/store/instagram.server";
import { metricsOf } from "~/features/history/insights-answer";
import { AccessToken } from "~/platform/tokens/access-token";

const { instagram } = sandbox.world;

const day = 86_400_000;

const connected = (key: string) => new AccessToken(instagram.connect(key).text);

describe("insights", () => {
  const lastOf = (key: string, kind: "post" | "reel") => {
    const found = figuresOf(instagram.account(key)).latest.find((post) => post.kind === kind);
    if (!found) throw new Error(`${key} has no ${kind}`);
    return found;
  };
  const callsOf = () => sandbox.world.calls.filter(({ path }) => path.includes("/insights")).length;

  test.each([
    ["creator", "post", [], 1],
    ["creator", "reel", [], 1],
    ["shares-refused", "post", ["shares"], 2],
    // The answer does not say which: each is asked for alone.
    ["vague-refusal", "post", ["views"], 10],
  ] as const)("%s, a %s: all but %o", async (key, kind, leftOut, calls) => {
    const post = lastOf(key, kind);
    const answer = await getMediumInsights(connected(key), post.id, metricsOf[kind]);
    const expected = Object.entries(post.insights).filter(
      ([name]) => !leftOut.some((metric) => metric === name),
    );
    expect(answer.value).toEqual(Object.fromEntries(expected));
    expect(answer.leftOut).toEqual(leftOut);
    expect(callsOf()).toBe(calls);
  });

  test("a reel that is taken for a post is asked again without its two metrics", async () => {
    const reel = lastOf("creator", "reel");
    const { value, leftOut } = await getMediumInsights(
      connected("creator"),
      reel.id,
      metricsOf.post,
    );
    expect(leftOut).toEqual(["follows", "profile_visits"]);
    const { ig_reels_avg_watch_time: watched, reels_skip_rate: skipped, ...others } = reel.insights;
    expect(value).toEqual(others);
    expect([watched, skipped]).toEqual([expect.any(Number), expect.any(Number)]);
  });

  test.each([
    ["few-viewers", 0, "permission-missing"],
    ["no-insights", 0, "permission-missing"],
    ["converted", -1, "permission-missing"],
  ] as const)("%s has none for the post at %i: %s", async (key, at, kind) => {
    const id = instagram.account(key).posts().at(at)?.id ?? "";
    const asking = getMediumInsights(connected(key), id, metricsOf.post);
    await expect(asking).rejects.toMatchObject({ verdict: { kind } });
    expect(callsOf()).toBe(1);
  });

  test("reach of each day, 30 days a call at most", async () => {
    const token = connected("creator");
    const until = instagram.clock.now();
    const { value } = await getReach(token, { since: until - 30 * day, until });
    expect(value.length).toBeGreaterThanOrEqual(28);
    expect(value).toEqual(instagram.account("creator").reach(until - 30 * day, until));
    await expect(getReach(token, { since: until - 31 * day, until })).rejects.toThrow(RangeError);
  });
});
