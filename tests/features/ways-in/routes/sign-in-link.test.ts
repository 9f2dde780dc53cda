import { afterEach, describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { everyCase } from "#tests/setup/cases";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { accountOf, mailed, press, tokenFor } from "#tests/setup/sign-in-links";
import { visibleText } from "#tests/setup/visible-text";
import { stopLink } from "~/features/letters/services/stop-link.server";
import { signInByLink } from "~/features/ways-in/services/sign-in-by-link.server";
import { signLinkToken } from "~/platform/tokens/link-token.server";
import { backgroundSettled } from "~/platform/work/background.server";

afterEach(() => {
  vi.useRealTimers();
});

const minutes = 60_000;
const later = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });
const cookieIn = ({ cookie }: { cookie: string | null }) =>
  /session=[^;]+/.exec(cookie ?? "")?.[0] ?? "";
const signedIn = {
  status: 302,
  location: "/dashboard",
  cookie: expect.stringMatching(/^session=e/),
};
const refused = (state: string, status: number) => ({
  status,
  cookie: null,
  location: null,
  body: { view: "press", state },
});
const read = async (token: string, cookie = "") => {
  const answer = await visit(`/sign-in/link?t=${token}`, { cookie });
  return { answer, html: await answer.text() };
};

describe("the page of the mailed link", () => {
  test("a scanner reads it twenty times, and the person's press still works, once", async () => {
    const { token } = await mailed();
    for (let times = 0; times < (everyCase ? 20 : 4); times += 1) {
      const method = times % 2 ? "HEAD" : "GET";
      const answer = await visit(`/sign-in/link?t=${token}`, { method });
      expect([answer.status, answer.headers.get("set-cookie")]).toEqual([200, null]);
    }
    expect(sandbox.world.calls).toEqual([]);
    const first = await press(token);
    expect(first).toMatchObject(signedIn);
    // Pressed again in the same browser, and in another, at once and later.
    expect(await press(token, { cookie: cookieIn(first) })).toMatchObject({
      status: 302,
      location: "/dashboard",
      cookie: null,
    });
    expect(await press(token)).toEqual(refused("used-now", 410));
    later(minutes);
    expect(await press(token)).toEqual(refused("used", 410));
  });

  test("is one form that only the person sends, and its token leaves it nowhere else", async () => {
    const { member, token } = await mailed();
    const { answer, html } = await read(token);
    expect(visibleText(html)).toContain("Sign in to Profile Analyzer");
    expect(html.match(/<form/g)).toHaveLength(1);
    expect(html.split(token)).toHaveLength(2);
    expect(html).not.toContain("data-by-itself");
    expect(html + token).not.toContain(member.uid);
    expect(token).not.toContain(member.email);
    expect(visibleText(html)).toContain(`This link signs in ${member.email}.`);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(answer.headers.get("referrer-policy")).toBe("strict-origin");
  });

  test("of two presses at once, one gets in", async () => {
    const { token } = await mailed();
    const answers = await Promise.all([press(token), press(token), press(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 410, 410]);
  });

  test("the sign-in is recorded as one by link, and opens the dashboard", async () => {
    const { member, token } = await mailed();
    const cookie = cookieIn(await press(token));
    expect((await ask("/dashboard", { cookie })).status).toBe(200);
    await backgroundSettled();
    const { signInsOf } = await import("~/features/ways-in/store/sign-ins.server");
    expect(await signInsOf(member.uid)).toMatchObject([{ way: "link" }]);
  });
});

describe("nobody gets in with", () => {
  const altered = (token: string) =>
    `${token.slice(0, -4)}${token.endsWith("AAAA") ? "B" : "A"}AAA`;
  test.each<[string, (member: Member) => Promise<string>, string, number]>([
    ["text", async () => "nothing", "invalid", 403],
    ["an altered link", async (member) => altered(await tokenFor(member)), "invalid", 403],
    [
      "an activation link",
      ({ id, email }) => signLinkToken("activation", id, { address: email, validSince: 0 }),
      "invalid",
      403,
    ],
    ["a cancellation link", ({ id }) => signLinkToken("cancellation", id), "invalid", 403],
    [
      "a letter's link",
      async ({ uid }) => (await stopLink({ uid, letter: "weeklyLetter" })).split("t=")[1] ?? "",
      "invalid",
      403,
    ],
  ])("%s", async (_, make, state, status) => {
    const token = await make(await newMember());
    expect(await ask(`/sign-in/link?t=${token}`)).toEqual(refused(state, status));
    expect(await press(token)).toEqual(refused(state, status));
    expect(sandbox.world.calls.filter(({ system }) => system !== "events")).toEqual([]);
  });

  test("a link of 15 minutes ago, and is told so", async () => {
    const { token } = await mailed();
    later(15 * minutes - 2_000);
    expect(await ask(`/sign-in/link?t=${token}`)).toMatchObject({ status: 200 });
    later(2_000);
    expect(await ask(`/sign-in/link?t=${token}`)).toEqual(refused("expired", 410));
    expect(await press(token)).toEqual(refused("expired", 410));
    expect(visibleText((await read(token)).html)).toContain("Get a new link");
  });

  test.each<[string, (member: Member) => unknown, string, number]>([
    [
      "signed out everywhere",
      (member) => {
        accountOf(member).validSince = 1_700_000_000;
      },
      "void",
      410,
    ],
    [
      "with another address",
      (member) => {
        accountOf(member).email = `new-${member.email}`;
      },
      "void",
      410,
    ],
    ["deleted", ({ uid }) => sandbox.world.accounts.delete(uid), "void", 410],
    [
      "disabled",
      (member) => {
        accountOf(member).disabled = true;
      },
      "disabled",
      403,
    ],
  ])("the link of an account that was since %s", async (_, change, state, status) => {
    const { member, token } = await mailed();
    change(member);
    expect(await press(token)).toEqual(refused(state, status));
  });

  test("an account whose plan has ended: told as at every sign-in", async () => {
    const member = await newMember({ status: "expired" });
    expect(await press(await tokenFor(member))).toMatchObject({
      status: 403,
      cookie: expect.stringMatching(/^session=;/),
      body: { missingSubscription: true },
    });
  });

  test.each([["/access-recovery?id=new-1026&t="], ["/unsubscription?from="], ["/letters/stop?t="]])(
    "a sign-in link at %s",
    async (address) => {
      const { token } = await mailed();
      expect((await ask(address + token)).status).toBe(403);
    },
  );
});

test("in a browser that somebody else is signed in with, the person chooses", async () => {
  const { cookie } = await newMember();
  const { member, token } = await mailed();
  const { answer, html } = await read(token, cookie);
  expect(answer.status).toBe(200);
  expect(visibleText(html)).toMatch(/signed in as somebody else.*Stay signed in/);
  expect(visibleText(html)).toContain(`This link signs in ${member.email}.`);
  expect(await press(token, { cookie })).toMatchObject({
    status: 409,
    cookie: null,
    body: { state: "somebody-else", token },
  });
  expect((await ask("/dashboard", { cookie })).status).toBe(200);
  expect(await press(token, { cookie, instead: "yes" })).toMatchObject(signedIn);
  // The other session has ended, wherever its cookie may be.
  expect(await ask("/dashboard", { cookie })).toMatchObject({ status: 302, location: "/sign-in" });
});

test("one network presses 30 times in 15 minutes at most, and the link stays good", async () => {
  const { token } = await mailed();
  const client = "192.0.2.31";
  for (let times = 0; times < 30; times += 1)
    if (everyCase || times < 5) await press("nothing", { client });
    else await signInByLink("nothing", { userAgent: "test", clientAddress: client });
  expect(await press(token, { client })).toMatchObject({
    status: 429,
    body: { state: "limited", token, hint: expect.stringMatching(/try again in/) },
  });
  expect(await press(token)).toMatchObject(signedIn);
});
