import lessons from "content:lessons";
import topics from "content:topics";
import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { signedIn } from "#tests/setup/requests";

const privateAddresses = [
  "/dashboard/insights",
  "/dashboard/top-trends",
  "/dashboard/top-hacks",
  "/dashboard/news",
  "/dashboard/news/light-costs-nothing",
  "/dashboard/course",
  "/dashboard/articles",
  "/dashboard/articles/detect-stalkers",
  "/articles",
  "/articles/detect-stalkers",
  "/articles/detect-stalkers/protecting-your-data-and-privacy",
];

test.each(privateAddresses)("%s redirects a visitor to sign-in, and back", async (address) => {
  const answer = await visit(address);
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe(`/sign-in?redirectTo=${encodeURIComponent(address)}`);
  expect(await answer.text()).toBe("");
});

// An address that only redirects has no data address.
const withData = privateAddresses.filter((address) => address !== "/articles");

test("/articles.data does not exist", async () => {
  const answer = await visit("/articles.data");
  expect(answer.status).toBe(404);
  expect(await answer.text()).toBe("");
});

test.each(withData)("%s.data gives a visitor nothing either", async (address) => {
  const answer = await visit(`${address}.data`);
  const body = await answer.text();
  expect(body).toContain("/sign-in");
  expect(body).not.toMatch(/Reels|Instagram|photograph|password, two-factor/);
});

test.each([
  ["/articles", "/dashboard"],
  ["/articles/unknown", "/dashboard"],
  ["/articles/constructor", "/dashboard"],
  ["/articles/__proto__", "/dashboard"],
  ["/articles/unknown/protecting-your-data-and-privacy", "/dashboard"],
  ["/articles/detect-stalkers/unknown", "/articles/detect-stalkers"],
  ["/articles/detect-stalkers/constructor", "/articles/detect-stalkers"],
  ["/articles/secret-admirers/protecting-your-data-and-privacy", "/articles/secret-admirers"],
  ["/dashboard/articles", "/articles"],
  ["/dashboard/articles/", "/articles"],
  ["/dashboard/articles?via=mail", "/articles?via=mail"],
  ["/dashboard/articles/secret-admirers", "/articles/secret-admirers"],
  [
    "/dashboard/articles/detect-stalkers/protecting-your-data-and-privacy?via=mail&from=c2VjcmV0",
    "/articles/detect-stalkers/protecting-your-data-and-privacy?via=mail",
  ],
  ["/dashboard/articles/unknown", "/articles/unknown"],
  ["/dashboard/articles//evil.example", "/articles/evil.example"],
  ["/dashboard/articles/%2F%2Fevil.example", "/articles/%2F%2Fevil.example"],
])("%s redirects to %s", async (address, target) => {
  const answer = await visit(address, { cookie: await signedIn("rich") });
  expect([301, 302]).toContain(answer.status);
  expect(answer.headers.get("location")).toBe(target);
});

test("every part of a topic is linked from its list, and links back and to the next", async () => {
  const cookie = await signedIn("rich");
  for (const [slug, { blocks, articles }] of Object.entries(topics)) {
    const list = await (await visit(`/articles/${slug}`, { cookie })).text();
    for (const [index, { path }] of blocks.entries()) {
      const address = `/articles/${slug}/${path}`;
      expect(list).toContain(`href="${address}"`);
      const html = await (await visit(address, { cookie })).text();
      expect(html).toContain(`href="/articles/${slug}"`);
      const next = blocks[index + 1];
      if (next) expect(html).toContain(`href="/articles/${slug}/${next.path}"`);
      const sections =
        articles[path]?.sections.filter(({ only }) => !only || only.includes("outside")) ?? [];
      const tips = sections.flatMap(({ details }) => details);
      expect(html.match(/<strong class="font-bold">/g)).toHaveLength(tips.length);
    }
  }
});

test("the course lists its ten lessons in order, each with its PDF", async () => {
  const html = await (
    await visit("/dashboard/course", { cookie: await signedIn("extras") })
  ).text();
  const links = [...html.matchAll(/href="(\/pdf\/[^"]+)"/g)].map(([, href]) => href);
  expect(links).toEqual(lessons.map((_, index) => `/pdf/Lesson_n${index + 1}.pdf`));
  expect(links).toHaveLength(10);
});

test.each(["rich", "premium", "brandx"])("%s is offered the course instead", async (key) => {
  const answer = await visit("/dashboard/course", { cookie: await signedIn(key) });
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe("/dashboard/offers/pdf-course");
});

test.each([
  ...privateAddresses.filter(
    (address) => !/articles$|^\/articles$|dashboard\/articles/.test(address),
  ),
  "/dashboard/news/unknown",
])("%s loads the small page script and no React", async (address) => {
  const html = await (await visit(address, { cookie: await signedIn("extras") })).text();
  const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
  expect(scripts.filter((tag) => !tag.includes("application/json"))).toEqual([
    expect.stringMatching(/^<script type="module" src="[^"]*app\/page\.ts[^"]*">$/),
  ]);
  expect(html).not.toContain("modulepreload");
});
