import "#tests/setup/mail";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { account, callsTo, create, openLink, signed } from "#tests/setup/access-recovery";
import { visit } from "#tests/setup/app";
import { person, signInWithGoogle } from "#tests/setup/google";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
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

const masked = () => `${member.email[0]}…${member.email.split("@")[0]?.at(-1)}@example.com`;
const told = () => ["You sign in with another email address", newer];
const signInLink = () => ["Your sign-in link for Profile Analyzer", member.email];
const reset = () => ["Reset your password", member.email];
const subjects = () => sandbox.world.mails.map(({ subject, to }) => [subject, ...to]).sort();
const letter = () => sandbox.world.mails.find(({ to }) => to.includes(newer));

const activated = {
  status: 409,
  body: {
    message: "Your account has already been activated",
    hasUser: true,
    hint: "Your account has another address. We have sent it to the address of your subscription.",
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
  mailed?: () => string[];
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

const again = ["the sign-in form", "the form for a sign-in link", "Access Recovery", "Google"];
test.each(again)("%s: the same where a second account was opened before", async (name) => {
  openSecond();
  const { knock, answer, mailed } = doors[name] as Door;
  expect(await knock()).toMatchObject(answer);
  await settled();
  expect(subjects()).toEqual([told(), ...(mailed ? [mailed()] : [])].sort());
  expect(callsTo("signInWithIdp")).toEqual([]);
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
  const own = sandbox.world.accounts.get(member.uid);
  if (own) own.disabled = true;
  expect(await activate(newer)).toMatchObject({ status: 409 });
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
    expect(callsTo("subscription-finalize").concat(callsTo("/subs/finalize"))).toEqual([]);
    // Their own password does, as it is theirs.
    expect(await create(member.id, "member-pass", token)).toMatchObject({ location: "/dashboard" });
    expect(subscription().uid).toBe(member.uid);
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
