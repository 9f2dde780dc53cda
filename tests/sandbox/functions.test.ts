import { createHash } from "node:crypto";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { everyCase, few } from "../setup/cases.ts";
import { sandbox } from "../setup/outside.ts";

const { functions, images, pwned, events } = sandbox.addresses;

async function post(path: string, payload: object) {
  return fetch(`${functions}/${path}`, { method: "POST", body: JSON.stringify(payload) });
}

it("publishes eight news items of at least four paragraphs, each with a picture", async () => {
  const { news } = (await (await post("getNews", {})).json()) as {
    news: { slug: string; title: string; imagePath: string; text: string[] }[];
  };
  expect(news).toHaveLength(8);
  expect(new Set(news.map(({ slug }) => slug)).size).toBe(8);
  expect(Math.min(...news.map(({ text }) => text.length))).toBeGreaterThanOrEqual(4);
  for (const { imagePath } of few(news, 2)) {
    const picture = await (await fetch(imagePath)).arrayBuffer();
    expect((await sharp(Buffer.from(picture)).metadata()).format).toBe("jpeg");
  }
});

describe("the report", () => {
  const request = { uid: "uid-rich", email: "rich@example.com", hostname: "localhost" };

  // report.test.ts downloads it, too.
  it.runIf(everyCase)("is a PDF with title and language", async () => {
    const response = await post("getPdfReport", request);
    expect(response.headers.get("Content-Type")).toBe("application/pdf");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(Number(response.headers.get("Content-Length"))).toBe(bytes.byteLength);
    const text = bytes.toString("latin1");
    expect(text).toMatch(/^%PDF-1\.7/);
    expect(text).toContain("Profile report");
    expect(text).toContain("/Lang (en)");
  });

  it("needs a profile and the whole request", async () => {
    expect((await post("getPdfReport", { ...request, uid: "uid-idle" })).status).toBe(404);
    expect((await post("getPdfReport", { uid: "uid-rich" })).status).toBe(400);
  });
});

describe("changePassword", () => {
  const change = async (payload: object) => (await post("changePassword", payload)).json();
  const request = {
    id: "new-1026",
    email: "returning@example.com",
    password: "brand-new",
    test: true,
  };

  it("changes the password of an account", async () => {
    expect(await change(request)).toEqual({ user_id: "uid-returning" });
    expect(sandbox.world.accounts.get("uid-returning")?.password).toBe("brand-new");
  });

  it("reports an address without an account", async () => {
    const answer = await change({ ...request, id: "new-1027", email: "buyer@example.com" });
    expect(answer).toMatchObject({ error: { code: "auth/user-not-found" } });
  });

  it.each([
    ["another person's subscription", { id: "sub-1001" }],
    ["a short password", { password: "short" }],
    ["a missing test flag", { test: undefined }],
  ])("refuses %s", async (_, wrong) => {
    expect(await change({ ...request, ...wrong })).toHaveProperty("error");
    expect(sandbox.world.accounts.get("uid-returning")?.password).toBe("returning-pass");
  });
});

it("lists the breaches of an address", async () => {
  const ask = (account: string) =>
    fetch(`${functions}/breachedaccount?account=${account}`, { method: "POST" });
  expect(await (await ask("leaked@example.com")).json()).toHaveLength(4);
  expect((await ask("rich@example.com")).status).toBe(404);
});

it("finds leaked passwords by the first five characters of their hash", async () => {
  const hash = createHash("sha1").update("password").digest("hex").toUpperCase();
  const lines = (await (await fetch(`${pwned}/range/${hash.slice(0, 5)}`)).text()).split("\r\n");
  expect(lines).toContain(`${hash.slice(5)}:10434004`);
  expect(lines.length).toBeGreaterThan(20);
  expect((await fetch(`${pwned}/range/nothex`)).status).toBe(400);
});

it("draws the same picture for the same URL, and none for unknown paths", async () => {
  const draw = async (path: string) =>
    Buffer.from(await (await fetch(images + path)).arrayBuffer());
  expect(await draw("/posts/100.jpg")).toEqual(await draw("/posts/100.jpg"));
  expect(await draw("/posts/100.jpg")).not.toEqual(await draw("/posts/101.jpg"));
  expect((await fetch(`${images}/secrets/100.jpg`)).status).toBe(404);
});

it("records events and tracking calls", async () => {
  await fetch(`${events}/event`, {
    method: "POST",
    body: JSON.stringify({ event: "cancel_click" }),
  });
  await fetch(`${events}/?source=sww_modal`);
  expect(sandbox.world.events).toMatchObject([
    { path: "/event", body: { event: "cancel_click" } },
    { path: "/", query: { source: "sww_modal" } },
  ]);
});
