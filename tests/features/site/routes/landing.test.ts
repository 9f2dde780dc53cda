import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { sandbox } from "#tests/setup/outside";

const { APP_ORIGIN: origin = "", FUNNEL_URL: funnel = "" } = sandbox.env;

test("the anonymous page is the same for everyone and sets no cookie", async () => {
  const [one, two] = await Promise.all([visit("/"), visit("/")]);
  expect(one.headers.get("set-cookie")).toBeNull();
  expect(one.headers.get("cache-control")).toBe("private, no-cache");
  const html = await one.text();
  expect(html).toBe(await two.text());
  expect(html).not.toMatch(/nonce|<style| style=/);
});

test("every call to action leads to the funnel with the campaign that came in", async () => {
  const html = await (await visit("/?utm_source=ig&fbclid=abc&secret=1")).text();
  const links = [...html.matchAll(/<a href="([^"]*)"/g)]
    .map(([, href = ""]) => href.replaceAll("&amp;", "&"))
    .filter((href) => href.startsWith(funnel));
  expect(links.map((href) => Object.fromEntries(new URL(href).searchParams))).toEqual(
    ["hero", "watchers", "growth"].map((placement) => ({
      utm_source: "ig",
      fbclid: "abc",
      plan: "weekly",
      trial_days: "3",
      source: "landing",
      placement,
    })),
  );
});

test.each([
  ["/?showerrbtn=plz", true],
  ["/sign-in?showerrbtn=plz", true],
  ["/privacy?showerrbtn=plz", true],
  ["/?showerrbtn=1", false],
  ["/", false],
])("%s shows the test-error button: %s", async (path, shown) => {
  const html = await (await visit(path)).text();
  expect(html.includes('action="/test-error"')).toBe(shown);
});

test.each([
  ["/", "/"],
  ["/?utm_source=ig", "/"],
  ["/privacy", "/privacy"],
  ["/terms-of-use", "/terms-of-use"],
])("%s has preview tags and the canonical address %s", async (path, canonical) => {
  const html = await (await visit(path)).text();
  const address = `${origin}${canonical}`;
  expect(html).toContain(`<link rel="canonical" href="${address}"/>`);
  expect(html).toContain(`<meta property="og:url" content="${address}"/>`);
  expect(html).toContain(`<meta property="og:image" content="${origin}/social.png"/>`);
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>');
});

test.each(["/privacy", "/terms-of-use"])(
  "%s has no unfilled placeholder and no dead anchor",
  async (path) => {
    const html = await (await visit(path)).text();
    expect(html).not.toMatch(/\{\{|\}\}/);
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.length).toBeGreaterThan(20);
    for (const id of targets) expect(html).toMatch(new RegExp(`<(h2|main) id="${id}"`));
  },
);

test.each([
  ["/sitemap.xml", "application/xml", "<loc>ORIGIN/terms-of-use</loc>"],
  ["/robots.txt", "text/plain", "Sitemap: ORIGIN/sitemap.xml"],
  ["/.well-known/security.txt", "text/plain", "Contact: mailto:support@profile-analyzer.example"],
])("%s is served as %s", async (path, type, line) => {
  const answer = await visit(path);
  expect(answer.headers.get("content-type")).toContain(type);
  expect(await answer.text()).toContain(line.replace("ORIGIN", origin));
});

test("security.txt names the host that it is asked from, and no other brand's", async () => {
  const { port } = new URL(origin);
  const { hosts } = JSON.parse(sandbox.env.BRANDS ?? "") as { hosts: Record<string, string> };
  const [host = ""] = Object.keys(hosts);
  const named = async (headers: Record<string, string>) => {
    const text = await (await visit("/.well-known/security.txt", { headers })).text();
    return [...text.matchAll(/^Canonical: (.*)\/\.well-known\/security\.txt$/gm)].map(
      ([, at]) => at,
    );
  };
  expect(await named({})).toEqual([origin]);
  expect(await named({ host })).toEqual([origin, `http://${host}${port && `:${port}`}`]);
});

test("security.txt expires within a year", async () => {
  const text = await (await visit("/.well-known/security.txt")).text();
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? "");
  expect(expires).toBeGreaterThan(Date.now() + 90 * 86_400_000);
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
});
