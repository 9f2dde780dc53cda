import "#tests/setup/mail";
import { afterEach, describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { effects } from "#tests/setup/cancellations";
import { everyCase, few } from "#tests/setup/cases";
import { type Member, newMember } from "#tests/setup/member";
import { address, faults, openStep, press, saveAnswers, world } from "#tests/setup/unsubscribe";
import { visibleText } from "#tests/setup/visible-text";
import { settingsOf } from "~/features/account/settings.server";
import { expireSubscriptions } from "~/features/account/subscriptions.server";
import { cancelOwn } from "~/features/leaving/cancellation.server";
import {
  declarationsOf,
  shownWords,
  withdrawalsDueAfter,
} from "~/features/leaving/declarations.server";
import { openDeclarationOf } from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { backgroundSettled } from "~/platform/work/background.server";

afterEach(() => vi.useRealTimers());

const page = async (path: string, { cookie }: Member) => {
  const answer = await visit(path, { headers: { cookie } });
  return {
    status: answer.status,
    location: answer.headers.get("location"),
    html: await answer.text(),
  };
};
const start = (member: Member) => ask("/dashboard/unsubscribe", { cookie: member.cookie });
const sayPlace = async ({ cookie }: Member, place: string) => {
  const answer = await visit("/dashboard/place", {
    method: "POST",
    headers: { cookie },
    body: new URLSearchParams({ place }),
    redirect: "manual",
  });
  return { status: answer.status, location: answer.headers.get("location") };
};

describe("where leaving begins", () => {
  const begins: [string | undefined, number, now?: string][] = [
    [undefined, 0],
    ["US-CA", 0],
    ["IT", 0],
    ["JP", 0],
    ["DE", 8],
    ["FR", 8],
    ["GB", 0],
    // Its act holds.
    ["GB", 8, "2027-03-01T12:00Z"],
    ["IN", 8],
    ["US-MN", 8],
  ];
  /** Of each kind of law one. */
  const telling = [undefined, "US-CA", "DE", "GB", "US-MN"];
  test.each(begins.filter(([country]) => everyCase || telling.includes(country)))(
    "in %s: at step %i",
    async (country, step, now = "2026-11-22T12:00Z") => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(now) });
      const member = await newMember({ ...(country && { country }) });
      expect(await start(member)).toMatchObject({ status: 302, location: address(step) });
      const query = await ask("/dashboard?unsubscription=true", { cookie: member.cookie });
      expect(query.location).toBe(address(step));
    },
  );

  test("no offer is shown in Germany, and on request only in Minnesota", async () => {
    const german = await newMember({ country: "DE" });
    await saveAnswers(german, 7, { select: "other", feedback: "Fine" });
    for (const step of [0, 3, 7]) {
      expect(await openStep(german, step)).toMatchObject({ status: 302, location: address(8) });
      expect(await press(german, step, "accept")).toMatchObject({ location: address(8) });
    }
    expect(world.effects).toEqual([]);
    const minnesotan = await newMember({ country: "US-MN" });
    expect((await page(address(8), minnesotan)).html).toContain("what you offer to those who stay");
    expect(await openStep(minnesotan, 0)).toMatchObject({ status: 200 });
  });

  test("every step has a button that cancels at once", async () => {
    const member = await newMember();
    await saveAnswers(member, 8, { select: "other", feedback: "Fine" });
    for (const step of few([0, 1, 2, 3, 4, 5, 6, 7, 8], 3)) {
      const { html } = await page(address(step), member);
      expect([step, />Cancel now<\/button>/.test(html)]).toEqual([step, true]);
      expect(html).toContain(`action="${address(8)}"`);
    }
  });

  test("the last step has the words that the law prescribes, and they are kept as proof", async () => {
    const member = await newMember({ country: "DE" });
    const { html } = await page(address(8), member);
    expect(html).toContain('<span lang="de">jetzt kündigen</span>');
    expect(html).not.toContain("Cancel membership<");
    await press(member, 8, "cancel");
    const [declaration] = await declarationsOf(member.id);
    expect(declaration).toMatchObject({ how: "signed-in", place: "DE", state: "carried-out" });
    expect(await shownWords(declaration?.words ?? "")).toContain("[jetzt kündigen]");
  });

  test("in France a summary comes before the press", async () => {
    const member = await newMember({ country: "FR" });
    const text = visibleText((await page(address(8), member)).html);
    expect(text).toContain(member.id);
    expect(text).toMatch(/Ends on \w+ \d+, \d{4}/);
  });
});

