import "#tests/setup/mail";
import { decodeJwt } from "jose";
import { http } from "msw";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { account, callsTo, create, openLink, signed } from "#tests/setup/access-recovery";
import { visit } from "#tests/setup/app";
import { person, signInWithGoogle } from "#tests/setup/google";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox, server } from "#tests/setup/outside";
import { activate, restore } from "#tests/setup/recovery-mails";
import { resetApp } from "#tests/setup/reset-app";
import { askForLink, press } from "#tests/setup/sign-in-links";
import { settled, signIn } from "#tests/setup/sign-ins";

// With a Google client.
beforeAll(() => resetApp());

/** Somebody whose subscription has a newer address than their account. */
let member: Member;
let newer: string;

beforeEach(async () => {
  member = await newMember();
  newer = `new-${member.email}`;
  subscription().emails.push(newer);
});
afterEach(() => settled());

function subscription() {
  const found = sandbox.world.subscriptionById(member.id);
  if (!found) throw new Error("no subscription");
  return found;
}

/** What an earlier release has led them to. */
const openSecond = () =>
  sandbox.world.accounts.set(`second-${member.uid}`, {
    uid: `second-${member.uid}`,
    email: newer,
    password: "second-pass",
    disabled: false,
    createdAt: Date.now(),
    validSince: 0,
  });

function disable(uid: string) {
  const found = sandbox.world.accounts.get(uid);
  if (!found) throw new Error("no account");
  found.disabled = true;
}

const masked = () => `${member.email[0]}…${member.email.split("@")[0]?.at(-1)}@example.com`;
const told = () => ["You sign in with another email address", newer];
const signInLink = () => ["Your sign-in link for Profile Analyzer", member.email];
const reset = () => ["Reset your password", member.email] as const;
const subjects = () => sandbox.world.mails.map(({ subject, to }) => [subject, ...to]).sort();
const letter = () => sandbox.world.mails.find(({ to }) => to.includes(newer));

const activated = {
  status: 409,
  body: {
    message: "Your account has already been activated",
    hasUser: true,
    hint: "Your account has another address. Look for it in the inbox of your subscription's address.",
  },
};
const api = async (email: string) => {
  const address = `/api/send-activation-by-email/profile-analyzer/${email}`;
  return (await visit(address, { method: "POST" })).json();
};
const google = () => signInWithGoogle(person("newer", { email: newer }));
const toldByGoogle = { isSignedIn: false, location: "/sign-in?problem=other-address" };

interface Door {
  knock: () => Promise<unknown>;
  answer: object;
  /** Mailed besides the letter. */
  mailed?: () => readonly string[];
}
const doors: Record<string, Door> = {
  "the sign-in form": { knock: () => signIn(newer, "whatever-pass"), answer: { status: 401 } },
  "the form for a sign-in link": {
    knock: () => askForLink(newer),
    answer: { status: 303, location: "/sign-in/link?sent" },
    mailed: signInLink,
  },
  "Access Recovery": { knock: () => activate(newer), answer: activated },
  "Restore Password": {
    knock: () => restore(newer),
    answer: { status: 303, location: "/password-recovery?sent=reset" },
    mailed: reset,
  },
  Google: { knock: google, answer: toldByGoogle },
  "the interface": {
    knock: () => api(newer),
    answer: { success: false, has_user: true },
  },
};

describe.each(Object.entries(doors))("%s", (_, { knock, answer, mailed }) => {
  test("says with which address they sign in, and opens no second account", async () => {
    expect(await knock()).toMatchObject(answer);
    await settled();
    expect(subjects()).toEqual([told(), ...(mailed ? [mailed()] : [])].sort());
    expect(letter()?.text).toContain(masked());
    for (const secret of [member.email, "/access-recovery", "t="])
      expect(letter()?.text).not.toContain(secret);
    expect(account(newer)).toBeUndefined();
    expect(subscription().uid).toBe(member.uid);
  });
});

