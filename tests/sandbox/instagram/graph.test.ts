import { describe, expect, it } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { graph, instagram, read } from "#tests/setup/instagram";

const day = 86_400_000;
/** What takes long. */
const itRarely = it.runIf(everyCase);

describe("the graph", () => {
  itRarely("pages through all media with a cursor, and gives 10,000 at most", async () => {
    const { text } = instagram.connect("ten-thousand");
    const account = instagram.account("ten-thousand");
    expect(account.posts().length).toBeGreaterThan(10_000);
    const first = await fetch(`${graph}/v26.0/me/media?fields=id&limit=100&access_token=${text}`);
    const ids: string[] = [];
    let page = (await first.json()) as {
      data: { id: string }[];
      paging: { cursors: object; next?: string };
    };
    for (;;) {
      ids.push(...page.data.map(({ id }) => id));
      if (!page.paging.next) break;
      page = await (await fetch(page.paging.next)).json();
    }
    expect(page.paging.cursors).toHaveProperty("after");
    expect(ids).toEqual(
      account
        .posts()
        .slice(0, 10_000)
        .map(({ id }) => id),
    );
  });

  it("counts comments with their replies, and pages through them", async () => {
    const { text } = instagram.connect("creator");
    const [post] = instagram
      .account("creator")
      .posts()
      .filter(({ comments }) => comments > 60);
    expect(post).toBeDefined();
    let found = 0;
    for (let after = ""; ; ) {
      const { data, paging } = (await read(`/${post?.id}/comments`, text, {
        fields: "id,from{id,username},replies{id,from{id,username}}",
        limit: "50",
        ...(after && { after }),
      })) as unknown as {
        data: { replies?: { data: object[] } }[];
        paging?: { next?: string; cursors: { after: string } };
      };
      for (const { replies } of data) found += 1 + (replies?.data.length ?? 0);
      if (!paging?.next) break;
      ({ after } = paging.cursors);
    }
    expect(found).toBe(post?.comments);
  });

  it.each([
    ["/me", { fields: "id,secret" }, 100, undefined],
    ["/me/media", { after: "nowhere" }, 100, undefined],
    ["/me/insights", { metric: "online_followers", period: "day" }, 100, undefined],
    [
      "/me/insights",
      { metric: "reach", period: "day", since: "1", until: "9000000" },
      100,
      undefined,
    ],
    ["/17850000000000000/comments", {}, 100, 33],
  ])("refuses %s with %o: %i", async (path, parameters, code, error_subcode) => {
    const { text } = instagram.connect("creator");
    const { error } = await read(path, text, parameters as Record<string, string>);
    expect(error).toMatchObject({ code, ...(error_subcode && { error_subcode }) });
  });

  it("fails a whole call of insights for one metric, each account in its way", async () => {
    const refusalOf = async (key: string, metric: string, kind = "post") => {
      const { text } = instagram.connect(key);
      const post = instagram
        .account(key)
        .posts()
        .findLast((candidate) => candidate.kind === kind);
      return (await read(`/${post?.id}/insights`, text, { metric })).error;
    };
    expect(await refusalOf("creator", "reach,follows", "reel")).toMatchObject({
      code: 100,
      message: expect.stringContaining("follows"),
    });
    expect(await refusalOf("shares-refused", "reach,shares")).toMatchObject({ code: 100 });
    expect(await refusalOf("vague-refusal", "reach,views")).toMatchObject({ code: 100 });
    expect(await refusalOf("few-viewers", "reach")).toMatchObject({ code: 10 });
    expect(await refusalOf("converted", "reach")).toMatchObject({ error_subcode: 2_108_006 });
    expect(await refusalOf("creator", "reach,likes")).toBeUndefined();
  });

  it("tells in its headers how much is used up, then refuses and says how long", async () => {
    instagram.limits.account = 4;
    const { text } = instagram.connect("creator");
    const usage = async () => {
      const { headers, status } = await fetch(`${graph}/v26.0/me?access_token=${text}`);
      const [entries] = Object.values(JSON.parse(headers.get("x-business-use-case-usage") ?? ""));
      const [entry] = entries as Record<string, number>[];
      return [status, entry?.call_count, entry?.estimated_time_to_regain_access];
    };
    const seen = [];
    for (let call = 0; call < 5; call += 1) seen.push(await usage());
    expect(seen.map(([status, percent]) => [status, percent])).toEqual([
      [200, 25],
      [200, 50],
      [200, 75],
      [200, 100],
      [400, 100],
    ]);
    expect(seen.map(([, , minutes]) => minutes)).toEqual([0, 0, 0, 1_440, 1_440]);
    instagram.clock.advance(day);
    expect(await usage()).toEqual([200, 25, 0]);
    instagram.limits.app = 1;
    expect(await read("/me", text)).toMatchObject({ error: { code: 4 } });
  });

  it("goes by each account's switches", async () => {
    const { text } = instagram.connect("creator");
    const account = instagram.account("creator");
    const [first, second] = account.posts();
    instagram.deleteMedium("creator", first?.id ?? "");
    instagram.hideLikes("creator");
    instagram.rename("creator", "maja.renamed");
    instagram.takePermission("creator", "instagram_business_manage_comments");
    expect(await read("/me", text, { fields: "username,media_count" })).toMatchObject({
      username: "maja.renamed",
      media_count: account.posts().length,
    });
    const media = await read("/me/media", text, { fields: "like_count", limit: "1" });
    expect(media.data).toEqual([{ id: second?.id }]);
    expect(await read(`/${first?.id}/insights`, text, { metric: "reach" })).toMatchObject({
      error: { code: 100, error_subcode: 33 },
    });
    expect(await read(`/${second?.id}/comments`, text)).toMatchObject({ error: { code: 200 } });
    instagram.withdraw("creator", 460);
    expect(await read("/me", text)).toMatchObject({ error: { code: 190, error_subcode: 460 } });
  });

  it("makes one call fail, for one account, as often as told", async () => {
    const [one, other] = ["creator", "empty"].map((key) => instagram.connect(key).text);
    const failure = { code: 80_002, regainMinutes: 19 };
    instagram.failures.set("me", failure, { account: "creator", times: 1 });
    expect(await read("/me", other ?? "")).toHaveProperty("id");
    const refused = await fetch(`${graph}/v26.0/me?access_token=${one}`);
    expect(refused.headers.get("x-business-use-case-usage")).toContain(":19");
    expect(await read("/me", one ?? "")).toHaveProperty("id");
  });
});
