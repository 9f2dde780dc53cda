import { beforeEach, describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { deliverDue, effects, faults, letters, world } from "#tests/setup/cancellations";
import { few } from "#tests/setup/cases";
import {
  declare,
  hours,
  lastLink,
  later,
  mailsTo,
  moneyLetters,
  pressIn,
} from "#tests/setup/declaring";
import { type Member, newMember } from "#tests/setup/member";
import { visibleText } from "#tests/setup/visible-text";
import { changeSettings } from "~/features/account/settings.server";
import { declarationsOf, shownWords } from "~/features/leaving/declarations.server";
import { requestCancellationMailByEmail } from "~/features/leaving/services/cancellation-mail.server";
import { declarationForms } from "~/features/leaving/services/outbox/declaration-form.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { beginSession } from "~/platform/session/session.server";
import { firestore } from "~/platform/store/firebase.server";
import { signLinkToken } from "~/platform/tokens/link-token.server";
import { backgroundSettled } from "~/platform/work/background.server";

// A plan that was bought as an extra: it renews besides the main one, and is canceled by itself.

let member: Member;
let extra: Member;

/** A subscription of the member besides the main one. */
function bought({ uid, email, cookie }: Member, planCode = "ig_premium_one_month"): Member {
  // Of the other dialect: only the main subscription's id selects it.
  const id = crypto.randomUUID().replaceAll("-", "");
  world.subscriptions.push({
    id,
    bundle: "profile-analyzer",
    planCode,
    status: "active",
    mainPlan: false,
    startedAt: new Date(Date.now() - 86_400_000),
    emails: [email],
    uid,
  });
  return { id, uid, email, cookie };
}

const statusOf = ({ id }: Member) => world.subscriptions.find((one) => one.id === id)?.status;
const setStatus = ({ id }: Member, status: "active" | "canceled" | "expired") => {
  const found = world.subscriptions.find((one) => one.id === id);
  if (found) found.status = status;
};
/** What the member has declared and nobody has looked up to its end. */
const formsOf = async ({ email }: Member) => {
  const kept = await (await firestore()).collection("declarationForms").get();
  return kept.docs.filter((one) => one.data().payload.email === email).map(({ id }) => id);
};
const page = ({ id }: Member) => `/dashboard/my-plan/cancel/${id}`;
const open = ({ cookie }: Member, path: string) => ask(path, { cookie });
const press = ({ cookie }: Member, path: string) => ask(path, { cookie, fields: {} });
const decide = ({ cookie }: Member, fields: Record<string, string>) =>
  ask("/dashboard/my-plan", { cookie, fields });

beforeEach(async () => {
  member = await newMember();
  extra = bought(member);
});

describe("signed in", () => {
  test("My Plan leads to a page whose press cancels the extra, and only that", async () => {
    const panel = await visit("/dashboard/my-plan", { headers: { cookie: member.cookie } });
    expect(await panel.text()).toContain(`href="${page(extra)}"`);
    const asked = await visit(page(extra), { headers: { cookie: member.cookie } });
    const text = visibleText(await asked.text());
    for (const words of ["Cancel this plan", "Premium Plan", extra.id, "Ends on", "Cancel now"])
      expect(text).toContain(words);

    expect(await press(member, page(extra))).toMatchObject({ location: page(extra) });
    await backgroundSettled();
    expect(effects(extra.id)).toMatchObject([{ dialect: "subs", brand: "default" }]);
    expect([statusOf(extra), statusOf(member)]).toEqual(["canceled", "active"]);
    const end = async () => JSON.stringify((await open(member, page(extra))).body);
    expect(await end()).toContain("on its way to your email");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * hours });
    const { cookie } = await beginSession({ ...member, validSince: 0 });
    const later = await ask(page(extra), { cookie: cookie.split(";", 1)[0] ?? "" });
    vi.useRealTimers();
    expect(JSON.stringify(later.body)).toContain("Your plan has been canceled");
    expect(JSON.stringify(later.body)).not.toContain("on its way to your email");
    expect(letters(member.email)).toEqual(["Your plan has been canceled"]);
    expect(await open(member, page(extra))).toMatchObject({
      body: { end: { title: "Your plan has been canceled" } },
    });
    expect(await open(member, "/dashboard/my-plan")).toMatchObject({
      body: { plan: { state: "active" }, others: [{ id: extra.id, state: "canceled" }] },
    });
  });

  test("the proof has the words of that page", async () => {
    await press(member, page(extra));
    await backgroundSettled();
    const [declaration] = await declarationsOf(extra.id);
    expect(declaration).toMatchObject({ how: "signed-in", state: "carried-out" });
    const shown = await shownWords(declaration?.words ?? "");
    expect(shown).toMatch(
      /^Cancel this plan\nPress the button once, and your subscription will not renew\..*\n.*Ends on: …\n\[Cancel now\]$/s,
    );
  });

  test("the button has the words that the law of the place prescribes", async () => {
    const german = await newMember({ country: "DE" });
    const gift = bought(german, "ig_gift_one_month");
    const { body } = await open(german, page(gift));
    expect(body).toMatchObject({ press: { text: "jetzt kündigen", language: "de" } });
  });

  test("the main plan is not canceled through it", async () => {
    expect(await press(member, page(member))).toMatchObject({ status: 404 });
    expect(statusOf(member)).toBe("active");
  });

  test("the proof is under the law of the place that they have said in My Plan", async () => {
    await changeSettings(member.uid, { place: "DE" });
    expect(await open(member, page(extra))).toMatchObject({
      body: { press: { text: "jetzt kündigen" } },
    });
    await press(member, page(extra));
    await backgroundSettled();
    const [declaration] = await declarationsOf(extra.id);
    expect(declaration?.place).toBe("DE");
    expect(await shownWords(declaration?.words ?? "")).toContain("[jetzt kündigen]");
  });

  test.each([
    ["what is paid once", () => bought(member, "ig_pdf_report_otp")],
    ["the main plan", () => member],
    ["somebody else's", async () => bought(await newMember())],
  ])("%s has no such page", async (_, other) => {
    expect(await open(member, page(await other()))).toMatchObject({ status: 404 });
  });

  test("nobody cancels somebody else's", async () => {
    const other = bought(await newMember());
    expect(await press(member, page(other))).toMatchObject({ status: 404 });
    expect(statusOf(other)).toBe("active");
  });

  test("while billing is down it is kept, said so, and completed later", async () => {
    faults.set("billing", { kind: "reset" });
    expect(await press(member, page(extra))).toMatchObject({ location: page(extra) });
    expect(await open(member, page(extra))).toMatchObject({
      body: { end: { title: "We have your cancellation and are completing it" } },
    });
    expect(await open(member, "/dashboard/my-plan")).toMatchObject({
      body: { others: [{ state: "being-canceled" }] },
    });
    faults.clear();
    await backgroundSettled();
    await later(60_000, extra);
    expect(statusOf(extra)).toBe("canceled");
  });

  test("billing's refusal is shown beside the button", async () => {
    faults.set("billing", { kind: "status", status: 400 });
    const answer = await visit(page(extra), {
      method: "POST",
      body: new URLSearchParams(),
      headers: { cookie: member.cookie },
    });
    const text = visibleText(await answer.text());
    expect(answer.status).toBe(502);
    expect(text).toContain("The sandbox answers 400");
    expect(text).toContain("We have kept your cancellation and will try again");
    expect(text).toContain("Cancel now");
  });
});

