import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { few } from "#tests/setup/cases";
import { signedIn, trap } from "#tests/setup/requests";

const field = /<input type="hidden" name="formToken" value="([^"]*)"\/>/;

/** A browser with a cookie jar that sends neither Origin, Sec-Fetch-Site nor Referer. */
function silentBrowser(signedInAs = "") {
  const cookies = new Map<string, string>();
  const keep = (set: string) => {
    const [name = "", value = ""] = set.split(";", 1)[0]?.split(/=(.*)/s) ?? [];
    cookies.set(name, value);
  };
  if (signedInAs) keep(signedInAs);
  const ask = async (path: string, init: Parameters<typeof visit>[1] = {}) => {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const answer = await visit(path, { silent: true, cookie, ...init });
    answer.headers.getSetCookie().forEach(keep);
    return { answer, html: await answer.text() };
  };
  return {
    cookies,
    ask,
    token: async (path: string) => field.exec((await ask(path)).html)?.[1] ?? "",
    press: async (
      path: string,
      fields: Record<string, string> | FormData,
      headers: Record<string, string> = {},
    ) => {
      const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
      return (await ask(path, { method: "POST", body, headers })).answer;
    },
  };
}

const credentials = { ...trap, email: "rich@example.com", password: "rich-pass" };

describe("a browser that does not say where its requests come from", () => {
  test("signs in with the form token, leaves a step and logs out", async () => {
    const browser = silentBrowser();
    const formToken = await browser.token("/sign-in");
    expect(formToken).not.toBe("");
    const answer = await browser.press("/sign-in", { ...credentials, formToken });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/dashboard"]);

    const next = { press: "letGo", formToken: await browser.token("/dashboard/unsubscribe/0") };
    const step = await browser.press("/dashboard/unsubscribe/0", next);
    expect(step.headers.get("location")).toBe("/dashboard/unsubscribe/1");
    const out = { formToken: await browser.token("/dashboard/log-out") };
    expect((await browser.press("/dashboard/log-out", out)).headers.get("location")).toBe(
      "/sign-in",
    );
  });

  test("gets a token with a rejected form, too, and may send it as multipart", async () => {
    const browser = silentBrowser();
    const formToken = await browser.token("/sign-in");
    const wrong = { ...credentials, password: "wrong-pass", formToken };
    const refused = await browser.press("/sign-in", wrong);
    expect(refused.status).toBe(401);
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...credentials, formToken }))
      form.append(name, value);
    expect((await browser.press("/sign-in", form)).status).toBe(302);
  });

  test.each([
    "/sign-in",
    "/password-recovery",
    "/access-recovery",
    "/access-recovery?id=new-1027",
    "/?showerrbtn=plz",
  ])("%s: every POST form contains a token", async (path) => {
    expectTokens((await silentBrowser().ask(path)).html);
  });

  test.each([
    "/dashboard/log-out",
    "/dashboard/my-plan/cancel",
    "/dashboard/erase-data",
    "/dashboard/offers/pdf-course",
    ...few([0, 2, 3, 4, 5, 6, 7, 8], 4).map((step) => `/dashboard/unsubscribe/${step}`),
  ])("%s: every POST form contains a token", async (path) => {
    const browser = silentBrowser(await signedIn("small"));
    const { answer, html } = await browser.ask(path);
    const led = answer.headers.get("location");
    expectTokens(led ? (await browser.ask(led)).html : html);
  });

  function expectTokens(html: string) {
    const forms = html.match(/<form\b[^>]*method="post".*?<\/form>/gs) ?? [];
    expect(forms).not.toEqual([]);
    for (const form of forms) expect(form).toMatch(field);
  }
});

