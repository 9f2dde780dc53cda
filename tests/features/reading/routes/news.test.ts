import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Fault } from "#sandbox/faults.ts";
import { newsItems } from "#sandbox/news.ts";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { everyCase } from "#tests/setup/cases";
import { sandbox, server } from "#tests/setup/outside";
import { signedIn } from "#tests/setup/requests";
import { resetApp } from "#tests/setup/reset-app";
import { stopwatch } from "#tests/setup/stopwatch";

const minutes = 60_000;

// Each test starts with an empty cache and a closed breaker.
beforeEach(() => {
  resetApp();
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => vi.useRealTimers());

const readList = async () => ask("/dashboard/news", { cookie: await signedIn("rich") });

const readPost = async (slug: string) =>
  ask(`/dashboard/news/${encodeURIComponent(slug)}`, { cookie: await signedIn("rich") });

const titles = ({ body }: { body: unknown }) =>
  (body as { news?: { title: string }[] }).news?.map(({ title }) => title);
const callCount = () => sandbox.world.calls.filter(({ path }) => path.endsWith("/getNews")).length;
const answerWith = (...news: unknown[]) =>
  server.use(http.post("*/getNews", () => HttpResponse.json({ news })));
const down: Fault = { kind: "status", status: 500 };

test("the list holds every item in the function's order", async () => {
  const answer = await readList();
  expect(answer.status).toBe(200);
  expect(titles(answer)).toEqual(newsItems.map(({ title }) => title));
});

test("a post is found by its slug", async () => {
  const item = newsItems[3];
  const answer = await readPost(item?.slug ?? "");
  expect(answer).toMatchObject({
    status: 200,
    body: { post: { heading: item?.title, text: item?.text } },
  });
});

const fine = { slug: "fine", title: "Fine", imagePath: "/images/news/a.jpg", text: ["Words."] };

test("an item without picture or text is shown without it", async () => {
  answerWith(
    { ...fine, slug: "no-picture", imagePath: null },
    { ...fine, slug: "no-picture-at-all", imagePath: undefined },
    { ...fine, slug: "no-text", text: null },
    fine,
  );
  expect(titles(await readList())).toEqual(Array(4).fill("Fine"));
  const post = async (slug: string) => (await readPost(slug)).body;
  expect(await post("no-picture")).toMatchObject({ post: { text: ["Words."] } });
  expect(await post("no-picture-at-all")).toMatchObject({ post: { text: ["Words."] } });
  expect(await post("no-text")).toMatchObject({ post: { text: [], src: "/images/news/a.jpg" } });
});

test("an item without slug or title, or whose text is no list, is left out alone", async () => {
  const odd = { ...fine, slug: "odd", title: "Odd" };
  answerWith(
    { ...odd, slug: null },
    // Cut in the middle of a character: it can stand in no address.
    { ...odd, slug: "odd-\ud83d" },
    { ...odd, title: undefined },
    { ...odd, title: " " },
    { ...odd, text: "Words." },
    null,
    fine,
  );
  expect(titles(await readList())).toEqual(["Fine"]);
});

test("a post whose slug ends like Remix's own addresses is a page all the same", async () => {
  answerWith({ ...fine, slug: "open.data" });
  const cookie = await signedIn("rich");
  const list = await (await visit("/dashboard/news", { cookie })).text();
  const address = /href="(\/dashboard\/news\/open[^"]*)"/.exec(list)?.[1] ?? "";
  const answer = await visit(address, { cookie });
  expect(answer.headers.get("content-type")).toContain("text/html");
  expect(await answer.text()).toContain("Words.");
});

test("items of which none can be read are not 'no news'", async () => {
  answerWith({ ...fine, slug: null }, null);
  expect(await readList()).toMatchObject({ status: 503, body: { news: undefined } });
  resetApp();
  answerWith();
  expect(await readList()).toMatchObject({ status: 200, body: { news: [] } });
});

test("a slug that is no post's is answered with 404 and no post", async () => {
  for (const slug of ["unknown", "constructor", "../light-costs-nothing", "LIGHT-COSTS-NOTHING"]) {
    const answer = await readPost(slug);
    expect(answer).toMatchObject({ status: 404, body: { found: false, post: undefined } });
    expect(JSON.stringify(answer.body)).not.toContain(newsItems[0]?.title);
  }
});

