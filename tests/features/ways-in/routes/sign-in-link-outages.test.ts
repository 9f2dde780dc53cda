import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import type { Fault, SystemName } from "#sandbox/faults.ts";
import { ask } from "#tests/setup/ask";
import { few } from "#tests/setup/cases";
import { daysApart } from "#tests/setup/days-apart";
import { mailsTo } from "#tests/setup/letters";
import { linksLeft, sendLinksLeft } from "#tests/setup/mailed-links";
import { newMember } from "#tests/setup/member";
import { sandbox, server } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import { accountOf, askForLink, mailed, press, tokenFor } from "#tests/setup/sign-in-links";
import { stopwatch } from "#tests/setup/stopwatch";

daysApart();

/** Of the app that `visit` speaks to: a test resets its modules. */
const settled = async () => (await import("~/platform/work/background.server")).backgroundSettled();

const outages: [SystemName, Fault][] = [
  ["identity", { kind: "status", status: 500 }],
  ["identity", { kind: "hang" }],
  ["subscriptions", { kind: "status", status: 500 }],
  ["subscriptions", { kind: "malformed" }],
  ["firestore", { kind: "hang" }],
];
test.each(few(outages, 3))(
  "%s fails (%o): said, nobody is kept out longer than it lasts",
  async (system, fault) => {
    const { member, token } = await mailed();
    sandbox.faults.set(system, fault);
    const waited = stopwatch();
    expect(await press(token)).toMatchObject({
      status: 503,
      cookie: null,
      body: { state: "unavailable", token },
    });
    expect(waited()).toBeLessThan(5_000);
    const fields = { email: member.email, password: "member-pass" };
    if (system === "firestore")
      expect(await ask("/sign-in", { fields })).toMatchObject({ location: "/dashboard" });
    sandbox.faults.clear();
    resetApp();
    // A mark whose answer did not come may have been made all the same: then the page offers a new link.
    const usable = system === "firestore" ? await tokenFor(member) : token;
    expect(await press(usable)).toMatchObject({ status: 302, location: "/dashboard" });
  },
);

test("a stranger's password is taken away, and its answer is lost: the same link does all of it again", async () => {
  const { member, token } = await mailed();
  const account = accountOf(member);
  account.isUnproven = true;
  const set: unknown[] = [];
  server.use(
    http.post("*/accounts\\:update", async ({ request }) => {
      const { password } = (await request.clone().json()) as { password?: string };
      if (password === undefined) return undefined;
      account.password = password;
      set.push(password);
      return set.length === 1 ? HttpResponse.error() : undefined;
    }),
  );
  expect(await press(token)).toMatchObject({
    status: 503,
    cookie: null,
    body: { state: "unavailable", token },
  });
  expect(account).toMatchObject({ isUnproven: true, password: set[0] });
  expect(await press(token)).toMatchObject({ status: 302, location: "/dashboard" });
  expect(set).toHaveLength(2);
  expect(account).toMatchObject({ isUnproven: false, password: set[1] });
  await settled();
  expect(mailsTo(member).map(({ subject }) => subject)).toEqual(["Your password was removed"]);
});

test.each(few([421, 451], 1))(
  "mail answers %i, and the page says the same: the link comes later, and works from then on",
  async (status) => {
    const { email } = await newMember();
    sandbox.faults.set("mail", { kind: "status", status });
    expect(await askForLink(email)).toMatchObject({ status: 303, location: "/sign-in/link?sent" });
    await settled();
    expect(sandbox.world.mails).toEqual([]);
    expect(await askForLink(email)).toMatchObject({ status: 429 });
    sandbox.faults.clear();
    // An hour later: its minutes count from when it is sent.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
    await sendLinksLeft();
    expect(sandbox.world.mails).toHaveLength(1);
    const { searchParams } = new URL(/http\S+/.exec(sandbox.world.mails[0]?.text ?? "")?.[0] ?? "");
    vi.setSystemTime(Date.now() + 14 * 60_000);
    expect(await press(searchParams.get("t") ?? "")).toMatchObject({ location: "/dashboard" });
  },
);

test("nothing is kept of a link that was sent, and its token stands nowhere before", async () => {
  const { email } = await newMember();
  sandbox.faults.set("mail", { kind: "status", status: 451 });
  await askForLink(email);
  await settled();
  expect(await linksLeft()).toContainEqual({ link: "sign-in", email, subscriptionId: null });
  sandbox.faults.clear();
  await sendLinksLeft();
  expect(await linksLeft()).not.toContainEqual(expect.objectContaining({ email }));
});

test("while Firestore is down nobody is told that a link comes, and the next try does not count as again", async () => {
  const { email, uid } = await newMember();
  // What tests before have left in work asks for people by their uids.
  await settled();
  const isOfOthers = ({ body }: { body: string }) =>
    body.includes("localId") && !body.includes(uid);
  const before = sandbox.world.calls.length;
  sandbox.faults.set("firestore", { kind: "reset" });
  for (const asked of [[email, "nobody@example.com"], [email]]) {
    const answers = await Promise.all(asked.map((address) => askForLink(address)));
    for (const [at, answer] of answers.entries())
      expect(answer).toMatchObject({
        status: 503,
        body: { email: asked[at], message: "Something went wrong" },
      });
  }
  expect(sandbox.world.calls.slice(before).filter((call) => !isOfOthers(call))).toEqual([]);
});