test("every POST form in the source renders <FormToken />", () => {
  const pages = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".tsx"),
  );
  const forms = pages.flatMap((file) =>
    [...readFileSync(join("app", file), "utf8").matchAll(/<form\b(.*?)<\/form>/gis)]
      .filter(([form]) => form.includes('method="post"'))
      .map(([form]) => ({ file, hasToken: form.includes("<FormToken />") })),
  );
  expect(forms.length).toBeGreaterThan(10);
  expect(forms.filter(({ hasToken }) => !hasToken)).toEqual([]);
});

describe("rejects", () => {
  const refused = async (
    fields: Record<string, string>,
    browser = silentBrowser(),
    headers: Record<string, string> = {},
  ) => {
    const answer = await browser.press("/sign-in", fields, headers);
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([403, null]);
  };

  test("a form without a token, from a browser that has an id", async () => {
    const browser = silentBrowser();
    await browser.token("/sign-in");
    await refused(credentials, browser);
    await refused({ ...credentials, formToken: "" }, browser);
  });

  test("a token without the browser's cookie", async () => {
    const formToken = await silentBrowser().token("/sign-in");
    await refused({ ...credentials, formToken });
  });

  test("another browser's token", async () => {
    const [attacker, person] = [silentBrowser(), silentBrowser()];
    await person.token("/sign-in");
    await refused({ ...credentials, formToken: await attacker.token("/sign-in") }, person);
  });

  test.each<[string, (token: string, browserId: string) => string]>([
    ["the browser id itself", (_, id) => id],
    ["another salt", (token) => `AAAAAAAAAAAA.${token.split(".")[1]}`],
    ["another signature", (token) => `${token.split(".")[0]}.${"A".repeat(43)}`],
    ["no signature", (token) => `${token.split(".")[0]}.`],
  ])("a forged token: %s", async (_, forge) => {
    const browser = silentBrowser();
    const token = await browser.token("/sign-in");
    const id = browser.cookies.get("browser") ?? "";
    await refused({ ...credentials, formToken: forge(token, id) }, browser);
    // The genuine token still works: it was the forgery that was rejected.
    expect((await browser.press("/sign-in", { ...credentials, formToken: token })).status).toBe(
      302,
    );
  });

  test.each<[string, Record<string, string>]>([
    ["a foreign Origin", { origin: "https://evil.example" }],
    ["Origin: null", { origin: "null" }],
    ["a cross-site Sec-Fetch-Site", { "sec-fetch-site": "cross-site" }],
    ["a foreign Referer", { referer: "https://evil.example/sign-in" }],
  ])("%s, even with a valid token", async (_, headers) => {
    const browser = silentBrowser();
    const formToken = await browser.token("/sign-in");
    await refused({ ...credentials, formToken }, browser, headers);
  });
});

describe("public pages stay cached and anonymous", () => {
  test.each(["/sign-in", "/password-recovery", "/access-recovery"])("%s", async (path) => {
    const [one, other] = [silentBrowser(), silentBrowser()];
    const tokens = [await one.token(path), await other.token(path), await one.token(path)];
    expect(new Set(tokens).size).toBe(3);
    expect(one.cookies.get("browser")).not.toBe(other.cookies.get("browser"));

    for (let times = 0; times < 2; times += 1) {
      const usual = await visit(path);
      expect(usual.headers.get("set-cookie")).toBeNull();
      expect(usual.headers.get("etag")).not.toBeNull();
      expect(await usual.text()).not.toContain("formToken");
    }
    const silent = await one.ask(path);
    expect(silent.answer.headers.get("cache-control")).toBe("private, no-store");
    expect(silent.answer.headers.get("etag")).toBeNull();
  });

  test("a page without a form sets no browser id", async () => {
    for (const path of ["/", "/?utm_source=x", "/privacy", "/nowhere"])
      expect((await visit(path, { silent: true })).headers.get("set-cookie")).toBeNull();
  });

  test("the browser id is for this origin only, and hidden from scripts", async () => {
    const { answer } = await silentBrowser().ask("/sign-in");
    expect(answer.headers.get("set-cookie")).toMatch(
      /^browser=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });
});
