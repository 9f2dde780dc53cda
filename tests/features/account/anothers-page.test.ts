import "#tests/setup/mail";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { saveAnswers } from "#tests/setup/unsubscribe";
import { visibleText } from "#tests/setup/visible-text";
import { settingsOf } from "~/features/account/settings.server";
import { announcePrice } from "~/features/leaving/announce-price.server";
import { declarationsOf } from "~/features/leaving/declarations.server";
import { beginNotices } from "~/features/leaving/notices.server";
import { notices } from "~/features/leaving/services/outbox/notice.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { clearSessionCookie } from "~/platform/session/session.server";
import { whoseOf } from "~/platform/session/whose.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

afterEach(backgroundSettled);

interface Press {
  path: string;
  /** @returns the form's own fields */
  fields?: (member: Member) => Promise<Record<string, string>> | Record<string, string>;
  of?: Parameters<typeof newMember>[0];
  isDone: (member: Member) => Promise<boolean> | boolean;
}

const { world } = sandbox;
const planCode = "ig_gift_one_month";

async function priceToAgreeTo({ uid, cookie }: Member): Promise<Record<string, string>> {
  await beginNotices(uid);
  await runEntry(notices, uid);
  const change = { planCode, amount: "2.00", currency: "USD", from: Date.now() + 20 * 86_400_000 };
  await announcePrice(change, { commit: true, now: Date.now() });
  await runEntry(notices, uid);
  const html = await (await visit("/dashboard/my-plan", { cookie })).text();
  const price = /name="price" value="([^"]+)"/.exec(html)?.[1] ?? "";
  expect(price).not.toBe("");
  return { press: "agree-to-price", price };
}

const presses: [string, Press][] = [
  [
    "cancels at the last step",
    {
      path: "/dashboard/unsubscribe/8",
      fields: async (member) => {
        await saveAnswers(member, 8);
        return { press: "cancel" };
      },
      isDone: ({ id }) =>
        world.effectsOf("cancel").some(({ payload }) => payload.subscription_id === id),
    },
  ],
  [
    "withdraws",
    {
      path: "/dashboard/unsubscribe/withdraw",
      of: { days: 5 },
      isDone: async ({ id }) => (await declarationsOf(id)).length > 0,
    },
  ],
  [
    "buys",
    {
      path: "/dashboard/offers/pdf-course",
      isDone: ({ uid }) =>
        world.effectsOf("create").some(({ payload }) => payload.firebase_id === uid),
    },
  ],
  [
    "erases",
    {
      path: "/dashboard/erase-data",
      isDone: async ({ uid }) =>
        (await (await firestore()).doc(`erasureRequests/${uid}`).get()).exists,
    },
  ],
  [
    "agrees to a price",
    {
      path: "/dashboard/my-plan",
      of: { country: "US-NY", planCode },
      fields: priceToAgreeTo,
      isDone: async ({ cookie }) =>
        visibleText(await (await visit("/dashboard/my-plan", { cookie })).text()).includes(
          "You have agreed to this price",
        ),
    },
  ],
  [
    "says where they live",
    {
      path: "/dashboard/place",
      fields: () => ({ place: "DE" }),
      isDone: async ({ uid }) => (await settingsOf(uid)).place === "DE",
    },
  ],
  [
    "turns a letter on",
    {
      path: "/dashboard/notifications",
      fields: () => ({ press: "alerts-on" }),
      isDone: async ({ uid }) => (await settingsOf(uid)).breachAlerts,
    },
  ],
];

/** @param whose the hidden field of the page's form; undefined where there is none */
async function send({ path }: Press, { cookie }: Member, fields: object, whose?: string) {
  const body = new URLSearchParams({ ...fields, ...(whose !== undefined && { whose }) });
  const answer = await visit(path, { method: "POST", body, cookie });
  return { status: answer.status, html: await answer.text() };
}

const title = "This page belongs to another account";

