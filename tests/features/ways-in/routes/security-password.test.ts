import { HttpResponse, http } from "msw";
import { describe, expect, test } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { mailsTo } from "#tests/setup/letters";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox, server } from "#tests/setup/outside";
import { resetApp } from "#tests/setup/reset-app";
import { answerOf, cookiesOf, isLetIn, passwordOf, press } from "#tests/setup/security";
import { beginPasswordTry } from "~/features/ways-in/services/sign-in-limits.server";
import { beginSession } from "~/platform/session/session.server";
import { backgroundSettled } from "~/platform/work/background.server";

const { world, faults } = sandbox;
const present = "member-pass";
const next = "three small words";

const change = (member: Member, fields: Record<string, string> = {}, client?: string) =>
  press(member, { press: "change-password", present, password: next, ...fields }, client);
const subjects = async (member: Member) => {
  await backgroundSettled();
  return mailsTo(member).map(({ subject }) => subject);
};

test("the new password counts, this browser stays, the others are signed out, one letter says so", async () => {
  const member = await newMember();
  const other = await beginSession({ ...member, validSince: 0 });
  const answer = await change(member);
  expect(await answerOf(answer)).toMatchObject({
    status: 303,
    to: "/dashboard/security?done=password",
  });
  expect(passwordOf(member)).toBe(next);
  const renewed = cookiesOf(answer);
  expect(renewed).toMatch(/session=.+device=/);
  expect(await isLetIn(renewed)).toBe(true);
  for (const ended of [member.cookie, other.cookie.split(";", 1)[0] ?? ""])
    expect(await isLetIn(ended)).toBe(false);
  expect(await subjects(member)).toEqual(["Your password was changed"]);
  const sent = world.calls.filter(({ system }) => system === "pwned");
  expect(sent.map(({ path }) => path)).toEqual([
    expect.stringMatching(/^\/(?:pwned\/)?range\/\w{5}$/),
  ]);
});

describe("refused beside the field, with nothing changed", () => {
  const wrong = "This is not your current password.";
  const refused: [string, Record<string, string>, number, string][] = [
    ["a wrong current password", { present: "guessed" }, 422, wrong],
    ["none", { present: "" }, 400, "Enter your current password."],
    ["a long one", { present: "x".repeat(4_097) }, 400, "Enter your current password."],
    ["seven characters", { password: "1234567" }, 400, "At least 8 characters"],
    ["none new", { password: "" }, 400, "At least 8 characters"],
    ["seven characters of two units", { password: "🦀".repeat(7) }, 400, "At least 8 characters"],
    ["a long new one", { password: "x".repeat(4_097) }, 400, "Too long"],
    ["the present one", { password: present }, 400, "This is your current password."],
    ["a leaked one", { password: "iloveyou" }, 422, "Seen in known data leaks."],
    [
      "a leaked one and a wrong present one",
      { present: "guessed", password: "iloveyou" },
      422,
      wrong,
    ],
  ];
  const alike = ["none", "a long one", "none new", "seven characters"];
  test.each(refused.filter(([name]) => everyCase || !alike.includes(name)))(
    "%s",
    async (_, fields, status, words) => {
      const member = await newMember();
      const { text, ...answer } = await answerOf(await change(member, fields));
      expect(answer).toEqual({ status, to: null });
      expect(text).toContain(words);
      for (const secret of ["guessed", "iloveyou", "1234567", "xxx", "🦀"])
        expect(text).not.toContain(secret);
      expect(passwordOf(member)).toBe(present);
      expect(await isLetIn(member.cookie)).toBe(true);
      expect(await subjects(member)).toEqual([]);
    },
  );

  test("the own address", async () => {
    const member = await newMember();
    const password = ` ${member.email.toUpperCase()}`;
    expect((await answerOf(await change(member, { password }))).text).toContain(
      "This is your email address.",
    );
  });

  test("another account has the address now", async () => {
    const member = await newMember();
    const account = world.accounts.get(member.uid);
    if (!account) throw new Error("no account");
    account.email = `old-${account.email}`;
    world.accounts.set("uid-other", { ...account, uid: "uid-other", email: member.email });
    expect((await answerOf(await change(member))).text).toContain(wrong);
    expect(world.accounts.get("uid-other")?.password).toBe(present);
  });
});

