import { HttpResponse, http } from "msw";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { mailsTo } from "#tests/setup/letters";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox, server } from "#tests/setup/outside";
import { answerOf, cookiesOf, isLetIn, press, securityPage } from "#tests/setup/security";
import { visibleText } from "#tests/setup/visible-text";
import { knownDevice } from "~/features/account/device-cookie.server";
import { signInHeaders } from "~/features/account/sign-in-headers.server";
import { recordSignIn } from "~/features/ways-in/store/sign-ins.server";
import { beginSession } from "~/platform/session/session.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

const { faults } = sandbox;

const read = async ({ cookie }: Member, query = "") =>
  visibleText(await (await visit(securityPage + query, { cookie })).text());
const subjects = async (member: Member) => {
  await backgroundSettled();
  return mailsTo(member).map(({ subject }) => subject);
};

test("the page is for subscribers", async () => {
  const { status, to } = await answerOf(await visit(securityPage));
  expect([status, to]).toEqual([302, "/sign-in?redirectTo=%2Fdashboard%2Fsecurity"]);
});

test("it shows the ways in, no sign-in yet, and nothing that stands in its address", async () => {
  const member = await newMember();
  const text = await read(member, "?done=<b>hacked</b>");
  for (const words of [member.email, "Set on ", "Link by email", "No sign-in is recorded yet"])
    expect(text).toContain(words);
  expect(text).not.toContain("hacked");
  // Nobody offers it here.
  expect(text).not.toContain("Google");
});

test("it lists the last sign-ins in the time zone that was chosen; one that is rotten hides no other", async () => {
  const member = await newMember();
  const database = await firestore();
  await database.doc(`settings/${member.uid}`).set({ timeZone: "Asia/Tokyo" });
  const at = Date.parse("2026-11-22T14:05:00Z");
  await database.doc(`signIns/${member.uid}`).set({ latest: [{ at: "yesterday" }] });
  await recordSignIn(member.uid, { at, way: "link", browser: "Safari on iPhone" });
  await recordSignIn(member.uid, { at: at + 1, way: "passkey", browser: "<Edge>" });
  const text = await read(member);
  expect(text).toMatch(/&lt;Edge&gt;\s+With a passkey, Nov 22, 2026, 23:05/);
  expect(text).toMatch(/Safari on iPhone\s+By a link in an email, Nov 22, 2026, 23:05/);
  expect(text).toContain("Times are Asia/Tokyo time.");
});

test("somebody who has only Google is offered a mail instead of a change of the password", async () => {
  const member = await newMember();
  server.use(
    http.post(/accounts:lookup/, () => {
      const google = { providerId: "google.com", rawId: "g-1", email: member.email };
      const account = { localId: member.uid, email: member.email, createdAt: "1", validSince: "0" };
      return HttpResponse.json({ users: [{ ...account, providerUserInfo: [google] }] });
    }),
  );
  const text = await read(member);
  expect(text).toContain("You have no password.");
  expect(text).toContain("is linked");
  expect(text).not.toContain("Current password");
});

test.each<Record<string, string>>([{ press: "everything" }, { press: "__proto__" }, {}])(
  "%o is no choice of the page",
  async (fields) => {
    const { status, text } = await answerOf(await press(await newMember(), fields));
    expect(status).toBe(400);
    expect(text).toContain("Nothing has changed.");
  },
);

describe("signing out everywhere", () => {
  const everywhere = (member: Pick<Member, "cookie">) =>
    press(member, { press: "sign-out-everywhere" });

  test("ends every session and what counts from it, says so, and sends one letter", async () => {
    const member = await newMember();
    const request = new Request("http://localhost:3000/");
    const headers = await signInHeaders(request, { ...member, validSince: 0 });
    const other = cookiesOf(new Response(null, { headers }));
    const withOther = new Request(request, { headers: { cookie: other } });
    expect(await knownDevice(withOther, member.email)).toBeDefined();

    const answer = await everywhere(member);
    expect(await answerOf(answer)).toMatchObject({ status: 303, to: "/sign-in?everywhere=1" });
    expect(cookiesOf(answer)).toBe("session=");
    expect(visibleText(await (await visit("/sign-in?everywhere=1")).text())).toContain(
      "You are signed out everywhere.",
    );
    for (const cookie of [member.cookie, other]) expect(await isLetIn(cookie)).toBe(false);
    expect(await knownDevice(withOther, member.email)).toBeUndefined();
    expect(await subjects(member)).toEqual(["You were signed out everywhere"]);
  });

  test("is limited: each press is a letter", async () => {
    const member = await newMember();
    const account = sandbox.world.accounts.get(member.uid);
    const statuses: number[] = [];
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    for (let nth = 0; nth < 6; nth += 1) {
      const validSince = (account?.validSince ?? 0) * 1_000;
      // In one second none is ended after another: that would be waited for.
      vi.setSystemTime(Date.now() + 2_000);
      const { cookie } = await beginSession({ ...member, validSince });
      statuses.push((await everywhere({ cookie: cookie.split(";", 1)[0] ?? "" })).status);
    }
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
  });

  test("a press that ended nothing does not count", async () => {
    const member = await newMember();
    await read(member);
    const refused = { error: { code: 400, message: "INVALID_ARGUMENT" } };
    server.use(http.post(/accounts:update/, () => HttpResponse.json(refused, { status: 400 })));
    const statuses: number[] = [];
    for (let nth = 0; nth < 6; nth += 1) statuses.push((await everywhere(member)).status);
    server.resetHandlers();
    statuses.push((await everywhere(member)).status);
    expect(statuses).toEqual([...Array(6).fill(503), 303]);
  });

  test("while the identity provider hangs nothing is claimed, and the other sections are shown", async () => {
    const member = await newMember();
    await read(member);
    faults.set("identity", { kind: "hang" });
    const { status, text } = await answerOf(await everywhere(member));
    expect(status).toBe(503);
    for (const words of [
      "so we cannot say that you are signed out everywhere",
      "so the password cannot be changed",
      "No sign-in is recorded yet",
    ])
      expect(text).toContain(words);
    faults.clear();
    expect(await isLetIn(member.cookie)).toBe(true);
    expect(await subjects(member)).toEqual([]);
  });
});

// The last one: the connection to Firestore takes a while to come back.
test("while Firestore is down only the list of sign-ins is missing", async () => {
  const member = await newMember();
  faults.set("firestore", { kind: "reset" });
  const text = await read(member);
  expect(text).toContain("We cannot reach the list right now.");
  for (const words of ["Change password", "Set on "]) expect(text).toContain(words);
  faults.clear();
});