test("news is fetched once in five minutes", async () => {
  await Promise.all([readList(), readList(), readPost("unknown")]);
  vi.advanceTimersByTime(4 * minutes);
  await readList();
  expect(callCount()).toBe(1);
});

test("after five minutes the stale copy is served while a new one is fetched", async () => {
  await readList();
  vi.advanceTimersByTime(5 * minutes + 1_000);
  sandbox.faults.set("functions", { kind: "slow", ms: 1_500 });
  const waited = stopwatch();
  expect(titles(await readList())).toHaveLength(newsItems.length);
  expect(waited()).toBeLessThan(1_400);
  await vi.waitFor(() => expect(callCount()).toBe(2), 20_000);
});

const allFaults: [string, Fault][] = [
  ["500", down],
  ["429", { kind: "status", status: 429 }],
  ["malformed", { kind: "malformed" }],
  ["wrong shape", { kind: "wrong-shape" }],
  ["reset", { kind: "reset" }],
  ["redirect", { kind: "redirect" }],
  ["hang", { kind: "hang" }],
  ["huge", { kind: "huge" }],
];
/** What fails like another of them, unless every case is tried. */
const alike = ["429", "reset", "redirect", "wrong shape"];
const faults = allFaults.filter(([name]) => everyCase || !alike.includes(name));
/** After which the copy is served: once it is there, whatever fails leads to the same. */
const withCopy = everyCase ? ["500", "malformed", "hang"] : ["500"];

test.each(faults)("%s without a cached copy: list and post are unavailable", async (_, fault) => {
  sandbox.faults.set("functions", fault);
  const [list, post] = await Promise.all([readList(), readPost("light-costs-nothing")]);
  expect(list).toMatchObject({ status: 503, body: { news: undefined } });
  expect(post).toMatchObject({ status: 503, body: { found: true, post: undefined } });
});

test.each(faults.filter(([name]) => withCopy.includes(name)))(
  "%s with a cached copy: it is still served",
  async (_, fault) => {
    await readList();
    sandbox.faults.set("functions", fault);
    for (const hours of [1, 24, 7 * 24]) {
      vi.advanceTimersByTime(hours * 60 * minutes);
      expect(titles(await readList())).toHaveLength(newsItems.length);
    }
    expect(await readPost("light-costs-nothing")).toMatchObject({ status: 200 });
    expect(await readPost("unknown")).toMatchObject({ status: 404 });
  },
);

test("the unavailable page has a message and a link to try again", async () => {
  sandbox.faults.set("functions", down);
  for (const address of ["/dashboard/news", "/dashboard/news/light-costs-nothing"]) {
    const answer = await visit(address, { cookie: await signedIn("rich") });
    expect(answer.status).toBe(503);
    const html = await answer.text();
    expect(html).toMatch(/We cannot load (the news|this post) right now\./);
    expect(html).toContain(`href="${address}"`);
  }
});

test("news is available again once the function is", async () => {
  sandbox.faults.set("functions", down);
  expect(await readList()).toMatchObject({ status: 503 });
  sandbox.faults.clear();
  expect(await readList()).toMatchObject({ status: 200 });
});

test("an image path is shown from this site only", async () => {
  const { newsPictureAddress } = await import("~/features/reading/services/news-pictures.server");
  const shown = (imagePath: string) => newsPictureAddress(imagePath, 240);
  expect(shown("/images/news/a.jpg")).toBe("/images/news/a.jpg");
  expect(shown("images/news/a.jpg?v=2")).toBe("/images/news/a.jpg?v=2");
  expect(shown("http://localhost:3000/images/a.jpg")).toBe("/images/a.jpg");
  expect(shown("")).toBeUndefined();
  expect(shown("javascript:alert(1)")).toBeUndefined();
  expect(shown("data:image/png;base64,AAAA")).toBeUndefined();
  expect(shown("//elsewhere.example/a.jpg")).toBeUndefined();
  expect(shown("http://[")).toBeUndefined();
});
