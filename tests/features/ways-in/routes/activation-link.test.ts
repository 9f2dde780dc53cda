import "#tests/setup/mail";
import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  account,
  address,
  callsTo,
  create,
  dashboard,
  openLink,
  signed,
} from "#tests/setup/access-recovery";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import type { SoftPasskey } from "#tests/setup/authenticator";
import { everyCase } from "#tests/setup/cases";
import { sandbox, server } from "#tests/setup/outside";
import { addPasskey, hasSession, signInWith } from "#tests/setup/passkeys";
import { trap } from "#tests/setup/requests";
import { resetApp } from "#tests/setup/reset-app";

const returning = () => {
  const found = account("returning@example.com");
  if (!found) throw new Error("no account");
  return found;
};
const alreadyActivated = {
  status: 409,
  cookie: null,
  body: { message: "Your account has already been activated", hasUser: true },
};
const settled = async () => (await import("~/platform/work/background.server")).backgroundSettled();
const goesOn = async (cookie: string) =>
  (await visit("/dashboard", { cookie, redirect: "manual" })).status === 200;
const subjects = () => sandbox.world.mails.map(({ subject }) => subject);

/** The token that is mailed to the address of a subscription. */
async function mailedToken(email: string): Promise<string> {
  await ask("/access-recovery", { fields: { ...trap, email } });
  await settled();
  const text = sandbox.world.mails.findLast(({ to }) => to.includes(email))?.text ?? "";
  return /&t=([\w.-]+)/.exec(text)?.[1] ?? "";
}

const passkeysRemoved = "Passkeys from before the address was confirmed are removed";

/** All that a process leaves of a press that stops at once. */
async function markUsed(token: string): Promise<void> {
  const { verifyLinkToken } = await import("~/platform/tokens/link-token.server");
  const { useOnce } = await import("~/platform/tokens/tokens.server");
  const link = await verifyLinkToken("activation", token);
  if ("refused" in link) throw new Error("no link");
  await useOnce("activation link", link);
}