const again: Record<string, Door> = {
  ...doors,
  "Restore Password": { ...(doors["Restore Password"] as Door), mailed: () => [reset()[0], newer] },
  "its own password": { knock: () => signIn(newer, "second-pass"), answer: { status: 403 } },
};
test.each(Object.entries(again))("%s: the same with a second account", async (_, door) => {
  openSecond();
  const { knock, answer, mailed } = door;
  expect(await knock()).toMatchObject(answer);
  await settled();
  expect(subjects()).toEqual([told(), ...(mailed ? [mailed()] : [])].sort());
  expect(callsTo("signInWithIdp")).toEqual([]);
});

const disabledSecond = {
  ...doors,
  "Restore Password": again["Restore Password"] as Door,
  Google: { knock: google, answer: { location: "/sign-in?problem=user-disabled" } },
  "its own password": { knock: () => signIn(newer, "second-pass"), answer: { status: 401 } },
};
test.each(Object.entries(disabledSecond))(
  "%s: told, though the second account is disabled",
  async (_, door) => {
    openSecond();
    disable(`second-${member.uid}`);
    await door.knock();
    await settled();
    expect(subjects()).toContainEqual(told());
  },
);

test.each(["the sign-in form", "Restore Password"])(
  "%s: no letter to who has one address",
  async (name) => {
    subscription().emails = [member.email];
    subscription().status = "expired";
    if (name === "Restore Password") await restore(member.email);
    else expect(await signIn(member.email, "member-pass")).toMatchObject({ status: 403 });
    await settled();
    expect(subjects()).toEqual(name === "Restore Password" ? [reset()] : []);
  },
);

describe("the account's own mailbox", () => {
  const others = ["a", "b", "c"].map((name) => () => `${name}-${member.email}`);
  beforeEach(() => {
    subscription().emails.unshift(...others.map((other) => other()));
  });

  test("gets five links for a new password in an hour, whichever address asks", async () => {
    for (const address of [newer, ...others.map((other) => other()), newer, newer])
      expect(await restore(address)).toMatchObject({ location: "/password-recovery?sent=reset" });
    await settled();
    expect(subjects().filter(([subject]) => subject === reset()[0])).toHaveLength(5);
  });

  test("gets one sign-in link in a minute, whichever address asks", async () => {
    for (const address of [newer, ...others.map((other) => other())]) {
      await askForLink(address);
      await settled();
    }
    expect(subjects()).toEqual([told(), signInLink()].sort());
  });
});

