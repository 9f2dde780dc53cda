import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { signedIn } from "#tests/setup/requests";

// What became of a press is the first thing in the title, and a refused form says at its top, where the focus is, why.

interface Shown {
  status: number;
  title: string;
  html: string;
  cookies: string[];
}

async function shown(path: string, cookie: string, fields?: Record<string, string>) {
  const form = fields && { method: "POST", body: new URLSearchParams(fields) };
  const answer = await visit(path, { cookie, redirect: "manual", ...form });
  const html = await answer.text();
  const title = /<title>(.*?)<\/title>/.exec(html)?.[1]?.replaceAll("&#x27;", "'") ?? "";
  const page: Shown = {
    status: answer.status,
    title,
    html,
    cookies: answer.headers.getSetCookie(),
  };
  return page;
}

const summaryIn = (html: string) =>
  /<div role="alert" tabindex="-1" autofocus=""[^>]*>(.*?)<\/div>/s.exec(html);

test.each([
  ["/sign-in", { email: "x", password: "1" }, ["email", "password"], "Sign in"],
  ["/sign-in", { email: "a@example.com", password: "1" }, ["password"], "Sign in"],
  ["/password-recovery", { email: "x" }, ["email"], "Restore password"],
  ["/access-recovery", { email: "x" }, ["email"], "Access Recovery"],
  ["/sign-in/link", { email: "x" }, ["email"], "Sign in by email"],
  ["/cancel", { email: "x", press: "declare" }, ["email"], "Cancel contracts here"],
  ["/withdraw", { email: "x", press: "declare" }, ["email"], "Withdraw from contract here"],
])("%s refuses %j: a summary, the focus, the fields", async (path, typed, fields, page) => {
  const { status, title, html } = await shown(path, "", typed);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(title).toBe(`Error · ${page} · Profile Analyzer`);
  const summary = summaryIn(html);
  expect(summary?.index).toBeLessThan(html.indexOf('name="email" '));
  expect([...(summary?.[1] ?? "").matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)).toEqual(
    fields,
  );
  for (const id of fields)
    expect(html).toMatch(
      new RegExp(`<input[^>]*id="${id}"[^>]*aria-invalid="true" aria-describedby="${id}-error"`),
    );
});

test.each([
  ["/dashboard/security", { press: "change-password", present: "", password: "x" }, "Security"],
  ["/dashboard/notifications", { press: "none" }, "Notifications"],
  [
    "/dashboard/unsubscribe/8",
    { press: "none" },
    "You're about to lose it all · Cancel membership",
  ],
  ["/dashboard/my-plan", { press: "none" }, "My Plan"],
])("%s refuses %j of a subscriber", async (path, typed, page) => {
  const { status, title } = await shown(path, await signedIn("rich"), typed);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(title).toBe(`Error · ${page} · Profile Analyzer`);
});

test.each([
  ["/password-recovery?sent=reset", "Check your email · Restore password"],
  ["/access-recovery?sent=activation", "Check your email · Access Recovery"],
  ["/sign-in/link?sent", "Check your email · Sign in by email"],
  ["/sign-in?everywhere=1", "You are signed out everywhere. Sign in again to go on. · Sign in"],
  ["/sign-in?plan=none", "Something went wrong... · Sign in"],
  ["/sign-in?problem=network-request-failed", "Error · Sign in"],
  ["/sign-in", "Sign in"],
])("%s says what was done before: %s", async (path, title) => {
  expect((await shown(path, "")).title).toBe(`${title} · Profile Analyzer`);
});

test.each([
  [
    "/dashboard/security?done=passkey-named",
    "The passkey has its new name. · Security · Profile Analyzer",
  ],
  ["/dashboard/security?done=unknown", "Security · Profile Analyzer"],
  ["/dashboard/my-plan?place=saved", "Your place is saved. · My Plan · Profile Analyzer"],
  [
    "/dashboard/my-plan/cancel?sent",
    "We've sent you a confirmation email · Cancel · Profile Analyzer",
  ],
])("%s says what was done before, to a subscriber", async (path, title) => {
  expect((await shown(path, await signedIn("rich"))).title).toBe(title);
});

test("a redirect whose address says nothing is told once by a cookie", async () => {
  const { email, cookie } = await newMember();
  const breach = "Mild";
  sandbox.world.breaches.set(email, [
    { Name: breach, Domain: "", BreachDate: "2020-02-02", DataClasses: ["Usernames"] },
  ]);
  const page = "/dashboard/password-safety?whole=1";
  const pressed = await shown(page, cookie, { press: "dealt-with", breach });
  expect(pressed.status).toBe(303);
  const [done = ""] = pressed.cookies.flatMap((one) => /^done=[\w-]+/.exec(one) ?? []);
  expect(done).toBe("done=dealt-with");
  const after = await shown(page, `${cookie}; ${done}`);
  expect(after.title).toMatch(/^The breach is marked as dealt with\. · Password safety · /);
  expect(after.html).toMatch(/<p role="status"[^>]*>The breach is marked as dealt with\.<\/p>/);
  expect(after.cookies).toContain("done=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax");
  expect((await shown(page, cookie)).title).toMatch(/^Password safety/);
  expect((await shown(page, `${cookie}; done=<b>`)).title).toMatch(/^Password safety/);
});

test("logging out is said on the page that follows, which a cached one cannot", async () => {
  const pressed = await shown("/dashboard/log-out", await signedIn("rich"), { press: "out" });
  expect(pressed.cookies.join()).toContain("done=signed-out");
  for (let look = 0; look < 2; look += 1) {
    expect((await shown("/sign-in", "")).html).not.toContain("You are signed out.");
    const after = await shown("/sign-in", "done=signed-out");
    expect(after.title).toBe("You are signed out. · Sign in · Profile Analyzer");
    expect(after.html).toMatch(/<p role="status"[^>]*>You are signed out\.<\/p>/);
  }
});
