import { FieldValue } from "@google-cloud/firestore";
import { describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { deliverDue, effects, faults, world } from "#tests/setup/cancellations";
import { everyCase, few } from "#tests/setup/cases";
import {
  declare,
  form,
  hours,
  lastLink,
  later,
  linkIn,
  mailsTo,
  moneyLetters,
  pressIn,
  subjectsTo,
} from "#tests/setup/declaring";
import { type Member, newMember, sayNoAddress } from "#tests/setup/member";
import { visibleText } from "#tests/setup/visible-text";
import { changeSettings } from "~/features/account/settings.server";
import { cancelOwn } from "~/features/leaving/cancellation.server";
import { declarationsOf, shownWords } from "~/features/leaving/declarations.server";
import {
  lettersToOperator,
  takeLetter,
  takePublicDeclaration,
} from "~/features/leaving/services/declaration-limits.server";
import { objectTo } from "~/features/leaving/services/objecting.server";
import { declarationForms } from "~/features/leaving/services/outbox/declaration-form.server";
import { openDeclarations } from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { personalDataOf } from "~/features/own-data/services/personal-data.server";
import { outboxKinds } from "~/outbox-kinds.server";
import { carryOutOrder } from "~/platform/outbox/operations.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { entryName } from "~/platform/outbox/store/name.server";
import { entryAt } from "~/platform/outbox/store/transaction.server";
import { firestore } from "~/platform/store/firebase.server";
import { signLinkToken } from "~/platform/tokens/link-token.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";
import { formatDayIn, formatTime } from "~/platform/values/dates";
import { backgroundSettled } from "~/platform/work/background.server";

/** What somebody has declared and nobody has looked up to its end. */
const formsOf = async ({ email }: Pick<Member, "email">) => {
  const kept = await (await firestore()).collection("declarationForms").get();
  return kept.docs.filter((one) => one.data().payload.email === email).map(({ id }) => id);
};
const receiptOf = ({ email }: Member) => mailsTo(email)[0];

describe("the public page that cancels", () => {
  test("asks for an address alone, and everything else is optional and folded away", async () => {
    const answer = await visit("/cancel");
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html.indexOf("Cancel now")).toBeLessThan(html.indexOf("<details"));
    for (const name of ["name", "contract", "kind", "when", "date", "place", "reason"])
      expect(html.indexOf(`name="${name}"`)).toBeGreaterThan(html.indexOf("<details"));
    expect(html).not.toContain("<details open");
  });

  test("a receipt with date and time goes out at once, silence cancels after a day", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    const answer = await declare({ email: member.email, name: "Ada <b>", contract: "plan 1" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/cancel/received"]);
    const receipt = receiptOf(member);
    expect(receipt?.subject).toBe("We have your cancellation");
    expect(receipt?.text).toMatch(/Received: \w+ \d+, \d{4}, \d\d:\d\d:\d\d UTC/);
    expect(receipt?.text).toContain("Name: “Ada <b>”");
    expect(receipt?.html).toContain("Ada &lt;b&gt;");
    expect(receipt?.headers["list-unsubscribe"]).toBeUndefined();
    expect(receipt?.attachments).toEqual([
      expect.objectContaining({
        filename: "cancellation-receipt.pdf",
        mimeType: "application/pdf",
      }),
    ]);
    expect(await declarationsOf(member.id)).toMatchObject([
      { kind: "cancel", how: "public", state: "open", dueAt: expect.any(Number) },
    ]);
    await later(17 * hours, member);
    expect([effects(member.id).length, subjectsTo(member.email).length]).toEqual([0, 1]);
    await later(1.1 * hours, member);
    expect(subjectsTo(member.email)).toEqual([
      "We have your cancellation",
      "Your cancellation is carried out soon",
    ]);
    await later(6 * hours, member);
    expect(effects(member.id)).toHaveLength(1);
    expect(subjectsTo(member.email)).toContain("Your membership has been canceled");
    expect(await declarationsOf(member.id)).toMatchObject([
      { state: "carried-out", carriedOutAt: expect.any(Number) },
    ]);
  });

  test.each([
    ["/cancel", "We have your cancellation", "Your cancellation is carried out soon"],
    ["/withdraw", "We have your withdrawal", "Your withdrawal is carried out soon"],
  ])("a plan of which the service says no address has the typed one: %s", async (path, ...told) => {
    const member = await newMember({ planCode: "ig_premium_one_month", country: "DE", days: 3 });
    sayNoAddress(member);
    await declare({ email: member.email, press: "confirm" }, path);
    expect(subjectsTo(member.email)).toEqual(told.slice(0, 1));
    expect(await declarationsOf(member.id)).toMatchObject([{ state: "open" }]);
    await later(19 * hours, member);
    await later(6 * hours, member);
    expect(effects(member.id)).toMatchObject([
      { payload: { email: member.email, firebase_id: member.uid } },
    ]);
    expect(subjectsTo(member.email)).toEqual([...told, "Your membership has been canceled"]);
    expect(await declarationsOf(member.id)).toMatchObject([{ state: "carried-out" }]);
  });

  test("a plan that is canceled already, of which the service says no address: the letter says so", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month", status: "canceled" });
    sayNoAddress(member);
    await declare({ email: member.email });
    expect(subjectsTo(member.email)).toEqual(["Your subscription is already canceled"]);
  });

  test("it takes a browser without cookies that does not say where its requests come from; so does 'This was not me'", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    const press = async (path: string, fields: Record<string, string>) => {
      const init = {
        method: "POST",
        body: form(fields),
        redirect: "manual",
        silent: true,
      } as const;
      const { status } = await visit(path, init);
      await backgroundSettled();
      return status;
    };
    expect(await press("/cancel", { email: member.email })).toBe(303);
    expect(await declarationsOf(member.id)).toMatchObject([{ how: "public", state: "open" }]);
    const link = linkIn(receiptOf(member)?.text ?? "", "/cancel/not-me");
    expect(await press(link, {})).toBe(200);
    expect(await declarationsOf(member.id)).toMatchObject([{ state: "stopped" }]);
  });

  test("'This was not me' stops it, a look at the page does not, and the next one needs a press in the letter", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    await declare({ email: member.email });
    const link = linkIn(receiptOf(member)?.text ?? "", "/cancel/not-me");
    for (const method of ["GET", "HEAD", "GET"]) {
      const look = await visit(link, { method });
      expect([look.status, look.headers.get("referrer-policy")]).toEqual([200, "same-origin"]);
    }
    expect(await declarationsOf(member.id)).toMatchObject([{ state: "open" }]);
    const t = new URLSearchParams(link.split("?")[1]).get("t") ?? "";
    const pressed = await visit("/cancel/not-me", { method: "POST", body: form({ t }) });
    expect(pressed.status).toBe(200);
    expect(await declarationsOf(member.id)).toMatchObject([
      { state: "stopped", stoppedAt: expect.any(Number) },
    ]);
    await later(30 * hours, member);
    expect(effects(member.id)).toEqual([]);
    await declare({ email: member.email });
    await later(48 * hours, member);
    expect(effects(member.id)).toEqual([]);
    const letter = mailsTo(member.email).at(-1);
    expect(letter?.text).toContain("nothing happens unless you press");
    const cancelLink = linkIn(letter?.text ?? "", "/unsubscription");
    const from = new URLSearchParams(cancelLink.split("?")[1]).get("from") ?? "";
    expect((await visit("/unsubscription", { method: "POST", body: form({ from }) })).status).toBe(
      200,
    );
    expect(effects(member.id)).toHaveLength(1);
  });

  /** Somebody who has objected before, and the letter about what was declared after that. */
  async function declaredAfterObjection(member: Member, fields = {}, path = "/cancel") {
    await declare({ email: member.email });
    const [{ id = "" } = {}] = await declarationsOf(member.id);
    await objectTo({ subscriptionId: member.id, declaration: id });
    await declare({ email: member.email, press: "confirm", ...fields }, path);
    return lastLink(member);
  }
  test.runIf(everyCase)(
    "a withdrawal that its letter confirms stays one: its money is due",
    async () => {
      const member = await newMember({ planCode: "ig_premium_one_month", days: 3 });
      const from = await declaredAfterObjection(member, {}, "/withdraw");
      expect(mailsTo(member.email).at(-1)?.text).toContain("Confirm withdrawal");
      await later(30 * hours, member);
      expect(effects(member.id)).toEqual([]);
      expect((await pressIn(from)).status).toBeLessThan(300);
      await later(1_000, member);
      expect(effects(member.id)).toHaveLength(1);
      expect(moneyLetters(member)).toHaveLength(1);
      expect(await declarationsOf(member.id)).toMatchObject([
        { kind: "cancel", state: "stopped" },
        { kind: "withdraw", state: "carried-out" },
      ]);
      expect((await pressIn(from)).status).toBe(200);
      expect(moneyLetters(member)).toHaveLength(1);
    },
  );

  test("letter, page and answer of a withdrawal that needs a press have the words of its place, and speak of no cancellation", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month", days: 3, country: "DE" });
    const from = await declaredAfterObjection(member, {}, "/withdraw");
    expect(mailsTo(member.email).at(-1)?.text).toContain("Widerruf bestätigen");
    const html = await (await visit(`/unsubscription?from=${from}`)).text();
    expect(html).toContain('<span lang="de">Widerruf bestätigen</span>');
    expect(html).toMatch(/<h1 lang="de"[^>]*>Vertrag widerrufen</);
    const target = /action="([^"]*)"/.exec(html)?.[1] ?? "";
    const pressed = await visit(target, { method: "POST", body: form({ from }) }).then((answer) =>
      answer.text(),
    );
    expect(visibleText(pressed)).toContain("We have your withdrawal");
    expect(visibleText(pressed)).toContain("what you are owed is paid back");
    for (const page of [html, pressed])
      expect(page.replaceAll(/<(footer|script).*?<\/\1>/gs, "")).not.toMatch(/[Cc]ancel/);
    await backgroundSettled();
  });

  test.runIf(everyCase)("so have those of a cancellation", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month", country: "DE" });
    const from = await declaredAfterObjection(member);
    expect(mailsTo(member.email).at(-1)?.text).toContain("jetzt kündigen");
    const html = await (await visit(`/unsubscription?from=${from}`)).text();
    expect(html).toContain('<span lang="de">jetzt kündigen</span>');
    expect(html).toContain("Cancel your subscription?");
  });

  test.runIf(everyCase)("a wished day that its letter confirms holds", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    const date = new Date(Date.now() + 60 * 24 * hours).toISOString().slice(0, 10);
    const from = await declaredAfterObjection(member, { when: "date", date });
    expect((await pressIn(from)).status).toBe(202);
    await later(8 * 24 * hours, member);
    expect(effects(member.id)).toEqual([]);
    expect((await declarationsOf(member.id)).map(({ state }) => state)).toEqual([
      "stopped",
      "open",
    ]);
    await later(85 * 24 * hours, member);
    expect(effects(member.id)).toHaveLength(1);
  });

  test("who has objected presses a mailed link themselves: its page does not post by itself, however it was asked for", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    const linkOf = async () =>
      `/unsubscription?from=${await signLinkToken("cancellation", member.id)}`;
    const postsByItself = async (link: string) =>
      (await (await visit(link)).text()).includes("data-by-itself");
    expect(await postsByItself(await linkOf())).toBe(true);
    await declare({ email: member.email });
    const [{ id = "" } = {}] = await declarationsOf(member.id);
    await objectTo({ subscriptionId: member.id, declaration: id });
    await declare({ email: member.email });
    const letter = mailsTo(member.email).at(-1)?.text ?? "";
    expect(await postsByItself(linkIn(letter, "/unsubscription"))).toBe(false);
    expect(await postsByItself(await linkOf())).toBe(false);
    // The last letter that needs a press was sent on the ninetieth day.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 96 * 24 * hours });
    expect(await postsByItself(await linkOf())).toBe(false);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 24 * hours });
    expect(await postsByItself(await linkOf())).toBe(true);
  });

  test("what was carried out cannot be objected to: 410, in words", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    await declare({ email: member.email });
    const link = linkIn(receiptOf(member)?.text ?? "", "/cancel/not-me");
    await later(25 * hours, member);
    expect(effects(member.id)).toHaveLength(1);
    const answer = await visit(link);
    expect(answer.status).toBe(410);
    expect(visibleText(await answer.text())).toContain("It was carried out already");
  });

  test.each([
    ["and does not say when", {}, 303],
    ["and wants it soonest", { when: "soonest" }, 422],
    ["and wants it then", { when: "date" }, 303],
  ])("who enters a day %s is not canceled on another one", async (_, fields, status) => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    const date = new Date(Date.now() + 60 * 24 * hours).toISOString().slice(0, 10);
    const body = form({ email: member.email, date, ...fields });
    const answer = await visit("/cancel", { method: "POST", body });
    expect(answer.status).toBe(status);
    await backgroundSettled();
    if (status === 422)
      expect(visibleText(await answer.text())).toContain("You have entered a day, too");
    else expect(receiptOf(member)?.text).toContain(date);
  });

  const cancelSignedIn = ({ id, cookie }: Member) =>
    visit("/api/cancel", { method: "POST", cookie, body: JSON.stringify({ id }) });
  const notMe = async (link: string) => {
    const t = new URLSearchParams(link.split("?")[1]).get("t") ?? "";
    const answers = [
      await visit(link),
      await visit("/cancel/not-me", { method: "POST", body: form({ t }) }),
    ];
    return Promise.all(
      answers.map(async (answer) => ({
        status: answer.status,
        text: visibleText(await answer.text()),
      })),
    );
  };

  test("where its subscriber has canceled meanwhile, there is nothing left to stop: 410", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    await declare({ email: member.email });
    const link = linkIn(receiptOf(member)?.text ?? "", "/cancel/not-me");
    expect(await (await cancelSignedIn(member)).json()).toEqual({ success: true });
    for (const { status, text } of await notMe(link)) {
      expect(status).toBe(410);
      expect(text).toContain("It was carried out already");
    }
  });

  test.each(["a withdrawal", "a cancellation that waits for billing"])(
    "%s can be stopped beside it, and nobody says that the subscription goes on",
    async (what) => {
      const member = await newMember({ days: 3, planCode: "ig_premium_one_month" });
      const isWithdrawal = what === "a withdrawal";
      await declare(
        { email: member.email, ...(isWithdrawal && { press: "confirm" }) },
        isWithdrawal ? "/withdraw" : "/cancel",
      );
      const link = linkIn(receiptOf(member)?.text ?? "", "/cancel/not-me");
      if (!isWithdrawal) faults.set("billing", { kind: "status", status: 503 });
      await cancelSignedIn(member);
      for (const { status, text } of await notMe(link)) {
        expect(status).toBe(200);
        expect(text).not.toContain("your subscription goes on");
        expect(text).not.toContain("carried out already");
      }
      expect(await declarationsOf(member.id)).toContainEqual(
        expect.objectContaining({ state: "stopped" }),
      );
      faults.clear();
    },
  );

  test("within the last 25 hours of a term it is carried out at once", async () => {
    // The weekly term of 40 days ago ends in 2 days.
    const member = await newMember();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1.5 * 24 * hours });
    await declare({ email: member.email });
    expect(effects(member.id)).toHaveLength(1);
    expect(receiptOf(member)?.text).toContain("carry out your cancellation now");
  });

  test("a second declaration is the first one, and a cancellation by another way ends it", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    await declare({ email: member.email });
    await declare({ email: member.email });
    expect((await declarationsOf(member.id)).map(({ state }) => state)).toEqual(["open", "same"]);
    expect(subjectsTo(member.email)).toEqual(["We have your cancellation"]);
    await cancelOwn(member, "test");
    await backgroundSettled();
    await later(25 * hours, member);
    expect(effects(member.id)).toHaveLength(1);
    expect((await declarationsOf(member.id)).map(({ how, state }) => [how, state])).toEqual([
      ["public", "carried-out"],
      ["public", "same"],
      ["signed-in", "carried-out"],
    ]);
  });

  test("an address without a subscription gets the same answer, and one letter a day that repeats nothing", async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    for (const _ of ["once", "twice"]) {
      const answer = await declare({ email, name: "Buy at example.com", reason: "x" });
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/cancel/received"]);
    }
    expect(subjectsTo(email)).toEqual(["We found no subscription for this address"]);
    const [mail] = mailsTo(email);
    expect(mail?.text).not.toContain("Buy at");
    expect(mail?.text).not.toMatch(/unsubscription|not-me/);
  });

  test.each(["no-subscription", "already-canceled"])(
    "the one letter of %s is not lost where the save that it counts fails",
    async (state) => {
      const { email } =
        state === "already-canceled"
          ? await newMember({ status: "canceled" })
          : { email: `${crypto.randomUUID()}@example.com` };
      // Of three in an hour, the last.
      if (state === "already-canceled") {
        await takeLetter(email);
        await takeLetter(email);
      }
      const { handle } = declarationForms;
      vi.spyOn(declarationForms, "handle").mockImplementationOnce((run) =>
        handle({
          ...run,
          saveProgress: async ({ progress }) => {
            if (progress?.counted) throw new UpstreamError("firestore", "timeout");
            await run.saveProgress({ progress });
          },
        }),
      );
      await declare({ email });
      expect(subjectsTo(email)).toEqual([]);
      const [id = ""] = await formsOf({ email });
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
      await runEntry(declarationForms, id);
      expect(subjectsTo(email)).toHaveLength(1);
      expect(await formsOf({ email })).toEqual([]);
    },
  );

  test.each([
    [{ email: "no address" }, "email-error"],
    [{ email: "a@example.com", when: "date", date: "2020-01-01" }, "date-error"],
    [{ email: "a@example.com", when: "date", date: "2026-02-30" }, "date-error"],
  ])("%j is refused with the form filled again", async (fields, error) => {
    const answer = await declare({ name: "Ada Lovelace", ...fields });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain("Ada Lovelace");
    expect(html).toMatch(new RegExp(`id="${error}"[^>]*>[^<]+`));
  });

  test("while Firestore is down nothing is lost: 503, the form filled again, and where to write", async () => {
    faults.set("firestore", { kind: "hang" });
    const answer = await visit("/cancel", {
      method: "POST",
      body: form({ email: "a@example.com", name: "Ada Lovelace" }),
    });
    expect(answer.status).toBe(503);
    const text = await answer.text();
    expect(text).toContain("Ada Lovelace");
    expect(text).toContain("support@");
    expect(mailsTo("a@example.com")).toEqual([]);
  });

  test("the mail server that is down delays the receipt, and the cancellation is in time all the same", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    const subscription = world.subscriptionById(member.id);
    if (subscription) subscription.renewsAt = new Date(Date.now() + 72 * hours);
    faults.set("mail", { kind: "status", status: 451 });
    await declare({ email: member.email });
    await later(46 * hours, member);
    expect([effects(member.id), subjectsTo(member.email)]).toEqual([[], []]);
    await later(1.1 * hours, member);
    expect(effects(member.id)).toHaveLength(1);
    faults.clear();
    await later(hours, member);
    expect(subjectsTo(member.email)).toContain("We have your cancellation");
    expect(receiptOf(member)?.text).toContain("We carry out your cancellation now");
    expect(effects(member.id)).toHaveLength(1);
  });

  test.runIf(everyCase)(
    "one that is due at once does not wait for the mail server, and its receipt comes all the same",
    async () => {
      // Its week ends within a day.
      const member = await newMember({ days: 41.5 });
      faults.set("mail", { kind: "status", status: 451 });
      await declare({ email: member.email });
      await deliverDue(member.id);
      expect(effects(member.id)).toHaveLength(1);
      expect(subjectsTo(member.email)).toEqual([]);
      faults.clear();
      const database = await firestore();
      await database
        .collection("openDeclarations")
        .doc(member.id)
        .update({ dueAt: 1, leaseUntil: 0 });
      await runEntry(openDeclarations, member.id);
      expect(subjectsTo(member.email)).toContain("We have your cancellation");
      expect(receiptOf(member)?.text).toContain("We carry out your cancellation now");
    },
  );

  test("a term that ends on the wished day is the last: it is carried out before that term's charge", async () => {
    // Its sixth week ends in two days.
    const member = await newMember();
    const end = (world.subscriptionById(member.id)?.startedAt.getTime() ?? 0) + 42 * 24 * hours;
    const date = new Date(end).toISOString().slice(0, 10);
    await declare({ email: member.email, when: "date", date });
    expect(receiptOf(member)?.text).toContain(`Your subscription ends on ${formatTime(end)}`);
    await later(23.5 * hours, member);
    expect(effects(member.id)).toHaveLength(1);
    expect(subjectsTo(member.email).filter((subject) => subject.includes("charge"))).toEqual([]);
  });

  const month = (endsAt: string) => formatTime(Date.parse(endsAt));
  const wishes: [country: string, typed: string, end: string, lastEnd: string][] = [
    ["DE", "", "2027-01-20T23:30Z", "Jan 21, 2027"],
    ["DE", "US-CA", "2027-01-20T23:30Z", "Jan 21, 2027"],
    // It ends on the day before there, and so goes on.
    ["US-CA", "", "2027-01-21T05:00Z", "Feb 20, 2027"],
    // The country has several clocks.
    ["US", "US-CA", "2027-01-21T05:00Z", month("2027-02-21T05:00Z")],
  ];
  test.each(few(wishes, 2))(
    "a wished day is that of the clock where its owner lives, in %s, also where they typed '%s': a term that ends at %s",
    async (country, place, end, lastEnd) => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2027, 0, 5, 12) });
      const member = await newMember({ country, planCode: "ig_premium_one_month", days: 16 });
      const renewsAt = new Date(end);
      Object.assign(world.subscriptionById(member.id) ?? {}, { renewsAt });
      const date = "2027-01-21";
      await declare({ email: member.email, when: "date", date, place });
      const receipt = receiptOf(member)?.text ?? "";
      expect(receipt).toContain(`When: ${date}`);
      expect(receipt).toContain(`Your subscription ends on ${lastEnd}, and you`);
      const page = await visit(linkIn(receipt, "/cancel/not-me"));
      expect(visibleText(await page.text())).toContain(date);
      const [declaration] = await declarationsOf(member.id);
      const isLast = lastEnd.startsWith("Jan");
      expect((declaration?.dueAt ?? 0) < renewsAt.getTime() - 24 * hours).toBe(isLast);
      const copy: Record<string, unknown> = await personalDataOf(member);
      const zone = country === "DE" ? "Europe/Berlin" : "America/Los_Angeles";
      type Copied = { payload: { declared: Record<string, string> } };
      const [open] = copy.openDeclarations as Copied[];
      const { wishedDay, wishedStartsAt = "", wishedAt = "" } = open?.payload.declared ?? {};
      expect(wishedDay).toBe(date);
      const times = [Date.parse(wishedStartsAt), Date.parse(wishedAt) - 1];
      const shown = times.map((time) => formatDayIn(time, zone));
      expect(shown).toEqual(["Jan 21, 2027", "Jan 21, 2027"]);
    },
  );

  test("a day that was typed in the release before, which kept its end alone, is read where its owner lives", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2027, 0, 5, 12) });
    const member = await newMember({ country: "DE", planCode: "ig_premium_one_month", days: 16 });
    const renewsAt = new Date("2027-01-20T23:30Z");
    Object.assign(world.subscriptionById(member.id) ?? {}, { renewsAt });
    faults.set("subscriptions", { kind: "status", status: 500 });
    await declare({ email: member.email, when: "date", date: "2027-01-21" });
    faults.clear();
    const [form = ""] = await formsOf(member);
    const document = (await firestore()).collection("declarationForms").doc(form);
    await document.update({ "payload.wishedStartsAt": FieldValue.delete() });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours });
    await runEntry(declarationForms, form);
    await backgroundSettled();
    expect(receiptOf(member)?.text).toContain("Your subscription ends on Jan 21, 2027, and you");
  });

  test("the end is the day by the place's clock, or the time in UTC where that has several", async () => {
    // Late in the evening by UTC.
    const end = new Date(Date.now() + 20 * 24 * hours).setUTCHours(23, 30, 0, 0);
    const ends = [
      ["DE", formatDayIn(end, "Europe/Berlin")],
      ["US-CA", formatDayIn(end, "America/Los_Angeles")],
      ["FR", formatTime(end)],
    ] as const;
    for (const [country, words] of few(ends, 2)) {
      const member = await newMember({ country, planCode: "ig_premium_one_month" });
      const subscription = world.subscriptionById(member.id);
      if (subscription) subscription.renewsAt = new Date(end);
      await declare({ email: member.email });
      expect(receiptOf(member)?.text).toContain(`Your subscription ends on ${words}, and you`);
    }
  });

  test("one for a far day does not keep the owner's own from counting, and a withdrawal is more than a cancellation", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month", days: 5 });
    const far = new Date(Date.now() + 300 * 24 * hours).toISOString().slice(0, 10);
    await declare({ email: member.email, when: "date", date: far });
    await declare({ email: member.email });
    await declare({ email: member.email, when: "date", date: far });
    await declare({ email: member.email, press: "confirm" }, "/withdraw");
    const states = (await declarationsOf(member.id)).map(({ kind, state }) => `${kind} ${state}`);
    expect(states).toEqual(["cancel same", "cancel same", "cancel same", "withdraw open"]);
    await later(25 * hours, member);
    expect(effects(member.id)).toHaveLength(1);
    const toOperator = world.mails.filter(
      ({ subject, text }) => subject.startsWith("A withdrawal") && text.includes(member.id),
    );
    expect(toOperator).toHaveLength(1);
  });

  test("what the letter has said holds: nothing happens without a press, also when the 90 days are over", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    await declare({ email: member.email });
    const [{ id = "" } = {}] = await declarationsOf(member.id);
    await objectTo({ subscriptionId: member.id, declaration: id });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 85 * 24 * hours });
    await declare({ email: member.email });
    await later(8 * 24 * hours, member);
    expect(effects(member.id)).toEqual([]);
    expect(await declarationsOf(member.id)).toMatchObject([
      { state: "stopped" },
      { state: "stopped" },
    ]);
  });

  test.runIf(everyCase)(
    "the link that has stopped one says so when it is opened again",
    async () => {
      const member = await newMember({ planCode: "ig_premium_one_month" });
      await declare({ email: member.email });
      const link = linkIn(receiptOf(member)?.text ?? "", "/cancel/not-me");
      const t = new URLSearchParams(link.split("?")[1]).get("t") ?? "";
      await visit("/cancel/not-me", { method: "POST", body: form({ t }) });
      const again = await visit(link);
      expect([again.status, visibleText(await again.text())]).toEqual([
        200,
        expect.stringContaining("Nothing changes"),
      ]);
    },
  );

  test("the link of one that another took the place of stops that, and says so when it is opened again", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month", days: 5 });
    await declare({ email: member.email });
    const link = linkIn(receiptOf(member)?.text ?? "", "/cancel/not-me");
    await declare({ email: member.email, press: "confirm" }, "/withdraw");
    expect((await visit(link)).status).toBe(200);
    const t = new URLSearchParams(link.split("?")[1]).get("t") ?? "";
    await visit("/cancel/not-me", { method: "POST", body: form({ t }) });
    expect(visibleText(await (await visit(link)).text())).toContain("Nothing changes");
    expect((await declarationsOf(member.id)).map(({ state }) => state)).toEqual([
      "same",
      "stopped",
    ]);
  });

  test("the link of one that was carried out says nothing of a later one, and does not stop it", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    await declare({ email: member.email });
    const link = linkIn(receiptOf(member)?.text ?? "", "/cancel/not-me");
    await later(25 * hours, member);
    const subscription = world.subscriptionById(member.id);
    if (subscription) subscription.status = "active";
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours });
    await declare({ email: member.email, name: "Ada Lovelace" });
    const look = await visit(link);
    expect([look.status, await look.text()]).toEqual([410, expect.not.stringContaining("Ada")]);
    const t = new URLSearchParams(link.split("?")[1]).get("t") ?? "";
    const pressed = await visit("/cancel/not-me", { method: "POST", body: form({ t }) });
    expect(pressed.status).toBe(410);
    expect((await declarationsOf(member.id)).map(({ state }) => state)).toEqual([
      "carried-out",
      "open",
    ]);
  });

  test.runIf(everyCase)("nor does the link of one whose place was taken by that", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month", days: 5 });
    await declare({ email: member.email });
    const link = linkIn(receiptOf(member)?.text ?? "", "/cancel/not-me");
    await declare({ email: member.email, press: "confirm" }, "/withdraw");
    await later(25 * hours, member);
    const subscription = world.subscriptionById(member.id);
    if (subscription) subscription.status = "active";
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours });
    await declare({ email: member.email, name: "Ada Lovelace" });
    const t = new URLSearchParams(link.split("?")[1]).get("t") ?? "";
    for (const look of [
      await visit(link),
      await visit("/cancel/not-me", { method: "POST", body: form({ t }) }),
    ])
      expect([look.status, await look.text()]).toEqual([410, expect.not.stringContaining("Ada")]);
    expect((await declarationsOf(member.id)).map(({ state }) => state)).toEqual([
      "same",
      "carried-out",
      "open",
    ]);
  });

  test("one that the operator gave up was stopped, and its letter says so", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    await declare({ email: member.email });
    const name = entryName(openDeclarations.name, member.id);
    await carryOutOrder(outboxKinds, {
      word: "give-up",
      name,
      reason: "a list of addresses",
    });
    expect(await declarationsOf(member.id)).toMatchObject([{ state: "stopped" }]);
    const look = await visit(linkIn(receiptOf(member)?.text ?? "", "/cancel/not-me"));
    expect([look.status, visibleText(await look.text())]).toEqual([
      200,
      expect.stringContaining("Nothing changes"),
    ]);
  });

  test("one for a far day does not end a subscription that was canceled and resumed since", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    const date = new Date(Date.now() + 100 * 24 * hours).toISOString().slice(0, 10);
    await declare({ email: member.email, when: "date", date });
    await cancelOwn(member, "test");
    await backgroundSettled();
    const subscription = world.subscriptionById(member.id);
    if (subscription) subscription.status = "active";
    await later(150 * 24 * hours, member);
    expect(effects(member.id)).toHaveLength(1);
  });

  test.runIf(everyCase)(
    "a withdrawal after its time, of a plan that is canceled: its receipt says that it counts as a cancellation",
    async () => {
      const member = await newMember({ planCode: "ig_premium_one_month", status: "canceled" });
      await declare({ email: member.email, press: "confirm" }, "/withdraw");
      expect(receiptOf(member)?.text).toContain("counts as a cancellation");
      expect(await declarationsOf(member.id)).toMatchObject([{ state: "carried-out" }]);
    },
  );

  test("a withdrawal waits for a cancellation that is being carried out, and is not lost with it", async () => {
    // Its term ends within a day, so the cancellation is carried out at once.
    const member = await newMember({ days: 6.5 });
    faults.set("mail", { kind: "status", status: 451 });
    await declare({ email: member.email });
    await declare({ email: member.email, press: "confirm" }, "/withdraw");
    // It is not noted as the same.
    const [form = ""] = await formsOf(member);
    expect(form).not.toBe("");
    faults.clear();
    const database = await firestore();
    const wake = (name: string, id: string) =>
      database.collection(name).doc(id).update({ dueAt: 1, leaseUntil: 0 });
    await wake("openDeclarations", member.id);
    await runEntry(openDeclarations, member.id);
    await wake("declarationForms", form);
    await runEntry(declarationForms, form);
    await backgroundSettled();
    await later(25 * hours, member);
    expect(moneyLetters(member)).toHaveLength(1);
    expect((await declarationsOf(member.id))[1]).toMatchObject({ state: "carried-out" });
  });

  test("letters that the mail server does not take do not use up those of an address", async () => {
    const member = await newMember({ status: "canceled" });
    faults.set("mail", { kind: "status", status: 451 });
    await declare({ email: member.email });
    const [id = ""] = await formsOf(member);
    const again = async () => {
      const reference = (await firestore()).collection("declarationForms").doc(id);
      await reference.update({ dueAt: 1, leaseUntil: 0 });
      await runEntry(declarationForms, id);
    };
    for (let times = 0; times < (everyCase ? 4 : 3); times += 1) await again();
    expect(mailsTo(member.email)).toEqual([]);
    faults.clear();
    await again();
    expect(subjectsTo(member.email)).toEqual(["Your subscription is already canceled"]);
  });

  test("of a subscription that is canceled already, the receipt says what was declared, too, and when", async () => {
    const member = await newMember({ status: "canceled", planCode: "ig_premium_one_month" });
    await declare({ email: member.email, name: "Ada" });
    const receipt = receiptOf(member);
    expect(receipt?.subject).toBe("Your subscription is already canceled");
    expect(receipt?.text).toContain("What: I cancel my contract (ordinary)");
    expect(receipt?.text).toContain("Name: “Ada”");
    expect(receipt?.text).toContain(`Subscription: ${member.id}`);
    expect(receipt?.text).toMatch(/Received: \w+ \d+, \d{4}, \d\d:\d\d:\d\d UTC/);
    expect(receipt?.text).toMatch(/Ends on: \w+ \d+, \d{4}/);
    expect(receipt?.headers["list-unsubscribe"]).toBeUndefined();
    expect(receipt?.attachments).toMatchObject([{ filename: "cancellation-receipt.pdf" }]);
  });

  test("the place that somebody has said in My Plan holds, and how long the proof is kept by it", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    await changeSettings(member.uid, { place: "US-CA" });
    const date = new Date(Date.now() + 700 * 24 * hours).toISOString().slice(0, 10);
    await declare({ email: member.email, when: "date", date });
    expect(await declarationsOf(member.id)).toMatchObject([{ place: "US-CA" }]);
    const [{ id = "" } = {}] = await declarationsOf(member.id);
    const proof = (await (await firestore()).collection("declarations").doc(id).get()).data();
    expect(proof?.keepAfterEnd).toBe(1);
    // Three years from the wished day on.
    expect(proof?.keepUntil.toMillis() - Date.now()).toBeGreaterThan(1_790 * 24 * hours);
  });

  test("at most three letters an hour go to an address, and the answer stays the same", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    for (let times = 0; times < (everyCase ? 5 : 4); times += 1) {
      expect((await declare({ email: member.email })).status).toBe(303);
      const [{ id = "" } = {}] = (await declarationsOf(member.id)).filter(
        ({ state }) => state === "open",
      );
      await objectTo({ subscriptionId: member.id, declaration: id });
    }
    expect(mailsTo(member.email)).toHaveLength(3);
  });

  test("a network that declares without end is refused, with the form filled again", async () => {
    const network = "203.0.113.9";
    const statuses: number[] = [];
    const times = everyCase ? 31 : 3;
    for (let before = times; before < 31; before += 1)
      await takePublicDeclaration(network, `b${before}@example.com`);
    for (let nth = 0; nth < times; nth += 1)
      statuses.push((await declare({ email: `a${nth}@example.com` }, "/cancel", network)).status);
    expect(statuses).toEqual([...Array(times - 1).fill(303), 429]);
  });

  test("of one that was written too late to say so, nobody says that it was not sent", async () => {
    const member = await newMember();
    // A read takes 1.3 s of the 2.5 s, and the write the rest.
    faults.set("firestore", { kind: "slow", ms: 650 });
    const late = await declare({ email: member.email });
    expect([late.status, await late.text()]).toEqual([
      503,
      expect.stringContaining("so it may still go through"),
    ]);
  });

  test("one that could not be kept does not count, and says so", async () => {
    const network = "203.0.113.11";
    for (let before = 0; before < 9; before += 1)
      await takePublicDeclaration(network, "a@example.com");
    const press = () => declare({ email: "a@example.com" }, "/cancel", network);
    faults.set("firestore", { kind: "hang" });
    const failed = await press();
    expect([failed.status, await failed.text()]).toEqual([
      503,
      expect.stringContaining("and nothing was sent"),
    ]);
    faults.clear();
    expect((await press()).status).toBe(303);
  });

  test("so is one that declares for an address again and again, whether or not it has a subscription", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    for (const email of [member.email, `${crypto.randomUUID()}@example.com`]) {
      const statuses: number[] = [];
      const times = everyCase ? 11 : 3;
      for (let before = times; before < 11; before += 1)
        await takePublicDeclaration("203.0.113.10", email);
      for (let nth = 0; nth < times; nth += 1)
        statuses.push((await declare({ email }, "/cancel", "203.0.113.10")).status);
      expect(statuses).toEqual([...Array(times - 1).fill(303), 429]);
      const other = await declare({ email: email.toUpperCase() }, "/cancel", "203.0.113.10");
      expect([other.status, await other.text()]).toEqual([
        429,
        expect.stringContaining("Too many declarations came from your network"),
      ]);
      expect((await declare({ email }, "/cancel", "203.0.113.11")).status).toBe(303);
    }
  });

  test("in France a summary comes before the press that counts", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    const summary = await declare({ email: member.email, place: "FR" });
    expect(summary.status).toBe(200);
    const text = visibleText(await summary.text());
    expect(text).toContain("Check your cancellation");
    expect(text).toContain("Résilier votre contrat");
    expect(mailsTo(member.email)).toEqual([]);
    const again = await declare({ email: member.email, place: "FR", press: "change" });
    expect(await again.text()).toContain(`value="${member.email}"`);
    expect((await declare({ email: member.email, place: "FR", press: "confirm" })).status).toBe(
      303,
    );
    expect(await declarationsOf(member.id)).toMatchObject([
      {
        place: "FR",
        rules: expect.arrayContaining(["Code de la consommation, L215-1-1 and D215-1"]),
      },
    ]);
  });

  test("what a stranger typed is quoted in every letter, and makes no link and no new direction of reading", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    const typed = {
      name: "Pay at https://evil.example/x or www.evil.example",
      contract: "\u202Elmx.daolnwod\u2066",
      reason: "J. R. of a@evil.example",
    };
    await declare({ email: member.email, kind: "extraordinary", ...typed });
    const told = world.mails.find(
      ({ subject, text }) =>
        subject === "An extraordinary cancellation" &&
        text.includes(member.email.split("@", 1)[0] ?? ""),
    );
    for (const letter of [receiptOf(member), told]) {
      const text = `${letter?.text}${letter?.html}`;
      expect(text).toContain("“Pay at https");
      expect(text).toContain("J. R. of a");
      expect(text).not.toMatch(/https:\/\/evil|www\.evil|evil\.example|a@evil|[\u202E\u2066]/);
    }
  });

  test("extraordinary ones reach the operator at most three times an hour; those of unknown addresses are counted apart", async () => {
    const extraordinary = () =>
      world.mails.filter(({ subject }) => subject === "An extraordinary cancellation");
    // Another hour than that of the other tests.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3 * hours });
    for (const nth of [1, 2, 3, 4])
      await declare({ email: `nobody-${nth}@example.com`, kind: "extraordinary", reason: "x" });
    expect(extraordinary().map(({ text }) => /nobody-\d/.exec(text)?.[0])).toEqual([
      "nobody-1",
      "nobody-2",
      "nobody-3",
    ]);
    world.mails.length = 0;
    const members = await Promise.all(
      Array.from({ length: 4 }, () => newMember({ planCode: "ig_premium_one_month" })),
    );
    for (const { email } of members)
      await declare({ email, kind: "extraordinary", reason: `of ${email}` });
    expect(extraordinary()).toHaveLength(3);
    const fourth = members[3];
    const [{ id = "" } = {}] = await declarationsOf(fourth?.id ?? "");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1.1 * hours });
    await runEntry(declarationForms, id);
    await backgroundSettled();
    expect(extraordinary()).toHaveLength(4);
    expect(extraordinary().at(-1)?.text).toContain(fourth?.email.split("@", 1)[0]);
    expect(subjectsTo(fourth?.email ?? "")).toEqual(["We have your cancellation"]);
    expect(await entryAt(declarationForms, id)).toBeUndefined();
  });

  test("one of an unknown address that is tried again counts as one of an unknown address", async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const take = vi.spyOn(lettersToOperator, "take");
    take.mockRejectedValueOnce(new UpstreamError("firestore", "timeout"));
    await declare({ email, kind: "extraordinary", reason: "x" });
    const [id = ""] = await formsOf({ email });
    const database = await firestore();
    await database.collection("declarationForms").doc(id).update({ dueAt: 1, leaseUntil: 0 });
    await runEntry(declarationForms, id);
    expect(take.mock.calls).toEqual([["nobody known"], ["nobody known"]]);
    take.mockRestore();
  });

  const giveUp = (form: string) =>
    carryOutOrder(outboxKinds, {
      word: "give-up",
      name: entryName(declarationForms.name, form),
      reason: "a list of addresses",
    });

  test("one that is given up before anybody has found whose it is was stopped", async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    faults.set("subscriptions", { kind: "status", status: 503 });
    await declare({ email });
    const [id = ""] = await formsOf({ email });
    expect(await giveUp(id)).toContain("is given up");
    const proof = (await (await firestore()).collection("declarations").doc(id).get()).data();
    expect(proof).toMatchObject({ state: "stopped", stoppedAt: expect.anything() });
  });

  test("one of which only the operator is still to be told goes on, though that is given up", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    vi.spyOn(lettersToOperator, "take").mockResolvedValue(hours);
    await declare({ email: member.email, kind: "extraordinary", reason: "x" });
    const [id = ""] = await formsOf(member);
    expect(await giveUp(id)).toContain("is given up");
    expect(await declarationsOf(member.id)).toMatchObject([{ state: "open" }]);
  });

  test.runIf(everyCase)("an extraordinary one tells the operator, with the reason", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    await declare({ email: member.email, kind: "extraordinary", reason: "It does not work" });
    const told = world.mails.find(({ subject }) => subject === "An extraordinary cancellation");
    expect(told?.text).toContain("Reason: “It does not work”");
  });

  test.runIf(everyCase)("the words that were shown can be seen again by their digest", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    await declare({ email: member.email });
    const [declaration] = await declarationsOf(member.id);
    expect(await shownWords(declaration?.words ?? "")).toContain("[Cancel now]");
  });
});

