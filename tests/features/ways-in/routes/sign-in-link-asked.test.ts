import { afterEach, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { everyCase } from "#tests/setup/cases";
import { newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { signedIn, trap } from "#tests/setup/requests";
import { askForLink, press } from "#tests/setup/sign-in-links";
import { visibleText } from "#tests/setup/visible-text";
import { requestSignInLink } from "~/features/ways-in/services/sign-in-by-link.server";
import { backgroundSettled } from "~/platform/work/background.server";

// What one test asked for must not run into the next one.
afterEach(async () => {
  vi.useRealTimers();
  await backgroundSettled();
});

const later = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: Date.now() + milliseconds });

test.each([
  ["", { error: "Wrong email format" }],
  ["rich@example", { error: "Wrong email format" }],
])("'%s' is not an email: nothing is looked up", async (email, body) => {
  expect(await askForLink(email)).toMatchObject({ status: 400, body: { email, ...body } });
  expect(sandbox.world.calls).toEqual([]);
});

test("a program that fills the trap gets nothing", async () => {
  const [[name] = []] = Object.entries(trap);
  const fields = { ...trap, [String(name)]: "Bot", email: "rich@example.com" };
  expect(await ask("/sign-in/link", { fields })).toMatchObject({ status: 400 });
  expect(sandbox.world.calls).toEqual([]);
});

test("the answer is the same, and waits for nobody, whoever the address belongs to", async () => {
  const member = await newMember();
  const disabled = await newMember();
  const account = sandbox.world.accounts.get(disabled.uid);
  if (account) account.disabled = true;
  const addresses = [
    member.email,
    disabled.email,
    "nosub@example.com",
    "buyer@example.com",
    "nobody@example.com",
  ];
  // Whatever is looked up is answered only after all the forms are: so no answer can depend on it.
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const system of ["identity", "subscriptions"] as const)
    sandbox.faults.set(system, { kind: "held", until: promise });
  const answers = await Promise.all(addresses.map((address) => askForLink(address)));
  resolve();
  sandbox.faults.clear();
  for (const answer of answers)
    expect(answer).toEqual({ status: 303, location: "/sign-in/link?sent", cookie: null, body: "" });
  await backgroundSettled();
  const sent = sandbox.world.mails.map(({ to, subject }) => [...to, subject]);
  expect(sent.sort()).toEqual(
    [
      [member.email, "Your sign-in link for Profile Analyzer"],
      ["buyer@example.com", "Activate your Profile Analyzer account"],
    ].sort(),
  );
});

test("the mail: one link, to the account's own address, without personal data; its press signs in", async () => {
  const { uid, email } = await newMember();
  await askForLink(email.toUpperCase());
  await backgroundSettled();
  const [mail] = sandbox.world.mails;
  expect(mail?.to).toEqual([email]);
  const links = mail?.text.match(/http\S+/g) ?? [];
  expect(links).toHaveLength(1);
  expect(mail?.html).toContain(links[0]);
  for (const secret of [uid, email]) expect(mail?.text).not.toContain(secret);
  expect(mail?.text).toMatch(/once, for 15 minutes.*ignore this mail.*Questions\? Write to/s);
  const { searchParams, pathname } = new URL(links[0] ?? "");
  expect([pathname, [...searchParams.keys()]]).toEqual(["/sign-in/link", ["t"]]);
  expect(await press(searchParams.get("t") ?? "")).toMatchObject({ location: "/dashboard" });
});

test("strangers cannot use up the links of a browser that has signed in before", async () => {
  const { email } = await newMember();
  const another = await newMember();
  const [own, other] = await Promise.all(
    [email, another.email].map(async (address) => {
      const { createDeviceCookie } = await import("~/features/account/device-cookie.server");
      const cookie = await createDeviceCookie(new Request("http://localhost"), {
        email: address,
        validSince: Date.now(),
      });
      return cookie.split(";", 1)[0] ?? "";
    }),
  );
  expect((await askForLink(email)).status).toBe(303);
  expect((await askForLink(email, undefined, other)).status).toBe(429);
  // Before the first one is sent, they would be one.
  await backgroundSettled();
  expect((await askForLink(email, undefined, own)).status).toBe(303);
  expect((await askForLink(email, undefined, own)).status).toBe(429);
  await backgroundSettled();
  expect(sandbox.world.mails).toHaveLength(2);
});

test.each([true, false])(
  "one mail in a minute and five in an hour for an address (with an account: %s), said the same",
  async (hasAccount) => {
    const email = hasAccount ? (await newMember()).email : `${crypto.randomUUID()}@example.com`;
    const tooSoon = (hint: RegExp) => ({
      status: 429,
      body: {
        email,
        message: expect.stringMatching(/^You asked for a link a moment ago/),
        hint: expect.stringMatching(hint),
      },
    });
    expect((await askForLink(email)).status).toBe(303);
    expect(await askForLink(email.toUpperCase())).toMatchObject({ status: 429 });
    expect(await askForLink(email)).toMatchObject(
      tooSoon(/^You can try again in (1 minute|\d+ seconds)\.$/),
    );
    await backgroundSettled();
    expect(sandbox.world.mails).toHaveLength(hasAccount ? 1 : 0);
    for (let times = 0; times < 4; times += 1) {
      later(61_000);
      expect((await askForLink(email)).status).toBe(303);
    }
    later(61_000);
    expect(await askForLink(email)).toMatchObject(tooSoon(/^You can try again in 5\d minutes\.$/));
    vi.useRealTimers();
    await backgroundSettled();
  },
);

test("one network asks 30 times an hour at most", async () => {
  const client = "192.0.2.30";
  for (let times = 0; times < 30; times += 1) {
    const email = `nobody-${times}@example.com`;
    if (everyCase || times < 5) expect((await askForLink(email, client)).status).toBe(303);
    // The same address again counts, too, and nobody is mailed.
    else await requestSignInLink("nobody-0@example.com", client, undefined);
    await backgroundSettled();
  }
  expect(await askForLink("nobody-30@example.com", client)).toMatchObject({ status: 429 });
  expect((await askForLink("nobody-30@example.com")).status).toBe(303);
});

test("from the sign-in page the address is filled in, and nothing is sent yet", async () => {
  const wrong = { email: "rich@example.com", password: "wrong-pass" };
  const page = await visit("/sign-in", { method: "POST", body: new URLSearchParams(wrong) });
  expect(await page.text()).toMatch(/action="\/sign-in\/link".*value="rich@example\.com"/s);
  await backgroundSettled();
  const mails = sandbox.world.mails.length;
  const body = new URLSearchParams({ intent: "fill-in", email: "rich@example.com" });
  const answer = await visit("/sign-in/link", { method: "POST", body });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toMatch(/name="email"[^>]*value="rich@example\.com"/);
  expect(sandbox.world.mails).toHaveLength(mails);
});

test("who is signed in has no need of a link; who asked is told to look in the inbox", async () => {
  const cookie = await signedIn("rich");
  expect(await ask("/sign-in/link", { cookie })).toMatchObject({ location: "/dashboard" });
  const html = await (await visit("/sign-in/link?sent")).text();
  expect(visibleText(html)).toMatch(/Check your email If this email belongs to a subscription/);
});