test("the sign-in link that is mailed to the account's own address signs in", async () => {
  await askForLink(newer);
  await settled();
  const mail = sandbox.world.mails.find(({ to }) => to.includes(member.email));
  const token = /\/sign-in\/link\?t=([\w.-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  expect(await press(token)).toMatchObject({ location: "/dashboard" });
});

test("one letter in 15 minutes, whichever door it was", async () => {
  await activate(newer);
  expect(await activate(newer)).toMatchObject(activated);
  await signIn(newer, "whatever-pass");
  await settled();
  expect(subjects()).toEqual([told()]);
});

test("asked for with the account's own address nothing is mailed, as before", async () => {
  const { hint: _, ...body } = activated.body;
  expect(await activate(member.email)).toMatchObject({ status: 409, body });
  expect(subjects()).toEqual([]);
});

test("nobody is told the address of an account that is disabled", async () => {
  disable(member.uid);
  expect(await activate(newer)).toMatchObject({ status: 409 });
  expect(await google()).toMatchObject({ location: "/sign-in?problem=user-disabled" });
  const { body } = await openLink(member.id, await signed(member.id, newer));
  expect(body.view).toEqual({ kind: "activated", tied: true });
  expect(subjects()).toEqual([]);
  expect(account(newer)).toBeUndefined();
});

describe("an activation link that is out already", () => {
  test.each([false, true])("opens nothing (a second account: %s)", async (hasSecond) => {
    if (hasSecond) openSecond();
    const token = await signed(member.id, newer);
    expect(await openLink(member.id, token)).toMatchObject({
      status: 409,
      body: { view: { kind: "activated", tied: true, signInAs: masked() } },
    });
    const refused = {
      status: 409,
      cookie: null,
      body: { message: activated.body.message, hasUser: true },
    };
    expect(await create(member.id, "second-pass", token)).toMatchObject(refused);
    expect(account(newer)?.password).toBe(hasSecond ? "second-pass" : undefined);
    // Their own password does, as it is theirs.
    for (const t of [token, undefined])
      expect(await create(member.id, "member-pass", t)).toMatchObject({ location: "/dashboard" });
    // With the older address billing would take that for today's.
    expect(callsTo("finalize")).toEqual([]);
    expect(subscription()).toMatchObject({ uid: member.uid, emails: [member.email, newer] });
  });

  test("the id alone says nothing of an address", async () => {
    openSecond();
    const answer = await openLink(member.id);
    expect(answer).toMatchObject({ body: { view: { kind: "activated", tied: true } } });
    expect(JSON.stringify(answer.body)).not.toContain("example.com");
  });
});

describe("an older address whose account the subscription is not tied to", () => {
  beforeEach(() => {
    subscription().uid = null;
  });

  test("the newer one is mailed the link, whose account is of use", async () => {
    expect(await activate(newer)).toMatchObject({ status: 303 });
    await settled();
    expect(subjects()).toEqual([["Activate your Profile Analyzer account", newer]]);
    const token = await signed(member.id, newer);
    expect(await create(member.id, "first-pass", token)).toMatchObject({ location: "/dashboard" });
    expect(subscription().uid).toBe(account(newer)?.uid);
  });

  test("who can read the older mailbox gets no subscription by its id", async () => {
    expect(await create(member.id, "member-pass")).toMatchObject({ status: 409, cookie: null });
    expect(subscription().uid).toBeNull();
  });
});

describe("the look-ups", () => {
  /** Whose plans cannot be read. */
  const failFor = (uid: string, answer: () => Response) =>
    server.use(
      http.post(/\/rec\/subscriptions\//, ({ request }) =>
        decodeJwt(request.url.split("/").at(-1) ?? "").uid === uid ? answer() : undefined,
      ),
    );
  const down = () => new Response(null, { status: 500 });
  const odd = () => Response.json({ subscriptions: "odd" });

  test("of a newcomer with one address are as many as before", async () => {
    subscription().emails = [newer];
    subscription().uid = null;
    await activate(newer);
    await settled();
    expect(subjects()).toEqual([["Activate your Profile Analyzer account", newer]]);
    expect(callsTo("accounts:lookup")).toHaveLength(4);
  });

  test.each([down, odd])(
    "of an older account refuse nobody whose plan is tied to today's",
    async (answer) => {
      openSecond();
      subscription().uid = `second-${member.uid}`;
      failFor(member.uid, answer);
      expect(await openLink(member.id)).toMatchObject({ body: { view: { tied: true } } });
      expect(await create(member.id, "second-pass")).toMatchObject({ location: "/dashboard" });
      // Bought again: not tied yet.
      subscription().uid = null;
      const token = await signed(member.id, newer);
      if (answer === down) {
        // The older account may be the one: nothing is made, tied or used up.
        expect(await openLink(member.id, token)).toMatchObject({ status: 503 });
        expect(await create(member.id, "new-pass", token)).toMatchObject({ status: 503 });
        expect(subscription().uid).toBeNull();
        return;
      }
      expect(await openLink(member.id, token)).toMatchObject({
        body: { view: { kind: "create" } },
      });
      expect(await activate(newer)).toMatchObject({ status: 303 });
      await settled();
      expect(subjects()).toEqual([["Activate your Profile Analyzer account", newer]]);
    },
  );

  test("that fail open no second account", async () => {
    failFor(member.uid, down);
    const token = await signed(member.id, newer);
    expect(await openLink(member.id, token)).toMatchObject({ status: 503 });
    expect(await create(member.id, "second-pass", token)).toMatchObject({ status: 503 });
    expect(await activate(newer)).toMatchObject({ status: 503 });
    expect(account(newer)).toBeUndefined();
  });

  test("find the account behind an address that is listed again and again", async () => {
    subscription().emails.push(...Array(6).fill(newer));
    expect(await activate(newer)).toMatchObject(activated);
  });
});