describe("in the words of a place", () => {
  const german = { cancel: "Verträge hier kündigen", press: "jetzt kündigen" };

  test("a link may say for which, and the choice is made", async () => {
    const html = await (await visit("/cancel?place=DE")).text();
    expect(html).toMatch(/<h1 lang="de"[^>]*>Verträge hier kündigen<\/h1>/);
    expect(html).toContain('<span lang="de">jetzt kündigen</span>');
    expect(html).toMatch(/<option value="DE" selected="">/);
    expect(html.indexOf("jetzt kündigen")).toBeLessThan(html.indexOf("<details"));
    const french = await (await visit("/cancel?place=FR")).text();
    expect(french).toMatch(/<h1 lang="fr"[^>]*>Résilier votre contrat<\/h1>/);
    // As a member of the union.
    const spanish = await (await visit("/withdraw?place=ES")).text();
    expect(spanish).toMatch(/<h1[^>]*>Withdraw from contract here<\/h1>/);
    const italian = await (await visit("/withdraw?place=IT")).text();
    expect(italian).toMatch(/<h1 lang="it"[^>]*>Recedere dal contratto qui<\/h1>/);
    const withdraw = await (await visit("/withdraw?place=DE")).text();
    expect(withdraw).toMatch(/<h1 lang="de"[^>]*>Vertrag widerrufen<\/h1>/);
    expect(withdraw).toContain('name="place" value="DE"');
  });

  test.each(["", "XX", "<b>", "unknown"])("%j is no place: our words", async (place) => {
    const html = await (await visit(`/cancel?place=${encodeURIComponent(place)}`)).text();
    expect(html).toMatch(/<h1[^>]*>Cancel contracts here<\/h1>/);
    expect(html).not.toContain("<b>");
  });

  test("a place that was typed has its words from the next page on, and on request without declaring", async () => {
    const member = await newMember();
    const refused = await declare({ email: "no address", place: "DE" });
    expect(visibleText(await refused.text())).toContain(german.press);
    const asked = await declare({ email: member.email, place: "DE", press: "change" });
    const text = visibleText(await asked.text());
    expect([asked.status, text.includes(german.cancel), text.includes(german.press)]).toEqual([
      200,
      true,
      true,
    ]);
    expect(mailsTo(member.email)).toEqual([]);
  });

  test("the summary has them, and the proof is what was shown", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month", days: 3 });
    const typed = { email: member.email, place: "DE", shown: "DE" };
    const summary = await declare({ ...typed, press: "declare" }, "/withdraw");
    const html = await summary.text();
    expect(html).toContain('<span lang="de">Widerruf bestätigen</span>');
    expect(html).toContain('name="shown" value="DE"');
    await declare({ ...typed, press: "confirm" }, "/withdraw");
    const [declaration] = await declarationsOf(member.id);
    const words = await shownWords(declaration?.words ?? "");
    expect(words).toContain("Vertrag widerrufen");
    expect(words).toContain("[Widerruf bestätigen]");
  });

  test.each(
    few(
      [
        ["us-ca", "US-CA"],
        [" fr ", "FR"],
        ["US-X Y", null],
        ["US-<b>", null],
      ],
      2,
    ),
  )("%j is kept as %j", async (typed, place) => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    await declare({ email: member.email, place: typed, press: "confirm" });
    expect(await declarationsOf(member.id)).toMatchObject([{ place }]);
  });

  test("typed on a page with our words: the proof has our words", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    await declare({ email: member.email, place: "DE" });
    const [declaration] = await declarationsOf(member.id);
    expect(await shownWords(declaration?.words ?? "")).toContain("[Cancel now]");
    expect(declaration).toMatchObject({ place: "DE" });
  });

  test.runIf(everyCase)(
    "the proof is kept as the subscription's own place asks, from the wished day on",
    async () => {
      const member = await newMember({ planCode: "ig_premium_one_month", country: "US-CA" });
      const ahead = Date.now() + 2.9 * 365 * 24 * hours;
      const date = new Date(ahead).toISOString().slice(0, 10);
      await declare({ email: member.email, when: "date", date });
      const [{ id = "" } = {}] = await declarationsOf(member.id);
      const kept = (await (await firestore()).collection("declarations").doc(id).get()).data();
      expect(kept).toMatchObject({ keepAfterEnd: 1 });
      expect(kept?.keepUntil.toMillis()).toBeGreaterThan(ahead + 3 * 365 * 24 * hours);
    },
  );

  test("it adds to the laws of the subscription's own place, and takes none away", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month", country: "US-CA" });
    await declare({ email: member.email, place: "DE" });
    expect(await declarationsOf(member.id)).toMatchObject([
      {
        place: "US-CA",
        rules: expect.arrayContaining([
          "Business and Professions Code 17600 ff. (AB 2863)",
          "§ 312k BGB",
        ]),
      },
    ]);
  });
});