describe("the place that a subscriber says", () => {
  test("is kept, counts from the next page on, and can be taken back", async () => {
    const member = await newMember();
    expect(await sayPlace(member, "DE")).toMatchObject({
      status: 303,
      location: "/dashboard/my-plan?place=saved",
    });
    expect((await settingsOf(member.uid)).place).toBe("DE");
    expect(await start(member)).toMatchObject({ location: address(8) });
    await sayPlace(member, "");
    expect(await start(member)).toMatchObject({ location: address(0) });
  });

  test("does not count against what the subscription service says", async () => {
    const member = await newMember({ country: "US-CA" });
    await sayPlace(member, "DE");
    expect(await start(member)).toMatchObject({ location: address(0) });
    expect((await page("/dashboard/my-plan", member)).html).not.toContain("Where you live");
  });

  test.each(["XX", "de", "unknown", "<b>", "US-X Y"])("%s is no place", async (place) => {
    const member = await newMember();
    expect(await sayPlace(member, place)).toMatchObject({ status: 422 });
    expect((await settingsOf(member.uid)).place).toBe(null);
  });
});

describe("footers", () => {
  test.each(few(["/dashboard", "/dashboard/insights"], 1))(
    "%s has the words of the place",
    async (path) => {
      const german = await page(path, await newMember({ country: "DE" }));
      expect(german.html).toContain(
        'lang="de" class="py-1 hover:underline">Verträge hier kündigen</a>',
      );
      expect(german.html).toContain(
        'lang="de" class="py-1 hover:underline">Vertrag widerrufen</a>',
      );
      const french = await page(path, await newMember({ country: "FR" }));
      expect(french.html).toContain(
        'lang="fr" class="py-1 hover:underline">Résilier votre contrat</a>',
      );
      expect(french.html).toContain(
        'lang="fr" class="py-1 hover:underline">Renoncer au contrat ici</a>',
      );
      expect(german.html).toContain('href="/cancel?place=DE"');
      expect(french.html).toContain('href="/withdraw?place=FR"');
      expect((await page(path, await newMember())).html).toContain("Cancel contracts here");
    },
  );
});

test("in India the step that cancels frightens nobody, and the proof says what it said", async () => {
  const member = await newMember({ country: "IN" });
  const { html } = await page(address(8), member);
  expect(html).not.toContain("lose it all");
  expect(visibleText(html)).toContain("Cancel membership When your term ends, you lose:");
  await press(member, 8, "cancel");
  await backgroundSettled();
  const [declared] = await declarationsOf(member.id);
  const shown = await shownWords(declared?.words ?? "");
  expect(shown).toMatch(/^Cancel membership\n/);
  const elsewhere = await newMember({ country: "KR" });
  expect((await page(address(8), elsewhere)).html).toContain("lose it all");
});