describe("on the public page", () => {
  test("its id as the contract declares the extra's cancellation, which My Plan shows", async () => {
    await declare({ email: member.email, contract: extra.id });
    expect(mailsTo(member.email)[0]?.text).toContain(
      `Plan: Premium Plan\n- Subscription: ${extra.id}`,
    );
    const [declaration] = await declarationsOf(extra.id);
    expect([declaration?.state, await declarationsOf(member.id)]).toEqual(["open", []]);
    const { body } = await open(member, "/dashboard/my-plan");
    expect(body).toMatchObject({
      declarations: [{ id: declaration?.id, subscription: extra.id, planName: "Premium Plan" }],
    });
    const fields = { declaration: declaration?.id ?? "", subscription: extra.id };
    // Not the main plan's.
    expect(
      await decide(member, { press: "keep-plan", declaration: fields.declaration }),
    ).toMatchObject({ cookie: expect.stringContaining("changed-before") });
    expect(await decide(member, { press: "cancel-now", ...fields })).toMatchObject({
      location: page(extra),
    });
    await backgroundSettled();
    await deliverDue(extra.id);
    expect(effects(extra.id)).toMatchObject([{ dialect: "subs" }]);
    expect([statusOf(extra), statusOf(member)]).toEqual(["canceled", "active"]);
  });

  const names: [string, (id: string) => string][] = [
    ["among other words", (id) => `No. ${id}, please`],
    ["before another", (id) => `${id} and ${bought(member).id}`],
    ["in capitals", (id) => `#${id.toUpperCase()}`],
    ["by its plan's name", () => "my premium plan"],
  ];
  test.each(few(names, 2))("named %s, it is the one that is meant", async (_, typed) => {
    await declare({ email: member.email, contract: typed(extra.id) });
    expect(await declarationsOf(extra.id)).toMatchObject([{ kind: "cancel", state: "open" }]);
    expect(await declarationsOf(member.id)).toEqual([]);
  });

  const noNames: [string, (another: () => Member) => string][] = [
    ["a name that two plans have", (another) => `Premium Plan (${another().email})`],
    ["a name that none has", () => "Gift Plan"],
    ["a longer id", () => `${extra.id}-2`],
  ];
  test.each(few(noNames, 2))("%s names none: the main plan is meant", async (_, typed) => {
    await declare({ email: member.email, contract: typed(() => bought(member)) });
    expect(await declarationsOf(member.id)).toMatchObject([{ kind: "cancel", state: "open" }]);
    expect(await declarationsOf(extra.id)).toEqual([]);
  });

  test("a plan that has ended is not meant by the name of one that runs", async () => {
    setStatus(bought(member), "expired");
    await declare({ email: member.email, contract: "Premium Plan" });
    expect(await declarationsOf(extra.id)).toMatchObject([{ kind: "cancel", state: "open" }]);
  });

  test("My Plan keeps it, too", async () => {
    await declare({ email: member.email, contract: extra.id });
    const [declaration] = await declarationsOf(extra.id);
    const fields = { declaration: declaration?.id ?? "", subscription: extra.id };
    expect(await decide(member, { press: "keep-plan", ...fields })).toMatchObject({
      location: "/dashboard/my-plan",
      cookie: expect.stringContaining("plan-kept"),
    });
    expect(await declarationsOf(extra.id)).toMatchObject([{ state: "stopped" }]);
  });

  test.each([
    ["active", "open", "main"],
    ["canceled", "already-canceled", "main"],
    ["expired", "open", "extra"],
  ] as const)(
    "who names none, with a main plan that is %s: %s, about the %s plan",
    async (status, state, meant) => {
      setStatus(member, status);
      await declare({ email: member.email });
      const about = meant === "main" ? member : extra;
      const other = meant === "main" ? extra : member;
      expect(await declarationsOf(about.id)).toMatchObject([{ kind: "cancel", state }]);
      expect(await declarationsOf(other.id)).toEqual([]);
    },
  );

  test("who has canceled the main plan reads that the other goes on, in the letter and on the page", async () => {
    setStatus(member, "canceled");
    const words = `This goes on until you cancel it, too: Premium Plan (${extra.id}).`;
    await declare({ email: member.email });
    expect(mailsTo(member.email)[0]?.text).toContain(words);
    const page = await visit("/dashboard/unsubscribe/canceled", {
      headers: { cookie: member.cookie },
    });
    expect(visibleText(await page.text())).toContain(words);
  });

  test("so does the letter to who has asked for the link that cancels, unless the other is being canceled, too", async () => {
    setStatus(member, "canceled");
    const letter = async () => {
      world.mails.length = 0;
      await requestCancellationMailByEmail(member.email);
      await backgroundSettled();
      const subject = "Your membership has been canceled";
      return mailsTo(member.email).find((mail) => mail.subject === subject)?.text;
    };
    const words = `This goes on until you cancel it, too: Premium Plan (${extra.id}).`;
    expect(await letter()).toContain(words);
    faults.set("billing", { kind: "reset" });
    await press(member, page(extra));
    faults.clear();
    const later = await letter();
    expect(later).toContain("It will not renew.");
    expect(later).not.toContain("goes on");
  });

  const withdraw = (fields = {}) =>
    declare({ email: member.email, press: "confirm", ...fields }, "/withdraw");

  test("what is paid once can be withdrawn from by its id: billing cancels nothing, and the operator pays back", async () => {
    const report = bought(member, "ig_pdf_report_otp");
    Object.assign(world.subscriptions.find(({ id }) => id === report.id) ?? {}, {
      price: { amount: "19.99", currency: "USD" },
    });
    await withdraw({ contract: report.id });
    expect(await declarationsOf(report.id)).toMatchObject([{ kind: "withdraw", state: "open" }]);
    expect(await declarationsOf(member.id)).toEqual([]);
    expect(mailsTo(member.email)[0]?.subject).toBe("We have your withdrawal");
    await later(26 * hours, report);
    expect(await declarationsOf(report.id)).toMatchObject([
      { state: "carried-out", refund: "19.99 USD" },
    ]);
    expect([effects(report.id), effects(member.id), statusOf(member)]).toEqual([[], [], "active"]);
    const [told] = moneyLetters(report);
    expect(told?.text).toContain("Pay back 19.99 USD by");
    expect(told?.text).not.toContain("terms");
  });

  test("after its time, what is paid once has nothing to cancel, and the letter says so", async () => {
    const report = bought(member, "ig_pdf_report_otp");
    Object.assign(world.subscriptions.find(({ id }) => id === report.id) ?? {}, {
      startedAt: new Date(Date.now() - 20 * 24 * hours),
    });
    await withdraw({ contract: report.id });
    expect(await declarationsOf(report.id)).toMatchObject([{ state: "already-canceled" }]);
    expect(await declarationsOf(member.id)).toEqual([]);
    expect(mailsTo(member.email)[0]?.text).toContain("there is nothing to cancel: nothing changes");
    await later(26 * hours, report);
    expect([effects(report.id), statusOf(member)]).toEqual([[], "active"]);
  });

  test("what is paid once is no contract that goes on: the main plan is meant", async () => {
    const report = bought(member, "ig_pdf_report_otp");
    await declare({ email: member.email, contract: report.id });
    expect(await declarationsOf(member.id)).toMatchObject([{ state: "open" }]);
    expect(await declarationsOf(report.id)).toEqual([]);
  });

  test("the account knows what the typed address does not", async () => {
    const address = (one: Member) => ({ emails: [`${one.id}@example.com`] });
    const another = address(extra);
    Object.assign(world.subscriptions.find(({ id }) => id === extra.id) ?? {}, {
      emails: [member.email, ...another.emails],
    });
    // By an address that only the other plan has, without a contract: the main plan.
    await declare({ email: another.emails[0] ?? "" });
    expect(await declarationsOf(member.id)).toMatchObject([{ kind: "cancel", state: "open" }]);
    expect(await declarationsOf(extra.id)).toEqual([]);
    // And with it, billed where the main plan is.
    await declare({ email: another.emails[0] ?? "", contract: extra.id });
    await later(26 * hours, extra);
    expect(effects(extra.id)).toMatchObject([{ dialect: "subs" }]);
  });

  test("where the main plan ends before the declaration is carried out, it is billed by itself", async () => {
    await declare({ email: member.email, contract: extra.id });
    setStatus(member, "expired");
    await later(26 * hours, extra);
    expect(effects(extra.id)).toMatchObject([{ dialect: "rec" }]);
    expect(statusOf(extra)).toBe("canceled");
  });

  test("a declaration that was found to be about the main plan stays so once that has ended", async () => {
    setStatus(member, "canceled");
    faults.set("mail", { kind: "status", status: 451 });
    await declare({ email: member.email });
    faults.clear();
    const [form = ""] = await formsOf(member);
    setStatus(member, "expired");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    await runEntry(declarationForms, form);
    await backgroundSettled();
    expect(await declarationsOf(member.id)).toMatchObject([{ state: "already-canceled" }]);
    expect([await declarationsOf(extra.id), await formsOf(member)]).toEqual([[], []]);
  });

  const mains = [
    // The other was bought yesterday.
    ["whose period is over", 40, "active", "extra"],
    ["whose period runs", 3, "active", "main"],
    ["that is canceled and whose period runs", 3, "canceled", "main"],
    ["that has ended and whose period runs", 3, "expired", "main"],
  ] as const;
  test.each(few(mains, 2))(
    "who withdraws and names none, with a main plan %s, means what can be withdrawn from",
    async (_, days, status, meant) => {
      member = await newMember({ days });
      extra = bought(member);
      setStatus(member, status);
      await withdraw();
      const about = meant === "main" ? member : extra;
      const other = meant === "main" ? extra : member;
      expect(await declarationsOf(about.id)).toMatchObject([{ kind: "withdraw" }]);
      expect(await declarationsOf(other.id)).toEqual([]);
    },
  );

  const endings = [
    ["the service says when", 30],
    ["nobody says when", undefined],
  ] as const;
  test.each(few(endings, 1))(
    "a main plan that ended long ago does not renew in Britain, so the one that runs is meant: %s",
    async (_, ranFor) => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2027, 5, 20, 12) });
      member = await newMember({ days: 82 });
      extra = bought(member);
      setStatus(member, "expired");
      const main = world.subscriptionById(member.id);
      if (main && ranFor !== undefined)
        main.endsAt = new Date(main.startedAt.getTime() + ranFor * 24 * hours);
      await withdraw({ place: "GB" });
      expect(await declarationsOf(extra.id)).toMatchObject([{ kind: "withdraw", state: "open" }]);
      expect(await declarationsOf(member.id)).toEqual([]);
      await later(25 * hours, extra);
      expect([statusOf(extra), moneyLetters(extra).length]).toEqual(["canceled", 1]);
    },
  );

  test("a withdrawal that is confirmed in My Plan says so", async () => {
    await withdraw({ contract: extra.id });
    const [declaration] = await declarationsOf(extra.id);
    const fields = { declaration: declaration?.id ?? "", subscription: extra.id };
    expect(await decide(member, { press: "cancel-now", ...fields })).toMatchObject({
      location: page(extra),
    });
    await backgroundSettled();
    await deliverDue(extra.id);
    expect(await open(member, page(extra))).toMatchObject({
      body: { end: { title: "We have your withdrawal" } },
    });
    expect([statusOf(extra), statusOf(member)]).toEqual(["canceled", "active"]);
  });

  test("declarations of two plans are told apart", async () => {
    await declare({ email: member.email });
    await declare({ email: member.email, contract: extra.id });
    const [own] = await declarationsOf(member.id);
    expect(
      await decide(member, {
        press: "keep-plan",
        declaration: own?.id ?? "",
        subscription: member.id,
      }),
    ).toMatchObject({
      cookie: expect.stringContaining("plan-kept"),
    });
    expect(await declarationsOf(extra.id)).toMatchObject([{ state: "open" }]);
    const { body } = await open(member, "/dashboard/my-plan");
    expect(body).toMatchObject({ declarations: [{ subscription: extra.id }] });
  });
});

