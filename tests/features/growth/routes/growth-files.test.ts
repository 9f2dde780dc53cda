import { describe, expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { memberWithGrowth } from "#tests/setup/growth-pages";
import { madeUpGrowth } from "#tests/setup/growths";
import { withSources } from "#tests/setup/readings";
import { visibleText } from "#tests/setup/visible-text";
import { growthFiles } from "~/features/growth/chart";

withSources("outside,export,instagram");

const page = "/dashboard/growth";
const both = madeUpGrowth({ imports: 6, posts: 120, readings: 80 });

describe("files", () => {
  test.each(growthFiles)("%s is whole, whatever the range", async (key) => {
    const { cookie } = await memberWithGrowth(both);
    const answer = await visit(`${page}/${key}.csv`, { cookie });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("cache-control")).toContain("private, no-store");
    const lines = (await answer.text()).split("\r\n");
    expect(lines.at(-1)).toBe("");
    expect(lines.length).toBeGreaterThan(6);
    const widths = new Set(lines.slice(0, -1).map((line) => line.split(",").length));
    expect(widths.size).toBe(1);
  });

  test("figures below zero are numbers, and what is text is in UTF-8", async () => {
    const { cookie } = await memberWithGrowth(both);
    const open = async (path: string) => {
      const answer = await visit(path, { cookie });
      return Buffer.from(await answer.arrayBuffer()).toString("utf8");
    };
    const texts = [await open("/dashboard/posts.csv")];
    for (const key of growthFiles) texts.push(await open(`${page}/${key}.csv`));
    for (const text of texts) {
      expect(text.lastIndexOf("\ufeff")).toBe(0);
      expect(text).not.toContain("'");
    }
    expect(texts.join("")).toMatch(/,-0\.\d+,/);
  });

  test("posts: sorted and filtered as the page is", async () => {
    const { cookie } = await memberWithGrowth(both);
    const text = await (
      await visit("/dashboard/posts.csv?sort=likes&kind=reel", { cookie })
    ).text();
    const rows = text
      .trimEnd()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(","));
    expect(rows).toHaveLength(both.posts.filter(({ kind }) => kind === "reel").length);
    expect(new Set(rows.map(([, kind]) => kind))).toEqual(new Set(["reel"]));
    const likes = rows.map((row) => Number(row[2] || -1));
    expect(likes).toEqual(likes.toSorted((a, b) => b - a));
  });

  test("an address of a post that a spreadsheet would run is text", async () => {
    const [first] = both.posts;
    if (!first) throw new Error("no posts");
    const { cookie } = await memberWithGrowth({
      ...both,
      posts: [{ ...first, permalink: "=HYPERLINK(1)" }],
    });
    const text = await (await visit("/dashboard/posts.csv", { cookie })).text();
    expect(text).toContain(",'=HYPERLINK(1)\r\n");
    expect(await (await visit("/dashboard/posts", { cookie })).text()).not.toContain("HYPERLINK");
  });
});

test("posts: the heads sort them, either way round, and what is unknown stands last", async () => {
  const { cookie } = await memberWithGrowth(both);
  const open = async (query: string) => {
    const html = await (await visit(`/dashboard/posts${query}`, { cookie })).text();
    const heads = [...html.matchAll(/<th scope="col"[^>]*>.*?<\/th>/g)].map(([head]) => head);
    const likes = [...html.matchAll(/data-label="Likes">(.*?)<\/td>/g)].map(([, text = ""]) =>
      Number(text.replaceAll(",", "")),
    );
    return { likes, sorted: heads.filter((head) => head.includes("aria-sort")), heads };
  };
  const { heads, sorted } = await open("");
  expect(heads).toHaveLength(6);
  expect(sorted).toHaveLength(1);
  expect(sorted[0]).toContain(">Date</a>");
  expect(sorted[0]).toContain('aria-sort="descending"');
  expect(heads[1]).toContain('href="/dashboard/posts?sort=likes&amp;kind=all&amp;range=all"');
  const most = await open("?sort=likes");
  expect(most.likes).toEqual(most.likes.toSorted((a, b) => b - a));
  expect(most.sorted[0]).toContain("sort=likes&amp;order=ascending");
  const least = await open("?sort=likes&order=ascending");
  expect(least.sorted[0]).toContain('aria-sort="ascending"');
  expect(least.likes).toEqual(least.likes.toSorted((a, b) => a - b));
  const unknown = await open("?sort=likes&order=ascending&page=3");
  expect(unknown.likes.slice(-7).every(Number.isNaN)).toBe(true);
  expect(unknown.likes.slice(0, -7).some(Number.isNaN)).toBe(false);
});

test("posts: pages, hidden likes, an empty choice", async () => {
  const { cookie } = await memberWithGrowth(both);
  const open = async (query: string) =>
    visibleText(await (await visit(`/dashboard/posts${query}`, { cookie })).text());
  const first = await open("");
  expect(first).toContain("Your latest 120 posts and reels.");
  expect(first).toContain("Of 7, the likes are hidden or unknown.");
  expect(first).toContain("Page 1 of 3");
  expect(await open("?page=99&sort=nothing")).toContain("Page 3 of 3");
  const few = await open("?kind=reel&range=4-weeks");
  expect(few).not.toContain("Page 1");
  expect(few).toMatch(/\b\d+ of your latest 120 posts and reels\./);
});