describe("the activation link sets a password once", () => {
  test.each([
    ["new-1026", "returning@example.com"],
    ["new-1027", "buyer@example.com"],
  ])("%s", async (id, email) => {
    const token = await mailedToken(email);
    expect(await create(id, "first-pass", token)).toMatchObject(dashboard);
    expect(await create(id, "second-pass", token)).toMatchObject(alreadyActivated);
    expect(account(email)?.password).toBe("first-pass");
    expect(await openLink(id, token)).toMatchObject({
      status: 409,
      body: { view: { kind: "activated", tied: true } },
    });
  });

  /** The provider takes everything but that an address is proven. */
  const takesNoProof = () =>
    server.use(
      http.post(/accounts:update/, async ({ request }) => {
        const { emailVerified } = (await request.clone().json()) as { emailVerified?: boolean };
        return emailVerified
          ? HttpResponse.json({ error: { code: 500 } }, { status: 500 })
          : undefined;
      }),
    );
  /** Carries the outbox's entry out, as when it is due. */
  async function tellAgain(uid: string) {
    const { runEntry } = await import("~/platform/outbox/runner.server");
    const { provenAddresses } = await import(
      "~/features/ways-in/services/outbox/proven-address.server"
    );
    const { firestore } = await import("~/platform/store/firebase.server");
    const reference = (await firestore()).doc(`provenAddresses/${uid}`);
    if ((await reference.get()).exists) await reference.update({ dueAt: 1, leaseUntil: 0 });
    await runEntry(provenAddresses, uid);
    return (await reference.get()).data();
  }
  async function provenInVain() {
    // What the test before has left.
    const { firestore } = await import("~/platform/store/firebase.server");
    await (await firestore()).doc(`provenAddresses/${returning().uid}`).delete();
    takesNoProof();
    returning().isUnproven = true;
    const token = await mailedToken("returning@example.com");
    await create("new-1026", "first-pass", token);
    await settled();
    return token;
  }

  test.runIf(everyCase)(
    "though the provider does not take that the address is proven",
    async () => {
      const token = await provenInVain();
      expect(await create("new-1026", "second-pass", token)).toMatchObject({ cookie: null });
      expect(returning().password).toBe("first-pass");
    },
  );

  test("and the provider is told that the address is proven until it takes it", async () => {
    await provenInVain();
    const { uid } = returning();
    resetApp();
    expect(await tellAgain(uid)).toMatchObject({ state: "open", attempts: 1 });
    expect(returning().isUnproven).toBe(true);
    server.resetHandlers();
    resetApp();
    // Nothing of it is kept then.
    expect(await tellAgain(uid)).toBeUndefined();
    expect(returning()).toMatchObject({ isUnproven: false, password: "first-pass" });
  });

  test("but of no address that the account has got since", async () => {
    await provenInVain();
    const { uid } = returning();
    server.resetHandlers();
    resetApp();
    returning().email = "elsewhere@example.com";
    expect(await tellAgain(uid)).toBeUndefined();
    expect(account("elsewhere@example.com")?.isUnproven).toBe(true);
  });

  test("of two presses at once, one", async () => {
    const token = await mailedToken("returning@example.com");
    const answers = await Promise.all(
      ["first-pass", "second-pass"].map((password) => create("new-1026", password, token)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    const changed = answers[0]?.status === 303 ? "first-pass" : "second-pass";
    expect(returning().password).toBe(changed);
  });

  test("a failed try does not use it up", async () => {
    const token = await mailedToken("returning@example.com");
    sandbox.faults.set("functions", { kind: "status", status: 500 });
    expect(await create("new-1026", "first-pass", token)).toMatchObject({ status: 503 });
    sandbox.faults.clear();
    expect(await create("new-1026", "second-pass", token)).toMatchObject(dashboard);
    expect(returning().password).toBe("second-pass");
  });

  test("after it, the password that was chosen completes what failed half-way", async () => {
    const token = await mailedToken("returning@example.com");
    sandbox.faults.set("billing", { kind: "reset" });
    expect(await create("new-1026", "first-pass", token)).toMatchObject({ status: 503 });
    sandbox.faults.clear();
    expect(await create("new-1026", "second-pass", token)).toMatchObject(alreadyActivated);
    expect(await create("new-1026", "first-pass", token)).toMatchObject(dashboard);
    expect(callsTo("/changePassword")).toHaveLength(1);
  });

  const changes: [string, () => void][] = [
    [
      "signed out everywhere",
      () => {
        returning().validSince = Math.floor(Date.now() / 1_000);
      },
    ],
    [
      "made anew",
      () => {
        const before = returning();
        sandbox.world.accounts.delete(before.uid);
        const validSince = Math.floor(Date.now() / 1_000);
        sandbox.world.accounts.set("uid-anew", { ...before, uid: "uid-anew", validSince });
      },
    ],
  ];
  test.each(changes)("not of an account that was since %s", async (_, change) => {
    const token = await mailedToken("returning@example.com");
    change();
    expect(await openLink("new-1026", token)).toMatchObject({
      status: 409,
      body: { view: { kind: "activated", tied: false } },
    });
    expect(await create("new-1026", "brand-new", token)).toMatchObject(alreadyActivated);
    expect(returning().password).toBe("returning-pass");
    expect(callsTo("/changePassword")).toEqual([]);
  });

  test("nor of an account whose owner proved the address since, in another way", async () => {
    const token = await signed("new-1027", "buyer@example.com");
    sandbox.world.accounts.set("uid-owner", {
      uid: "uid-owner",
      email: "buyer@example.com",
      password: "the-owners-own",
      disabled: false,
      createdAt: Date.now(),
      validSince: 0,
    });
    expect(await create("new-1027", "brand-new", token)).toMatchObject(alreadyActivated);
    expect(account("buyer@example.com")?.password).toBe("the-owners-own");
  });
});

describe("the activation link, though a process stopped right after it had marked it used", () => {
  afterEach(() => vi.useRealTimers());
  /** Presses in a process of its own. */
  async function newProcess() {
    resetApp();
    const { chooseFirstPassword } = await import(
      "~/features/ways-in/services/account-creation.server"
    );
    return (id: string, password: string, token: string) =>
      chooseFirstPassword({ id, token, clientAddress: "192.0.2.44" }, password);
  }
  const later = () => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11_000 });

  test("makes the account of who has none, once that press cannot be at work any more", async () => {
    resetApp();
    const token = await mailedToken("buyer@example.com");
    await markUsed(token);
    expect(await create("new-1027", "the-owners-own", token)).toMatchObject({
      status: 503,
      body: { message: "Something went wrong" },
    });
    expect(account("buyer@example.com")).toBeUndefined();
    later();
    expect(await create("new-1027", "the-owners-own", token)).toMatchObject(dashboard);
    expect(account("buyer@example.com")).toMatchObject({
      password: "the-owners-own",
      isUnproven: false,
    });
    expect(callsTo("/changePassword")).toEqual([]);
    expect(await create("new-1027", "another-one", token)).toMatchObject(alreadyActivated);
  });

  test("of two presses at once in two processes, one makes it", async () => {
    resetApp();
    const token = await mailedToken("buyer@example.com");
    await markUsed(token);
    later();
    const [one, other] = [await newProcess(), await newProcess()];
    const answers = await Promise.all([
      one("new-1027", "first-pass", token),
      other("new-1027", "second-pass", token),
    ]);
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(["refused", "signed-in"]);
    const made = answers[0]?.outcome === "signed-in" ? "first-pass" : "second-pass";
    expect(account("buyer@example.com")?.password).toBe(made);
    expect(callsTo("/changePassword")).toEqual([]);
  });

  test("never changes the password of an account that is there", async () => {
    resetApp();
    const token = await mailedToken("returning@example.com");
    await markUsed(token);
    later();
    expect(await create("new-1026", "brand-new", token)).toMatchObject(alreadyActivated);
    expect(returning().password).toBe("returning-pass");
    expect(callsTo("/changePassword")).toEqual([]);
  });
});

