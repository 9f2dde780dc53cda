import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { memberWithAnalysis } from "#tests/setup/analyses";
import { visit } from "#tests/setup/app";
import { newMember } from "#tests/setup/member";
import { sandbox, server } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import { firestore } from "~/platform/store/firebase.server";

// A name's own order of letters must not turn what stands around it, nor be turned by it: with a bracket or a digit at
// its end, it would be.

const name = "שירה.(7)";

/** Elements that hold the name and do not set its direction apart. */
function unsetIn(html: string): string[] {
  const text = html
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<(script|style|title|option)\b[\s\S]*?<\/\1>/g, "");
  const holders = [...text.matchAll(/<([a-z0-9]+)([^>]*)>([^<]*)/g)].filter(([, , , inside = ""]) =>
    inside.includes(name),
  );
  expect(holders.length, "the name is shown").toBeGreaterThan(0);
  return holders
    .filter(([, tag, attributes = ""]) => tag !== "bdi" && !attributes.includes('dir="auto"'))
    .map(([all]) => all);
}

async function read(path: string, cookie: string, init: RequestInit = {}) {
  const answer = await visit(path, { cookie, ...init });
  return answer.text();
}

test("people of an analysis made here", async () => {
  const people = { fans: [{ username: name, since: 1_700_000_000 }] };
  const { cookie } = await memberWithAnalysis({ people });
  const asked = encodeURIComponent(name);
  expect(unsetIn(await read("/dashboard/analytics/fans", cookie))).toEqual([]);
  expect(unsetIn(await read(`/dashboard/analytics/fans?q=${asked}`, cookie))).toEqual([]);
});

test("people of the outside system", async () => {
  const { uid, cookie } = await newMember();
  const items = [
    { username: name, fullName: name },
    { username: "ana", fullName: name },
  ];
  await (await firestore()).doc(`profiles/${uid}`).set({
    _insights: { status: "completed" },
    _updatedAt: { _seconds: Math.floor(Date.now() / 1000) },
    _calculatedData: { audience: { secretFans: { totalValue: 2, items } } },
  });
  expect(unsetIn(await read("/dashboard/analytics/secretFans", cookie))).toEqual([]);
  await visit("/dashboard/analytics/secretFans", {
    cookie,
    method: "POST",
    body: new URLSearchParams({ press: "hide", username: name }),
  });
  expect(unsetIn(await read("/dashboard/analytics/hidden", cookie))).toEqual([]);
});

describe("on a translated page the direction of what outside systems say is that of its letters", () => {
  const words = "חדשות";
  const dressed = (tag: string, more = "") =>
    new RegExp(`<${tag} lang="en" dir="auto"[^>]*>${more}${words}</`);
  const readIn = (language: string, path: string, cookie: string) =>
    read(path, `${cookie}; language=${language}`);

  beforeEach(() => {
    vi.stubEnv("LANGUAGES", "en, ar");
    resetApp();
    const item = { slug: "a", title: words, imagePath: "", text: [words] };
    server.use(http.post("*/getNews", () => HttpResponse.json({ news: [item] })));
  });

  test("news", async () => {
    const { cookie } = await newMember();
    const list = await readIn("ar", "/dashboard/news", cookie);
    expect(list).toMatch(dressed("div", "<h2[^>]*><a[^>]*>"));
    const post = await readIn("ar", "/dashboard/news/a", cookie);
    expect(post).toMatch(dressed("h1"));
    expect(post).toMatch(dressed("div", "<p>"));
    expect(await readIn("en", "/dashboard/news/a", cookie)).not.toContain('dir="auto"');
  });

  test("recommendations", async () => {
    const { uid, cookie } = await newMember();
    await (await firestore()).doc(`profiles/${uid}`).set({
      _insights: { status: "completed", recommendations: [words] },
      _updatedAt: { _seconds: Math.floor(Date.now() / 1000) },
    });
    expect(await readIn("ar", "/dashboard/analytics", cookie)).toMatch(dressed("p"));
  });

  test("breaches", async () => {
    const { email, cookie } = await newMember();
    sandbox.world.breaches.set(email, [
      { Name: name, Domain: name, BreachDate: name, DataClasses: [words] },
    ]);
    const path = "/dashboard/password-safety?whole=1";
    const html = await readIn("ar", path, cookie);
    expect(html).toMatch(dressed("dd"));
    expect(html).toContain(`<p class="text-sm text-muted"><bdi>${name}</bdi></p>`);
    expect(html).toContain(`<dd class="font-bold"><bdi>${name}</bdi></dd>`);
    const english = await readIn("en", path, cookie);
    for (const one of ['p class="text-sm text-muted"', 'dd class="font-bold"'])
      expect(english).toContain(`<${one}>${name}</`);
  });
});
