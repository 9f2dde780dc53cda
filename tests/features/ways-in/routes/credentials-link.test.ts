import { afterEach, describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { few } from "#tests/setup/cases";
import { newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { signedIn } from "#tests/setup/requests";
import { resetApp } from "#tests/setup/reset-app";
import { type Credentials, decodeCredentials } from "~/features/ways-in/credentials-link.server";

const person = { email: "rich@example.com", password: "rich-pass" };
const accented = { email: "zoë@example.com", password: "grüße-€-日本" };

const json = (value: unknown) => JSON.stringify(value);
const base64 = (text: string) => Buffer.from(text).toString("base64");
const inQuery = encodeURIComponent;

afterEach(() => vi.useRealTimers());

const readable: [string, string, Credentials][] = [
  ["base64", inQuery(base64(json(person))), person],
  ["base64 whose plus signs became spaces", base64(json(plusSigned())), plusSigned()],
  ["base64url without padding", Buffer.from(json(person)).toString("base64url"), person],
  ["JSON encoded for an address, then base64", inQuery(base64(inQuery(json(person)))), person],
  ["base64, then encoded twice for an address", inQuery(inQuery(base64(json(person)))), person],
  ["UTF-8", inQuery(base64(json(accented))), accented],
  [
    "Latin-1, as btoa writes it",
    inQuery(Buffer.from('{"email":"a@b.example","password":"grüße"}', "latin1").toString("base64")),
    { email: "a@b.example", password: "grüße" },
  ],
  [
    "more fields than two",
    inQuery(base64(json({ ...person, admin: true, until: 9e15 }))),
    { email: person.email, password: person.password },
  ],
  [
    "no password",
    inQuery(base64(json({ email: person.email }))),
    { email: person.email, password: "" },
  ],
];

/** Credentials whose base64 has a plus sign. */
function plusSigned(): Credentials {
  const credentials = { email: "a@b.example", password: ">>>>~~~~>>>>" };
  if (!base64(json(credentials)).includes("+")) throw new Error("no plus sign");
  return credentials;
}

const garbage: [string, string][] = [
  ["nothing", ""],
  ["no base64", "%00%ff!!"],
  ["half an escape", "%25E0%25A4%25A"],
  ["base64 of no JSON", base64("hello")],
  ["a number", base64("7")],
  ["null", base64("null")],
  ["a list", base64(json([person]))],
  ["no e-mail", base64(json({ password: "x" }))],
  ["an e-mail that is none", base64(json({ email: "rich", password: "x" }))],
  ["a password that is no text", base64(json({ email: person.email, password: { a: 1 } }))],
  ["a password too long", base64(json({ email: person.email, password: "x".repeat(1_001) }))],
  ["far too much", "A".repeat(15_000)],
];

describe("a credentials link", () => {
  test.each(readable)("in %s fills the form", async (_, creds, expected) => {
    const answer = await visit(`/?creds=${creds}&utm_source=mail`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe("/?utm_source=mail");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");

    const cookie = answer.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/; Max-Age=120; Path=\/; HttpOnly; SameSite=Lax$/);
    for (const secret of [expected.email, expected.password, creds].filter(Boolean)) {
      expect(decodeURIComponent(cookie)).not.toContain(secret);
      expect(Buffer.from(cookie, "base64").toString()).not.toContain(secret);
    }

    const page = await visit("/", {
      headers: { cookie: cookie.split(";", 1)[0] ?? "", "accept-encoding": "gzip, br, zstd" },
    });
    expect(page.headers.get("cache-control")).toBe("private, no-store, no-transform");
    expect(page.headers.get("content-encoding")).toBeNull();
    const html = await page.text();
    expect(html).toContain('action="/sign-in"');
    expect(fieldValue(html, "email")).toBe(expected.email);
    expect(fieldValue(html, "password")).toBe(expected.password);
  });

  test.each(garbage)("with %s only redirects to the clean address", async (_, creds) => {
    const answer = await visit(`/?creds=${creds}`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe("/");
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(decodeCredentials(creds)).toBeUndefined();
  });

  const addresses: [string, string][] = [
    ["/sign-in?redirectTo=%2Fdashboard%2Fnews&", "/sign-in?redirectTo=%2Fdashboard%2Fnews"],
    ["/privacy?", "/privacy"],
    ["/dashboard/news?", "/dashboard/news"],
    ["/nowhere?", "/nowhere"],
  ];
  test.each(few(addresses, 2))(
    "to %s leads to the clean address, too, and fills the sign-in form",
    async (asked, clean) => {
      const answer = await visit(`${asked}creds=${base64(json(person))}`);
      expect(answer.status).toBe(302);
      expect(answer.headers.get("location")).toBe(clean);
      const cookie = (answer.headers.get("set-cookie") ?? "").split(";", 1)[0] ?? "";

      const page = await visit("/sign-in", {
        headers: { cookie, "accept-encoding": "gzip, br, zstd" },
      });
      expect(page.headers.get("cache-control")).toBe("private, no-store, no-transform");
      expect(page.headers.get("content-encoding")).toBeNull();
      const html = await page.text();
      expect(fieldValue(html, "email")).toBe(person.email);
      expect(fieldValue(html, "password")).toBe(person.password);
      expect(html.split(person.password)).toHaveLength(2);

      const refused = await visit("/sign-in", {
        method: "POST",
        cookie,
        body: new URLSearchParams({ email: "other@example.com", password: "wrong-pass" }),
      });
      const again = await refused.text();
      expect(refused.status).toBe(401);
      expect(fieldValue(again, "email")).toBe("other@example.com");
      expect(again).not.toContain(person.password);
    },
  );

  test.each(few(["plain", "pieces"], 1))(
    "fills a form that a browser without fetch metadata can send: %s",
    async (pages) => {
      vi.stubEnv("PAGES", pages);
      resetApp();
      const cookie = await credentialsCookie();
      const page = await visit("/sign-in", { silent: true, headers: { cookie } });
      expect(fieldValue(await page.text(), "password")).toBe(person.password);
      expect(page.headers.get("set-cookie")).toMatch(/^browser=/);
    },
  );

  test.each([
    ["log-out", ""],
    ["security", "sign-out-everywhere"],
    ["erase-data", ""],
  ])("fills nothing after a sign-out: %s", async (page, press) => {
    const cookie = `${(await newMember()).cookie}; ${await credentialsCookie()}`;
    const body = new URLSearchParams({ press });
    const out = await visit(`/dashboard/${page}`, { method: "POST", cookie, body });
    expect(out.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^session=;/));
    expect(out.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^credentials=[^;]*; Max-Age=0;/),
    );
  });

  test("leaves what programs ask for as it is", async () => {
    const answer = await visit(`/api/cancel?creds=${base64(json(person))}`);
    expect(answer.status).toBe(405);
    expect(answer.headers.get("content-type")).toBe("application/json");
  });

  test("changes nothing for a signed-in subscriber", async () => {
    const session = await signedIn("rich");
    const answer = await visit(`/?creds=${base64(json(person))}`, { headers: { cookie: session } });
    expect(answer.headers.get("location")).toBe("/");
    expect(answer.headers.get("set-cookie")).toBeNull();

    const credentials = await credentialsCookie();
    const page = await visit("/", { headers: { cookie: `${session}; ${credentials}` } });
    expect(await page.text()).not.toContain(person.password);
  });

  test("expires after two minutes, even if the browser keeps the cookie", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const cookie = await credentialsCookie();
    vi.setSystemTime(Date.now() + 119_000);
    expect(await (await visit("/", { headers: { cookie } })).text()).toContain("Welcome back");
    vi.setSystemTime(Date.now() + 1_000);
    expect(await (await visit("/", { headers: { cookie } })).text()).not.toContain("Welcome back");
  });

  test("fills in a form that stands before the page's first heading, and has none", async () => {
    const page = await visit("/", { headers: { cookie: await credentialsCookie() } });
    const [before, level] = (await page.text()).split(/<h(\d)/);
    expect(before).toContain("Welcome back");
    expect(level).toBe("1");
  });

  test.each([
    ["changed", (value: string) => `${value.slice(0, -8)}AAAAAAAA`],
    ["cut", (value: string) => value.slice(0, 30)],
    ["made up", () => "credentials=e30%3D"],
  ])("whose cookie was %s fills nothing", async (_, change) => {
    const cookie = change(await credentialsCookie());
    const page = await visit("/", { headers: { cookie } });
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain("Welcome back");
  });

  test("can be read with an older session secret", async () => {
    const cookie = await credentialsCookie();
    vi.stubEnv("SESSION_SECRETS", `${"n".repeat(32)},${sandbox.env.SESSION_SECRETS}`);
    resetApp();
    const { readCredentialsCookie } = await import("~/features/ways-in/credentials-link.server");
    const request = new Request("http://localhost:3000/", { headers: { cookie } });
    expect(await readCredentialsCookie(request)).toEqual(person);
    vi.stubEnv("SESSION_SECRETS", "n".repeat(32));
    resetApp();
    const other = await import("~/features/ways-in/credentials-link.server");
    expect(await other.readCredentialsCookie(request)).toBeUndefined();
    vi.stubEnv("SESSION_SECRETS", sandbox.env.SESSION_SECRETS);
  });
});

async function credentialsCookie(): Promise<string> {
  const answer = await visit(`/?creds=${base64(json(person))}`);
  return (answer.headers.get("set-cookie") ?? "").split(";", 1)[0] ?? "";
}

function fieldValue(html: string, name: string): string | undefined {
  const field = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0];
  return /value="([^"]*)"/
    .exec(field ?? "")?.[1]
    ?.replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
