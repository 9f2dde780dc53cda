import { beforeAll, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { newMember } from "#tests/setup/member";
import { trap } from "#tests/setup/requests";
import { resetApp } from "#tests/setup/reset-app";

beforeAll(() => {
  vi.stubEnv("LANGUAGES", "en, de, pt-BR, ar");
  resetApp();
});

const html = { accept: "text/html" };
const manual = { redirect: "manual" } as const;

async function page(path: string, headers: Record<string, string> = {}, cookie = "") {
  const answer = await visit(path, { headers: { ...html, ...headers }, cookie, ...manual });
  return { answer, body: await answer.text() };
}

test.each([
  ["/", 200, "en", "ltr"],
  ["/de", 200, "de", "ltr"],
  ["/ar/sign-in", 200, "ar", "rtl"],
  ["/pt-BR/cancel", 200, "pt-BR", "ltr"],
  ["/de/nothing", 404, "de", "ltr"],
  ["/nothing", 404, "en", "ltr"],
  ["/de/dashboard", 404, "de", "ltr"],
  ["/fr", 404, "en", "ltr"],
  ["/DE", 404, "en", "ltr"],
  ["/en", 404, "en", "ltr"],
  ["/?_data=root", 400, "en", "ltr"],
])("%s is %i, in %s", async (path, status, language, direction) => {
  for (const accepted of ["de", "ar;q=0.5"]) {
    const { answer, body } = await page(path, { "accept-language": accepted });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-language")).toBe(language);
    expect(body).toContain(`<html lang="${language}" dir="${direction}">`);
  }
});

test("the page of a refused request has the ways out of its language, beside the languages", async () => {
  const answer = await visit("/de/cancel", { method: "PUT" });
  const [footer] = /<footer.*<\/footer>/s.exec(await answer.text()) ?? [];
  expect(footer).toMatch(/<a href="\/de\/cancel"[^>]*>Verträge hier kündigen<\/a>/);
  expect(footer).toMatch(/<a href="\/de\/withdraw"[^>]*>Vertrag widerrufen<\/a>/);
  expect(footer).toContain("Português (Brasil)");
});

test("a page that says what is wrong names no versions", async () => {
  const foreign = { method: "POST", headers: { origin: "https://evil.example" } };
  for (const [path, status, init] of [
    ["//x", 400, {}],
    ["/", 405, { method: "PUT" }],
    ["/de/sign-in", 403, { ...foreign, body: new URLSearchParams({ a: "b" }) }],
    ["/cancel", 422, { method: "POST", body: new URLSearchParams({ ...trap, email: "none" }) }],
  ] as const) {
    const answer = await visit(path, init);
    expect(answer.status).toBe(status);
    expect(await answer.text(), path).not.toMatch(/rel="(canonical|alternate)"/);
  }
});

test("who is signed in reads in their language that nothing is at an address", async () => {
  const { cookie } = await newMember();
  await choose({ language: "de", returnTo: "/" }, cookie);
  for (const [path, init, own, title] of [
    ["/nothing", {}, cookie, "Seite nicht gefunden"],
    ["/nothing", {}, `${cookie}; language=ar`, "Seite nicht gefunden"],
    ["/nothing", {}, "language=de", "Page not found"],
    ["/test-error", { method: "POST", body: new URLSearchParams() }, cookie, "Etwas ist schief"],
    ["/test-error", { method: "PUT" }, cookie, "Etwas ist schiefgelaufen"],
  ] as const) {
    const body = await (await visit(path, { ...init, cookie: own })).text();
    expect(body).toContain(title);
    const leaves = own === "language=de" ? "Cancel contracts here" : "Verträge hier kündigen";
    expect(body.slice(body.lastIndexOf("<footer"))).toContain(leaves);
  }
  const json = await visit("/api/cancel", { method: "PUT", cookie });
  expect(await json.json()).toEqual({ error: "This address does not take such a request." });
});

test("an English page that is open stays English when its reader chooses another language elsewhere", async () => {
  const { cookie } = await newMember();
  const german = `${cookie}; language=de`;
  expect((await page("/dashboard/my-plan", {}, german)).body).toContain("Verträge hier kündigen");
  const { answer, body } = await page("/dashboard/my-plan.data", {}, german);
  expect(answer.status).toBe(200);
  expect(body).toContain("Cancel contracts here");
});

test("a private page that is spelled in another case is in the reader's language, too", async () => {
  const { cookie } = await newMember();
  const { answer } = await page("/Dashboard", { "accept-language": "de" }, cookie);
  expect(answer.headers.get("content-language")).toBe("de");
});

test("of a long list of languages the beginning is read", async () => {
  const cookie = (await newMember()).cookie;
  const languageFor = async (accepted: string) => {
    const { answer } = await page("/dashboard", { "accept-language": accepted }, cookie);
    return answer.headers.get("content-language");
  };
  expect(await languageFor(`de;q=0.5, ${"x, ".repeat(100)}ar`)).toBe("ar");
  expect(await languageFor(`de;q=0.5, ${"x, ".repeat(4_000)}ar`)).toBe("de");
  expect(await languageFor("d".repeat(8_000))).toBe("en");
});

test("fields for addresses and passwords run from left to right, others as what is typed", async () => {
  for (const path of ["/sign-in", "/de/sign-in", "/ar/sign-in"]) {
    const { body } = await page(path);
    expect(
      body.match(/<input(?=[^>]* type="(?:email|password)")[^>]* dir="ltr"\/?>/g),
    ).toHaveLength(2);
    expect(body).not.toMatch(/<input(?=[^>]* type="hidden")[^>]* dir="/);
  }
  const { body } = await page("/ar/cancel");
  expect(body).toMatch(/<input(?=[^>]* name="name")[^>]* dir="auto"\/?>/);
  expect(body).not.toMatch(/<input(?=[^>]* type="(?:date|radio)")[^>]* dir="/);
});

test("a 403 says its language", async () => {
  const answer = await visit("/de/sign-in", {
    method: "POST",
    headers: { origin: "https://evil.example" },
    body: new URLSearchParams({ email: "a@b.c" }),
  });
  expect(answer.status).toBe(403);
  expect(answer.headers.get("content-language")).toBe("de");
  expect(await answer.text()).toContain('<html lang="de" dir="ltr">');
});

test("a fault of ours says its language", async () => {
  const canParse = URL.canParse;
  vi.spyOn(URL, "canParse").mockImplementation((url, base) => {
    if (url === "/sign-in?broken") throw new Error("a fault");
    return canParse(url, base);
  });
  const { answer, body } = await page("/de/sign-in?broken");
  expect(answer.status).toBe(500);
  expect(answer.headers.get("content-language")).toBe("de");
  expect(body).toContain('<html lang="de" dir="ltr">');
  expect(body).toContain("Der Fehler liegt bei uns.");
});

test("/de/ leads to /de, with its query and without credentials", async () => {
  const { answer } = await page("/de/?a=b&creds=c2VjcmV0");
  expect(answer.status).toBe(308);
  expect(answer.headers.get("location")).toBe("/de?a=b");
});

test("an address with credentials leads to the one without in its language, and keeps them", async () => {
  const creds = Buffer.from(JSON.stringify({ email: "rich@example.com" })).toString("base64url");
  for (const [asked, status, clean] of [
    ["/de", 302, "/de"],
    ["/de/", 308, "/de"],
    ["/de/sign-in", 302, "/de/sign-in"],
    ["/dashboard/news", 302, "/dashboard/news"],
  ] as const) {
    const { answer } = await page(`${asked}?creds=${creds}`);
    expect([answer.status, answer.headers.get("location")]).toEqual([status, clean]);
    expect(answer.headers.get("set-cookie")).toMatch(/^credentials=[^;]/);
  }
});

test("/de/ passes the gate before it leads anywhere", async () => {
  expect((await visit("/de/", { method: "PUT" })).status).toBe(405);
  expect((await visit("/de/", { headers: { host: "evil.example" } })).status).toBe(421);
});

test("links and forms of public pages stay in the language; those to private pages have no tag", async () => {
  const { body } = await page("/de/sign-in?redirectTo=%2Fdashboard%2Fcourse");
  const targets = [...body.matchAll(/ (?:href|action)="(\/[^"]*)"/g)].map(([, target]) => target);
  expect(targets).toContain("/de/access-recovery");
  expect(targets).toContain("/de/sign-in?redirectTo=%2Fdashboard%2Fcourse");
  expect(targets).not.toContain("/access-recovery");
  const landing = (await page("/de")).body;
  expect(landing).toContain('href="/de/cancel"');
  expect(landing).toContain('href="/de/sign-in"');
});

test("a button that posts elsewhere stays in the language, too", async () => {
  const { email } = await newMember();
  const answer = await visit("/de/access-recovery", {
    method: "POST",
    headers: html,
    body: new URLSearchParams({ ...trap, email }),
  });
  expect(answer.status).toBe(409);
  expect(await answer.text()).toMatch(/ formaction="\/de\/password-recovery"/i);
});

test.each([
  "/de/unsubscription?from=x",
  "/de/cancel/not-me?t=x",
  "/de/letters/stop?t=x",
  "/de/sign-in/link?t=x",
  "/de/nothing",
  "/nothing",
])("%s has the two ways out at its foot", async (path) => {
  const { body } = await page(path);
  const prefix = path.startsWith("/de") ? "/de" : "";
  const foot = body.slice(body.lastIndexOf("<footer"));
  expect(foot).toContain(`href="${prefix}/cancel"`);
  expect(foot).toContain(`href="${prefix}/withdraw"`);
});

test("the six pages for search engines name their versions, others and queries do not", async () => {
  for (const path of ["", "/sign-in", "/privacy", "/terms-of-use", "/cancel", "/withdraw"]) {
    for (const query of ["", "?utm_source=x"]) {
      const { body } = await page(`/de${path}${query}`);
      const head = body.split("</head>")[0] ?? "";
      const links = [
        ...head.matchAll(/<link rel="(canonical|alternate)"( hreflang="[^"]+")? href="([^"]+)"/g),
      ];
      const at = "http://localhost:3000";
      expect(links.map(([, rel, lang, href]) => `${rel}${lang ?? ""} ${href}`)).toEqual([
        `canonical ${at}/de${path}`,
        `alternate hreflang="en" ${at}${path || "/"}`,
        `alternate hreflang="de" ${at}/de${path}`,
        `alternate hreflang="pt-BR" ${at}/pt-BR${path}`,
        `alternate hreflang="ar" ${at}/ar${path}`,
        `alternate hreflang="x-default" ${at}${path || "/"}`,
      ]);
    }
  }
  const other = (await page("/de/password-recovery")).body;
  expect(other).not.toMatch(/rel="(canonical|alternate)"/);
  const sitemap = (await page("/sitemap.xml")).body;
  expect(sitemap.match(/<loc>/g)).toHaveLength(24);
  expect(sitemap).toContain("<loc>http://localhost:3000/de/withdraw</loc>");
  expect(sitemap).toContain("<loc>http://localhost:3000/ar</loc>");
});

test("a public page offers the language that the browser prefers, unless the cookie says its own", async () => {
  const offered = async (path: string, accepted: string, cookie = "") => {
    const { answer, body } = await page(path, { "accept-language": accepted }, cookie);
    expect(answer.headers.get("vary")).toContain("accept-language");
    const href = /<aside[^>]*><p><a href="([^"]+)" hreflang/.exec(body)?.[1] ?? null;
    return { href, etag: answer.headers.get("etag") };
  };
  expect(await offered("/", "de-CH, en;q=0.5")).toMatchObject({ href: "/de" });
  expect(await offered("/de", "en")).toMatchObject({ href: "/" });
  expect(await offered("/de", "ja")).toMatchObject({ href: null });
  expect(await offered("/de", "de")).toMatchObject({ href: null });
  expect(await offered("/", "de", "language=en")).toMatchObject({ href: null });
  expect(await offered("/", "de", "language=ar")).toMatchObject({ href: "/de" });
  expect(await offered("/cancel", "ar")).toMatchObject({ href: "/ar/cancel" });
  const etags = await Promise.all(
    ["de", "ar", "en"].map(async (one) => (await offered("/", one)).etag),
  );
  expect(new Set(etags).size).toBe(3);
});

test("a private page leads to the sign-in page of the cookie's language, else the browser's", async () => {
  const to = async (cookie: string, accepted: string) =>
    (await page("/dashboard", { "accept-language": accepted }, cookie)).answer.headers.get(
      "location",
    );
  expect(await to("language=de", "ar")).toBe("/de/sign-in");
  expect(await to("", "ar")).toBe("/ar/sign-in");
  expect(await to("language=xx", "ja")).toBe("/sign-in");
});

const choose = (fields: Record<string, string>, cookie = "") =>
  visit("/language", {
    method: "POST",
    body: new URLSearchParams(fields),
    cookie,
    headers: html,
    ...manual,
  });

test.each([
  [{ language: "de", returnTo: "/dashboard/course?a=b" }, "/dashboard/course?a=b"],
  [{ language: "de", returnTo: "/sign-in" }, "/de/sign-in"],
  [{ language: "en", returnTo: "/de/sign-in?a=b" }, "/sign-in?a=b"],
  [{ language: "ar", returnTo: "https://evil.example/" }, "/ar"],
  [{ language: "ar", returnTo: "//evil.example/" }, "/ar"],
  [{ language: "en" }, "/"],
])("choosing %o leads to %s", async (fields, location) => {
  const answer = await choose(fields, "language=pt-BR");
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(location);
  expect(answer.headers.get("set-cookie")).toBe(
    `language=${fields.language}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax`,
  );
});

test("another language is refused, as is a foreign page's form", async () => {
  for (const language of ["fr", "DE", ""])
    expect((await choose({ language, returnTo: "/" })).status).toBe(400);
  const foreign = await visit("/language", {
    method: "POST",
    body: new URLSearchParams({ language: "de" }),
    headers: { origin: "https://evil.example" },
  });
  expect(foreign.status).toBe(403);
  const { answer } = await page("/language", { "accept-language": "de" });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/de"]);
  const { cookie } = await newMember();
  const signedIn = await page("/language", {}, cookie);
  expect(signedIn.answer.headers.get("location")).toBe("/dashboard");
});

test("a subscriber's setting is above cookie and browser; private pages have the form", async () => {
  const member = await newMember();
  const before = await page("/dashboard/notifications", { "accept-language": "de" }, member.cookie);
  expect(before.answer.headers.get("content-language")).toBe("de");
  expect(before.body).toContain('action="/language"');
  expect(before.body).toContain('name="returnTo" value="/dashboard/notifications"');
  const answer = await choose({ language: "ar" }, member.cookie);
  expect(answer.headers.get("location")).toBe("/dashboard");
  for (const path of ["/dashboard", "/dashboard/notifications"]) {
    const after = await page(path, { "accept-language": "de" }, `${member.cookie}; language=pt-BR`);
    expect(after.answer.headers.get("content-language")).toBe("ar");
    expect(after.body).toContain('<html lang="ar" dir="rtl">');
  }
});

test("signing in on a prefixed page sets the cookie; where a setting stands, the cookie takes it", async () => {
  const signIn = async (path: string) => {
    const answer = await visit(path, {
      method: "POST",
      body: new URLSearchParams({ email: "small@example.com", password: "small-pass" }),
      ...manual,
    });
    expect(answer.headers.get("location")).toBe("/dashboard");
    const cookies = answer.headers.getSetCookie();
    const session = cookies.map((cookie) => cookie.split(";", 1)[0]).join("; ");
    return { session, language: cookies.find((cookie) => cookie.startsWith("language=")) };
  };
  expect((await signIn("/sign-in")).language).toBeUndefined();
  const german = await signIn("/de/sign-in");
  expect(german.language).toContain("language=de;");
  await choose({ language: "pt-BR" }, german.session);
  expect((await signIn("/de/sign-in")).language).toContain("language=pt-BR;");
  expect((await signIn("/sign-in")).language).toContain("language=pt-BR;");
});

test("what machines read of the landing page is not translated", async () => {
  const types = async (path: string) => (await page(path)).body.match(/"@type":"[^"]*"/g);
  expect(await types("/")).toContain('"@type":"Organization"');
  expect(await types("/de")).toEqual(await types("/"));
});

test("lines, links of leaving and errors are in the page's language", async () => {
  const landing = (await page("/", { "accept-language": "de" })).body;
  expect(landing).toContain(">Diese Seite gibt es auch auf Deutsch.</a>");
  const german = (await page("/de")).body;
  expect(german).toMatch(/<footer[^>]*>.*>Verträge hier kündigen<\/a>/s);
  const refused = (await page("/de/sign-in?_data=root")).body;
  expect(refused).toContain("<title>Etwas ist schiefgelaufen · Profile Analyzer</title>");
});