describe("what somebody presses on the page of an account", () => {
  test.each(presses)("%s: it counts for that account alone", async (_, press) => {
    const [shown, present, old] = [
      await newMember(press.of),
      await newMember(press.of),
      await newMember(press.of),
    ];
    const fields = (await press.fields?.(present)) ?? {};
    const refused = await send(press, present, fields, whoseOf(shown));
    expect([refused.status, visibleText(refused.html).includes(title)]).toEqual([409, true]);
    expect([await press.isDone(shown), await press.isDone(present)]).toEqual([false, false]);

    const own = await send(press, present, fields, whoseOf(present));
    expect([own.status === 409, await press.isDone(present)]).toEqual([false, true]);

    // An outside client's form, or that of a page older than the field.
    const without = await send(press, old, (await press.fields?.(old)) ?? {});
    expect([without.status === 409, await press.isDone(old)]).toEqual([false, true]);
  });
});

test("no other kind of form gets by", async () => {
  const [shown, present] = [await newMember(), await newMember()];
  const body = new FormData();
  body.set("whose", whoseOf(shown));
  const path = "/dashboard/erase-data";
  const answer = await visit(path, { method: "POST", body, cookie: present.cookie });
  expect(answer.status).toBe(409);
});

test("the number is that of the releases before: their pages lie open", () => {
  const numbers = ["one", "two", "three"].map((uid) => whoseOf({ uid }));
  for (const number of numbers) expect(number).toMatch(/^000\d{6}$/);
  expect(new Set(numbers).size).toBe(3);
});

test("a press that React sends is refused as well, for the page to say", async () => {
  const [shown, present] = [await newMember(), await newMember()];
  const fields = { whose: whoseOf(shown) };
  const answer = await ask("/dashboard/erase-data", { cookie: present.cookie, fields });
  expect(answer).toMatchObject({ status: 409, body: { status: 409 } });
});

test("after the session's end a press leads to sign-in, whoever's it is, and a log-out is never refused", async () => {
  const [shown, present] = [await newMember(), await newMember()];
  const post = (path: string, cookie: string) =>
    visit(path, { method: "POST", body: new URLSearchParams({ whose: whoseOf(shown) }), cookie });
  const ended = await post(
    "/dashboard/erase-data",
    (await clearSessionCookie()).split(";", 1)[0] ?? "",
  );
  expect(ended.headers.get("location")).toBe("/sign-in?ended=press");
  const out = await post("/dashboard/log-out", present.cookie);
  expect(out.headers.get("location")).toBe("/sign-in");
});

describe("the field in a page", () => {
  const numbers = (html: string) =>
    [
      ...html.matchAll(
        /<input type="hidden" name="whose"(?: autoComplete="off")? value="([^"]*)"\/>/g,
      ),
    ].map(([, n]) => n);

  test.each(["identity", "gzip"])(
    "is its reader's, of one kept page for two (%s)",
    async (accepted) => {
      const members = [await newMember(), await newMember()];
      const pages = new Map<string, Set<string>>();
      for (const member of [...members, ...members, ...members]) {
        const answer = await visit("/dashboard/notifications", {
          cookie: member.cookie,
          headers: { "accept-encoding": accepted },
        });
        const sent = Buffer.from(await answer.arrayBuffer());
        const html = (accepted === "gzip" ? gunzipSync(sent) : sent).toString();
        const own = whoseOf(member);
        expect(new Set(numbers(html))).toEqual(new Set([own]));
        const same = html
          .replaceAll(own, "N")
          .replaceAll(member.email, "E")
          .replaceAll(/data-(session-left|countdown)="\d+/g, "");
        pages.set(member.uid, (pages.get(member.uid) ?? new Set()).add(same));
      }
      expect(new Set([...pages.values()].flatMap((one) => [...one])).size).toBe(1);
    },
  );

  test("is the same in what React hydrates a page from", async () => {
    const member = await newMember();
    const answer = await visit("/dashboard/erase-data", { cookie: member.cookie });
    const html = await answer.text();
    expect(numbers(html)).toContain(whoseOf(member));
    expect(html).toContain(`\\"whose\\",\\"${whoseOf(member)}\\"`);
  });

  test.each(["/", "/sign-in", "/cancel", "/withdraw"])("is not in %s", async (path) => {
    const { cookie } = await newMember();
    for (const reader of ["", cookie])
      expect(numbers(await (await visit(path, { cookie: reader })).text())).toEqual([]);
  });
});