describe("withdrawing while signed in", () => {
  const withdraw = "/dashboard/unsubscribe/withdraw";

  test("is offered while the period runs, and carried out at once, with a receipt and word to the operator", async () => {
    const member = await newMember({ country: "DE", days: 3 });
    expect((await page(address(8), member)).html).toContain(`href="${withdraw}"`);
    expect((await page(withdraw, member)).html).toContain("Widerruf bestätigen");
    expect(await ask(withdraw, { cookie: member.cookie, fields: {} })).toMatchObject({
      status: 303,
      location: "/dashboard/unsubscribe/canceled",
    });
    await backgroundSettled();
    expect(effects(member.id)).toHaveLength(1);
    const declared = await declarationsOf(member.id);
    expect(declared).toMatchObject([{ kind: "withdraw", how: "signed-in", state: "carried-out" }]);
    expect(await shownWords(declared[0]?.words ?? "")).toContain("[Widerruf bestätigen]");
    expect(await page("/dashboard/unsubscribe/canceled", member)).toMatchObject({
      status: 200,
      html: expect.stringContaining("what you are owed is paid back within 14 days"),
    });
    const subjects = world.mails
      .filter(({ to, text }) => to.includes(member.email) || text.includes(member.id))
      .map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual([
      "A withdrawal: money is due",
      "We have your withdrawal",
      "Your membership has been canceled",
    ]);
    expect(world.mails.find(({ to }) => to.includes(member.email))?.text).not.toContain("not me");
  });

  const receiptOf = ({ email }: { email: string }) =>
    world.mails.find(({ to, subject }) => to.includes(email) && /^We have your/.test(subject));

  test.runIf(everyCase)(
    "that was written too late to say so is not said to have changed nothing",
    async () => {
      const { id, cookie } = await newMember({ country: "DE", days: 3 });
      await openDeclarationOf(id);
      faults.set("firestore", { kind: "slow", ms: 650 });
      expect(await ask(withdraw, { cookie, fields: {} })).toMatchObject({
        status: 503,
        body: { message: expect.stringContaining("so it may still go through") },
      });
      faults.clear();
      await backgroundSettled();
    },
  );

  test("counts once, and also for who has canceled before: it is about the money", async () => {
    const member = await newMember({ country: "DE", days: 3 });
    await press(member, 8, "cancel");
    for (let times = 0; times < 2; times += 1)
      expect(await ask(withdraw, { cookie: member.cookie, fields: {} })).toMatchObject({
        location: "/dashboard/unsubscribe/canceled",
      });
    await backgroundSettled();
    expect(effects(member.id)).toHaveLength(1);
    const toOperator = world.mails.filter(
      ({ subject, text }) => subject.startsWith("A withdrawal") && text.includes(member.id),
    );
    expect(toOperator).toHaveLength(1);
  });

  test("with a recorded wish to begin early the days used are paid for; the operator sees how much is due", async () => {
    const planCode = "ig_premium_one_month";
    const withdrawn = async (earlyStart: boolean) => {
      const member = await newMember({ country: "DE", days: 3, planCode });
      const subscription = world.subscriptionById(member.id);
      if (subscription)
        Object.assign(subscription, { earlyStart, price: { amount: "31.00", currency: "EUR" } });
      await expireSubscriptions(member.uid);
      await ask(withdraw, { cookie: member.cookie, fields: {} });
      await backgroundSettled();
      const told = world.mails.find(
        ({ subject, text }) => subject.startsWith("A withdrawal") && text.includes(member.id),
      );
      const [declared] = await declarationsOf(member.id);
      const receipt = receiptOf(member);
      return { told: told?.text, declared, receipt: receipt?.text };
    };
    const whole = await withdrawn(false);
    expect(whole.told).toContain("Pay back 31.00 EUR by");
    expect(whole.told).toContain("records no wish to begin early");
    expect(whole.declared).toMatchObject({ refund: "31.00 EUR" });
    expect(whole.receipt).toContain("What you have paid is paid back within 14 days");
    const part = await withdrawn(true);
    expect(part.receipt).toContain("the price of the days that had not begun is paid back");
    const [, refund = ""] = /Pay back ([\d.]+) EUR by/.exec(part.told ?? "") ?? [];
    // Four days have begun, of a month with 28 to 31 days.
    expect(Number(refund)).toBeGreaterThanOrEqual((31 * 24) / 28);
    expect(Number(refund)).toBeLessThanOrEqual((31 * 27) / 31);
    expect(part.declared?.refund).toBe(`${refund} EUR`);
    const { declaredAt = 0, refundDueAt = 0 } = part.declared ?? {};
    expect(refundDueAt - declaredAt).toBe(14 * 86_400_000);
    const due = await withdrawalsDueAfter(Date.now());
    expect(due.map(({ id }) => id)).toEqual(
      expect.arrayContaining([whole.declared?.id, part.declared?.id]),
    );
  });

  test("in Britain it is offered again after a renewal, and only that term is paid back", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2027-04-10T12:00Z") });
    const planCode = "ig_premium_one_month";
    const renewed = await newMember({ country: "GB", days: 33, planCode });
    // Recorded at the purchase, not at the renewal.
    const price = { amount: "30.00", currency: "GBP" };
    Object.assign(world.subscriptionById(renewed.id) ?? {}, { earlyStart: true, price });
    expect((await page(address(8), renewed)).html).toContain(`href="${withdraw}"`);
    expect(await ask(withdraw, { cookie: renewed.cookie, fields: {} })).toMatchObject({
      location: "/dashboard/unsubscribe/canceled",
    });
    await backgroundSettled();
    const told = world.mails.find(
      ({ subject, text }) => subject.startsWith("A withdrawal") && text.includes(renewed.id),
    );
    expect(told?.text).toContain("Pay back 30.00 GBP by");
    expect(told?.text).toContain("the term that began on Apr 8, 2027 is paid back, and none");
    expect(receiptOf(renewed)?.text).toContain(
      "What you have paid for the time from Apr 8, 2027 on is paid back",
    );
    const between = await newMember({ country: "GB", days: 20, planCode });
    expect(await page(withdraw, between)).toMatchObject({ status: 302, location: address(8) });
    const german = await newMember({ country: "DE", days: 33, planCode });
    expect(await page(withdraw, german)).toMatchObject({ status: 302, location: address(8) });
  });

  test("is not offered after it, or where no rule gives it", async () => {
    const late = await newMember({ country: "DE", days: 16 });
    expect((await page(address(8), late)).html).not.toContain(withdraw);
    expect(await page(withdraw, late)).toMatchObject({ status: 302, location: address(8) });
    // From a page that was opened in time.
    expect(await ask(withdraw, { cookie: late.cookie, fields: {} })).toMatchObject({
      status: 409,
      body: { isTooLate: true },
    });
    const answer = await visit(withdraw, {
      method: "POST",
      body: new URLSearchParams(),
      headers: { cookie: late.cookie },
    });
    const html = await answer.text();
    expect(visibleText(html)).toContain("The time to withdraw is over, so nothing was declared.");
    expect(html).toContain(`href="${address(8)}"`);
    expect(effects(late.id)).toEqual([]);
    const elsewhere = await newMember({ country: "JP", days: 3 });
    expect((await page(address(8), elsewhere)).html).not.toContain(withdraw);
  });
});