describe("by a mailed link", () => {
  test("where the main plan has ended, it is mailed for the other, and cancels it", async () => {
    setStatus(member, "expired");
    expect(await requestCancellationMailByEmail(member.email)).toEqual({ outcome: "sent" });
    await backgroundSettled();
    expect((await pressIn(lastLink(member))).status).toBe(200);
    await backgroundSettled();
    expect(effects(extra.id)).toMatchObject([{ dialect: "rec" }]);
    expect(statusOf(extra)).toBe("canceled");
    // Asked for again, it says that this is done.
    await requestCancellationMailByEmail(member.email);
    await backgroundSettled();
    expect(letters(member.email).at(-1)).toBe("Your plan has been canceled");
  });

  test("it is billed where the main plan is, under the law of its place", async () => {
    member = await newMember({ country: "US-CA" });
    extra = bought(member);
    const from = await signLinkToken("cancellation", extra.id);
    expect((await pressIn(from)).status).toBe(200);
    await backgroundSettled();
    expect(effects(extra.id)).toMatchObject([{ dialect: "subs", brand: "default" }]);
    expect(await declarationsOf(extra.id)).toMatchObject([{ how: "link", place: "US-CA" }]);
  });
});

// Last: they open circuit breakers.
test("a press in My Plan that Firestore does not take says so, also without the declaration", async () => {
  await declare({ email: member.email });
  const [own] = await declarationsOf(member.id);
  faults.set("firestore", { kind: "hang" });
  const pressed = await visit("/dashboard/my-plan", {
    method: "POST",
    body: new URLSearchParams({
      press: "keep-plan",
      declaration: own?.id ?? "",
      subscription: member.id,
    }),
    headers: { cookie: member.cookie },
  });
  faults.clear();
  expect(pressed.status).toBe(503);
  expect(visibleText(await pressed.text())).toContain("We could not keep your decision.");
});

test("while subscriptions cannot be looked up, the page says so, and the press is not taken for done", async () => {
  faults.set("subscriptions", { kind: "status", status: 503 });
  expect(await open(member, page(extra))).toMatchObject({
    body: { end: { title: "We cannot look up your membership right now" } },
  });
  const answer = await visit(page(extra), {
    method: "POST",
    body: new URLSearchParams(),
    headers: { cookie: member.cookie },
  });
  expect(answer.status).toBe(503);
  expect(visibleText(await answer.text())).toContain("It is not canceled yet");
});