describe("whoever comes by a link that was mailed to the address ends what was set before", () => {
  /** Somebody who knows the id alone has made the account, and is signed in. */
  async function stranger() {
    const made = await create("new-1027", "a-strangers-own");
    const cookie = /session=[^;]+/.exec(made.cookie ?? "")?.[0] ?? "";
    const passkey = await addPasskey({ cookie });
    expect(await goesOn(cookie)).toBe(true);
    expect(hasSession(await signInWith(passkey))).toBe(true);
    await settled();
    sandbox.world.mails.length = 0;
    return { cookie, passkey };
  }
  const uid = () => account("buyer@example.com")?.uid ?? "";
  const passkeys = async () => {
    const { passkeysOf } = await import("~/features/ways-in/store/passkeys.server");
    return passkeysOf(uid());
  };

  test("the activation link", async () => {
    const token = await mailedToken("buyer@example.com");
    const { cookie, passkey } = await stranger();
    expect(await create("new-1027", "the-owners-own", token)).toMatchObject(dashboard);
    expect(account("buyer@example.com")).toMatchObject({
      password: "the-owners-own",
      isUnproven: false,
    });
    expect(await goesOn(cookie)).toBe(false);
    expect(await passkeys()).toEqual([]);
    expect(hasSession(await signInWith(passkey))).toBe(false);
    await settled();
    expect(sandbox.world.mails).toMatchObject([
      { subject: "Your password was changed", text: expect.stringContaining(passkeysRemoved) },
    ]);
  });

  test("the activation link, though this process stopped right after it had changed the password", async () => {
    const token = await mailedToken("buyer@example.com");
    const { cookie, passkey } = await stranger();
    // All that such a process leaves.
    await markUsed(token);
    const made = account("buyer@example.com");
    if (made) made.password = "the-owners-own";

    // Nobody else can do it by a link that was used.
    expect(await create("new-1027", "a-strangers-own", token)).toMatchObject(alreadyActivated);
    expect(await passkeys()).toHaveLength(1);
    const owner = await create("new-1027", "the-owners-own", token);
    expect(owner).toMatchObject(dashboard);
    expect(await goesOn(/session=[^;]+/.exec(owner.cookie ?? "")?.[0] ?? "")).toBe(true);
    expect(await goesOn(cookie)).toBe(false);
    expect(await passkeys()).toEqual([]);
    expect(hasSession(await signInWith(passkey))).toBe(false);
    expect(account("buyer@example.com")).toMatchObject({ isUnproven: false });
  });

  test("the link that signs in, once", async () => {
    const { signInLink } = await import("~/features/ways-in/services/sign-in-link.server");
    const { accountByUidNow } = await import("~/features/account/identity.server");
    const press = async () => {
      const now = await accountByUidNow(uid());
      if (!now) throw new Error("no account");
      const t = new URL(await signInLink(now, crypto.randomUUID())).searchParams.get("t") ?? "";
      const answer = await ask("/sign-in/link", { fields: { t } });
      await settled();
      return /session=[^;]{20,}/.exec(answer.cookie ?? "")?.[0] ?? "";
    };
    const { cookie, passkey } = await stranger();
    const owner = await press();
    expect(await goesOn(owner)).toBe(true);
    expect(await goesOn(cookie)).toBe(false);
    expect(await passkeys()).toEqual([]);
    expect(hasSession(await signInWith(passkey))).toBe(false);
    const fields = { email: "buyer@example.com", password: "a-strangers-own" };
    expect(await ask("/sign-in", { fields })).toMatchObject({ status: 401 });
    expect(subjects()).toContain("Your password was removed");

    // It is the owner's now: another link ends nothing.
    const { password } = account("buyer@example.com") ?? {};
    sandbox.world.mails.length = 0;
    expect(await goesOn(await press())).toBe(true);
    expect(await goesOn(owner)).toBe(true);
    expect(account("buyer@example.com")?.password).toBe(password);
    expect(subjects()).toEqual([]);
  });

  test("the link that signs in, though the stranger has signed out everywhere since it was mailed", async () => {
    const { cookie } = await stranger();
    const { signInLink } = await import("~/features/ways-in/services/sign-in-link.server");
    const { accountByUidNow, revokeSessions } = await import("~/features/account/identity.server");
    const now = await accountByUidNow(uid());
    if (!now) throw new Error("no account");
    // A stranger who did so again and again would keep the owner out.
    const t = new URL(
      await signInLink({ ...now, validSince: now.validSince - 60_000 }, crypto.randomUUID()),
    ).searchParams.get("t");
    await revokeSessions(uid());
    const answer = await ask("/sign-in/link", { fields: { t: t ?? "" } });
    expect(await goesOn(/session=[^;]{20,}/.exec(answer.cookie ?? "")?.[0] ?? "")).toBe(true);
    expect(await goesOn(cookie)).toBe(false);
    expect(account("buyer@example.com")).toMatchObject({ isUnproven: false });
    await settled();
  });

  /** Carries out `at.begin` before the provider ends the sessions, and `at.ended` right after it has. */
  function whileSessionsEnd(at: { begin?: () => Promise<void>; ended: () => Promise<void> }) {
    let now: "before" | "begins" | "ends" | "over" = "before";
    server.use(
      http.post(/accounts:update/, async ({ request }) => {
        const ends = (await request.clone().text()).includes("validSince");
        if (now !== "before" || !ends) return;
        now = "begins";
        await at.begin?.();
        now = "ends";
      }),
      http.post(/accounts:lookup/, async () => {
        if (now !== "ends") return;
        now = "over";
        await at.ended();
      }),
    );
  }

  /** Each mails a link, lets the stranger come, and says how the owner presses it. */
  const mailedLinks = {
    "the activation link": async () => {
      const token = await mailedToken("buyer@example.com");
      const { passkey } = await stranger();
      return { passkey, press: () => create("new-1027", "the-owners-own", token) };
    },
    "the link that signs in": async () => {
      const { passkey } = await stranger();
      const { signInLink } = await import("~/features/ways-in/services/sign-in-link.server");
      const { accountByUidNow } = await import("~/features/account/identity.server");
      const now = await accountByUidNow(uid());
      if (!now) throw new Error("no account");
      const t = new URL(await signInLink(now, crypto.randomUUID())).searchParams.get("t") ?? "";
      return { passkey, press: () => ask("/sign-in/link", { fields: { t } }) };
    },
  };

  describe.each(Object.entries(mailedLinks))("%s, while the stranger", (link, mailed) => {
    // Both end what was set before by the same code.
    const isTried = everyCase || link === "the activation link";
    const signedIn = async (passkey: SoftPasskey) => {
      const answer = await signInWith(passkey);
      return /session=[^;]{20,}/.exec(answer.headers.getSetCookie().join())?.[0] ?? "";
    };

    test("signs in with a passkey as soon as the sessions have ended", async () => {
      const { passkey, press } = await mailed();
      const tries: string[] = [];
      whileSessionsEnd({ ended: async () => void tries.push(await signedIn(passkey)) });
      await press();
      expect(tries).toHaveLength(1);
      for (const cookie of tries) expect(await goesOn(cookie)).toBe(false);
      await settled();
    });

    test.runIf(isTried)(
      "adds another passkey before the sessions end, and signs in with it after",
      async () => {
        const { press } = await mailed();
        const { beginSession } = await import("~/platform/session/session.server");
        // Valid until the end, as if it began in the second in which the password was set.
        const validSince = Date.now() + 60_000;
        const session = await beginSession({ uid: uid(), email: "buyer@example.com", validSince });
        const cookie = session.cookie.split(";", 1)[0] ?? "";
        const added: SoftPasskey[] = [];
        const tries: string[] = [];
        whileSessionsEnd({
          begin: async () => void added.push(await addPasskey({ cookie })),
          ended: async () => {
            for (const passkey of added) tries.push(await signedIn(passkey));
          },
        });
        await press();
        expect(tries).toEqual([expect.stringContaining("session=")]);
        for (const cookie of tries) expect(await goesOn(cookie)).toBe(false);
        expect(await passkeys()).toEqual([]);
        await settled();
      },
    );

    test.runIf(isTried)(
      "signs in with a passkey that Firestore was too slow to remove, and that is gone a moment later",
      async () => {
        const { passkey, press } = await mailed();
        const store = await import("~/features/ways-in/store/passkeys.server");
        vi.spyOn(store, "passkeysOf").mockReturnValueOnce(new Promise(() => {}));
        const tries: string[] = [];
        whileSessionsEnd({
          ended: async () => {
            tries.push(await signedIn(passkey));
            for (const { key } of await passkeys()) await store.removePasskey(uid(), key);
          },
        });
        await press();
        expect(tries).toEqual([expect.stringContaining("session=")]);
        for (const cookie of tries) expect(await goesOn(cookie)).toBe(false);
        await settled();
      },
    );
  });

  test.runIf(everyCase)(
    "the link that signs in, while the provider fails half-way: nobody is in, and it can be pressed again",
    async () => {
      await stranger();
      const { signInLink } = await import("~/features/ways-in/services/sign-in-link.server");
      const { accountByUidNow } = await import("~/features/account/identity.server");
      const now = await accountByUidNow(uid());
      if (!now) throw new Error("no account");
      const t = new URL(await signInLink(now, crypto.randomUUID())).searchParams.get("t") ?? "";
      server.use(http.post(/accounts:update/, () => HttpResponse.error()));
      expect(await ask("/sign-in/link", { fields: { t } })).toMatchObject({ status: 503 });
      server.resetHandlers();
      resetApp();
      const answer = await ask("/sign-in/link", { fields: { t } });
      expect(answer.cookie).toMatch(/session=e/);
      expect(await passkeys()).toEqual([]);
      expect(account("buyer@example.com")).toMatchObject({ isUnproven: false });
    },
  );
});

test.runIf(everyCase)("the page of a spent link has no form that sets a password", async () => {
  const token = await mailedToken("returning@example.com");
  await create("new-1026", "first-pass", token);
  const html = await (await visit(address("new-1026", token))).text();
  expect(html).not.toContain('name="password"');
});