describe("a declaration that came without signing in", () => {
  const declare = async (fields: Record<string, string>, path = "/cancel") => {
    await visit(path, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
    await backgroundSettled();
  };
  /** Presses on the page that shows it. */
  const shownIn = async (member: Member) => {
    const { html } = await page("/dashboard/my-plan", member);
    return /name="declaration" value="([^"]+)"/.exec(html)?.[1] ?? "";
  };
  const decide = async (member: Member, press: string, shown?: string) => {
    const declaration = shown ?? (await shownIn(member));
    const fields = { press, declaration };
    const answer = await ask("/dashboard/my-plan", { cookie: member.cookie, fields });
    await backgroundSettled();
    return answer;
  };

  test("is shown in My Plan, and 'Keep my plan' stops it", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    await declare({ email: member.email });
    const { html } = await page("/dashboard/my-plan", member);
    expect(visibleText(html)).toContain("A cancellation was declared for your plan");
    expect(html).toContain("Keep my plan");
    expect(await decide(member, "keep-plan")).toMatchObject({
      status: 303,
      location: "/dashboard/my-plan",
    });
    expect(await declarationsOf(member.id)).toMatchObject([{ state: "stopped" }]);
    expect(effects(member.id)).toEqual([]);
    expect((await page("/dashboard/my-plan", member)).html).not.toContain("was declared");
  });

  test("'Keep my plan' pressed twice says twice that the plan goes on", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    await declare({ email: member.email });
    const shown = await shownIn(member);
    const first = await decide(member, "keep-plan", shown);
    const second = await decide(member, "keep-plan", shown);
    expect(second).toEqual(first);
    const another = await newMember();
    expect(await decide(another, "keep-plan", shown)).not.toEqual(first);
    faults.set("billing", { kind: "reset" });
    await cancelOwn(member, "test");
    await backgroundSettled();
    expect(await decide(member, "keep-plan", shown)).not.toEqual(first);
    faults.clear();
  });

  test("'Cancel now' carries it out at once, and the operator is told of a withdrawal", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month", days: 2 });
    await declare({ email: member.email, press: "confirm" }, "/withdraw");
    expect(await decide(member, "cancel-now")).toMatchObject({
      status: 303,
      location: "/dashboard/unsubscribe/canceled",
    });
    expect(effects(member.id)).toHaveLength(1);
    expect(await declarationsOf(member.id)).toMatchObject([
      { kind: "withdraw", state: "carried-out" },
    ]);
    expect(
      world.mails.filter(
        ({ subject, text }) => subject.startsWith("A withdrawal") && text.includes(member.id),
      ),
    ).toHaveLength(1);
  });

  test.each(few(["cancel-now", "keep-plan"], 1))(
    "%s decides what the page showed: nothing, where another has taken its place since",
    async (press) => {
      const member = await newMember({ planCode: "ig_premium_one_month", days: 2 });
      await declare({ email: member.email });
      const shown = await shownIn(member);
      await declare({ email: member.email, press: "confirm" }, "/withdraw");
      for (const one of [shown, ""])
        expect(await decide(member, press, one)).toMatchObject({
          status: 303,
          location: "/dashboard/my-plan",
        });
      expect(effects(member.id)).toEqual([]);
      expect(await declarationsOf(member.id)).toMatchObject([
        { kind: "cancel", state: "same" },
        { kind: "withdraw", state: "open" },
      ]);
      const { html } = await page("/dashboard/my-plan", member);
      expect(visibleText(html)).toContain("A withdrawal was declared for your plan");
    },
  );

  test("another press is refused, and an outage is said", async () => {
    const member = await newMember();
    expect(await decide(member, "something")).toMatchObject({ status: 400 });
    expect(await decide(member, "cancel-now")).toMatchObject({ location: "/dashboard/my-plan" });
    expect(effects(member.id)).toEqual([]);
  });
});

// The last, as the app remembers that Firestore was down.
test("a place cannot be kept while Firestore is down, and then says so", async () => {
  const member = await newMember();
  faults.set("firestore", { kind: "hang" });
  expect(await sayPlace(member, "DE")).toMatchObject({ status: 503 });
});