test("tries with a wrong password are counted as those of the sign-in", async () => {
  const member = await newMember();
  const client = "192.0.2.77";
  for (let tries = 0; tries < 10; tries += 1)
    if (everyCase || tries < 4)
      expect((await change(member, { present: `guess-${tries}` }, client)).status).toBe(422);
    else await beginPasswordTry(member.email, client);
  const { status, text } = await answerOf(await change(member, {}, client));
  expect(status).toBe(429);
  expect(text).toContain("Too many tries with a wrong password. Nothing has changed.");
  expect(passwordOf(member)).toBe(present);
});

describe("the identity provider", () => {
  const onUpdate = (answer: (payload: Record<string, unknown>) => Response | undefined) =>
    server.use(
      http.post("*/accounts\\:update", async ({ request }) =>
        answer((await request.clone().json()) as Record<string, unknown>),
      ),
    );
  const setsPassword = (payload: Record<string, unknown>) => "password" in payload;
  const keep = ({ localId, password }: Record<string, unknown>) => {
    const account = world.accounts.get(String(localId));
    if (account) account.password = String(password);
  };

  test("sets the password, and its answer is lost: it is asked, and all goes on", async () => {
    const member = await newMember();
    onUpdate((payload) => {
      if (!setsPassword(payload)) return undefined;
      keep(payload);
      return HttpResponse.error();
    });
    expect((await answerOf(await change(member))).to).toBe("/dashboard/security?done=password");
    expect(await subjects(member)).toEqual(["Your password was changed"]);
  });

  test("does not set it, and does not say so: nothing is claimed", async () => {
    const member = await newMember();
    onUpdate((payload) => (setsPassword(payload) ? HttpResponse.error() : undefined));
    const { status, text } = await answerOf(await change(member));
    expect(status).toBe(503);
    expect(text).toContain("we cannot say whether your password is changed");
    expect(await subjects(member)).toEqual([]);
  });

  test("sets it, and then ends no sessions: both is said, and the letter goes out", async () => {
    const member = await newMember();
    onUpdate((payload) => (setsPassword(payload) ? undefined : HttpResponse.error()));
    const { status, text } = await answerOf(await change(member));
    expect(status).toBe(503);
    expect(text).toContain("Your password is changed, but we could not sign out");
    expect(await subjects(member)).toEqual(["Your password was changed"]);
  });

  test("refuses the password: its reason stands beside the field", async () => {
    const member = await newMember();
    onUpdate((payload) =>
      setsPassword(payload)
        ? HttpResponse.json(
            { error: { code: 400, message: "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : upper case" } },
            { status: 400 },
          )
        : undefined,
    );
    const { status, text } = await answerOf(await change(member));
    expect([status, passwordOf(member)]).toEqual([422, present]);
    expect(text).toContain("The password does not meet the requirements");
    expect(await subjects(member)).toEqual([]);
  });
});

test("two changes at once: one password counts, and whose other one was told so is let in by none", async () => {
  const member = await newMember();
  const passwords = ["first of two words", "second of two words"];
  const answers = await Promise.all(passwords.map((password) => change(member, { password })));
  const won = passwords.indexOf(String(passwordOf(member)));
  expect(won).not.toBe(-1);
  for (const [index, answer] of answers.entries()) {
    const { to } = await answerOf(answer.clone());
    if (index === won) expect(to).toBe("/dashboard/security?done=password");
    else if (to) expect(await isLetIn(cookiesOf(answer))).toBe(false);
  }
});

test("somebody without a password gets the link to set one", async () => {
  const member = await newMember();
  expect((await answerOf(await press(member, { press: "mail-password-link" }))).to).toBe(
    "/dashboard/security?done=password-mail",
  );
  expect(await subjects(member)).toEqual(["Reset your password"]);
});

// The last ones: each begins in a new process, where the breaker has not seen the one before.
test("the identity provider is down: the page says that nothing has changed, and no try is counted", async () => {
  resetApp();
  const member = await newMember();
  faults.set("identity", { kind: "status", status: 503 });
  const { status, text } = await answerOf(await change(member));
  expect(status).toBe(503);
  expect(text).toContain("Your password is the same as before.");
  expect(await subjects(member)).toEqual([]);
});

test.each((["status", "malformed", "hang"] as const).slice(0, everyCase ? 3 : 1))(
  "the leak service fails (%s): the change goes on, and says what was not checked",
  async (kind) => {
    resetApp();
    const member = await newMember();
    faults.set("pwned", kind === "status" ? { kind, status: 503 } : { kind });
    const { to } = await answerOf(await change(member));
    expect(to).toBe("/dashboard/security?done=password-unchecked");
    expect(passwordOf(member)).toBe(next);
  },
);