describe("withdrawing", () => {
  test("a summary, then the receipt; the operator is told what to pay back", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    const subscription = world.subscriptionById(member.id);
    if (subscription) subscription.startedAt = new Date(Date.now() - 3 * 24 * hours);
    const summary = await declare({ email: member.email, press: "declare" }, "/withdraw");
    expect(visibleText(await summary.text())).toContain("Confirm withdrawal");
    const answer = await declare({ email: member.email, press: "confirm" }, "/withdraw");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/withdraw/received"]);
    expect(receiptOf(member)?.subject).toBe("We have your withdrawal");
    await later(25 * hours, member);
    expect(effects(member.id)).toHaveLength(1);
    expect(
      world.mails.filter(({ subject }) => subject === "A withdrawal: money is due"),
    ).toHaveLength(1);
  });

  test("after its period it counts as a cancellation, and the receipt says so", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month" });
    await declare({ email: member.email, press: "confirm" }, "/withdraw");
    expect(receiptOf(member)?.text).toContain("counts as a cancellation");
    await later(25 * hours, member);
    expect(world.mails.some(({ subject }) => subject === "A withdrawal: money is due")).toBe(false);
    expect(effects(member.id)).toHaveLength(1);
  });
});

test.each<[string, RequestInit]>([
  ["/", {}],
  ["/privacy", {}],
  // Refused before any page.
  ["/sign-in", { method: "PUT" }],
])("the footer of %s leads to both", async (path, init) => {
  const html = await (await visit(path, init)).text();
  expect(html).toMatch(/<a href="\/cancel"[^>]*>Cancel contracts here<\/a>/);
  expect(html).toMatch(/<a href="\/withdraw"[^>]*>Withdraw from contract here<\/a>/);
});

test("every way of canceling writes one declaration, with what was shown", async () => {
  const member = await newMember();
  await Promise.all([cancelOwn(member, "test"), cancelOwn(member, "test")]);
  await backgroundSettled();
  const found = await declarationsOf(member.id);
  expect(found).toMatchObject([{ kind: "cancel", how: "signed-in", state: "carried-out" }]);
  expect(await shownWords(found[0]?.words ?? "")).toContain("[Cancel membership]");
});
