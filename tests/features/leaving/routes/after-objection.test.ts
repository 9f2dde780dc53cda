import { describe, expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { effects, faults } from "#tests/setup/cancellations";
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
} from "#tests/setup/declaring";
import { type Member, newMember } from "#tests/setup/member";
import { days, giveUp, objector, pass, resume, statesOf } from "#tests/setup/objecting";
import { visibleText } from "#tests/setup/visible-text";
import { subscriptionById } from "~/features/account/subscriptions.server";
import { cancelOwn } from "~/features/leaving/cancellation.server";
import { declarationsOf, shownWords } from "~/features/leaving/declarations.server";
import { keepPlan, objectTo } from "~/features/leaving/services/objecting.server";
import { keepOpenDeclaration } from "~/features/leaving/services/outbox/open-declaration/change.server";
import { openDeclarations } from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { entryAt } from "~/platform/outbox/store/transaction.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

test.each([
  ["'Keep my plan' is no objection: later declarations need no press", false],
  ["'This was not me' is one, also after 'Keep my plan'", true],
])("%s", async (_, objects) => {
  const member = await newMember({ planCode: "ig_premium_one_month" });
  await declare({ email: member.email });
  const [{ id: declaration = "" } = {}] = await declarationsOf(member.id);
  const declared = { subscriptionId: member.id, declaration };
  expect(await keepPlan(declared)).toBe("stopped");
  if (objects) expect(await objectTo(declared)).toBe("stopped");
  pass(2 * hours);
  await declare({ email: member.email });
  await later(25 * hours, member);
  expect(effects(member.id)).toHaveLength(objects ? 0 : 1);
});

describe("a declaration that waits for a press in its letter", () => {
  test("does not swallow the owner's own, which gets a letter and seven days of its own", async () => {
    const member = await objector();
    await declare({ email: member.email, name: "A stranger" });
    const letters = mailsTo(member.email).length;
    pass(6 * days);
    await declare({ email: member.email, name: "The owner" });
    expect(mailsTo(member.email)).toHaveLength(letters + 1);
    expect(mailsTo(member.email).at(-1)?.text).toContain("The owner");
    expect(await statesOf(member)).toEqual(["cancel stopped", "cancel same", "cancel open"]);
    await later(6.9 * days, member);
    expect(await statesOf(member)).toEqual(["cancel stopped", "cancel same", "cancel open"]);
    expect((await pressIn(lastLink(member))).status).toBe(200);
    expect(effects(member.id)).toHaveLength(1);
  });

  test.runIf(everyCase)(
    "is still confirmed by its letter after a stranger has declared less",
    async () => {
      const member = await objector();
      await declare({ email: member.email, press: "confirm" }, "/withdraw");
      const own = lastLink(member);
      pass(2 * hours);
      await declare({ email: member.email });
      expect(lastLink(member)).not.toBe(own);
      const pressed = await pressIn(own);
      expect(visibleText(await pressed.text())).toContain("We have your withdrawal");
      await later(1_000, member);
      expect(effects(member.id)).toHaveLength(1);
      expect(moneyLetters(member)).toHaveLength(1);
      expect(await statesOf(member)).toEqual([
        "cancel stopped",
        "withdraw carried-out",
        "cancel same",
      ]);
    },
  );

  test.runIf(everyCase)(
    "waits seven days from its letter on: a receipt that came late is pressed in its last hours",
    async () => {
      const member = await objector();
      faults.set("mail", { kind: "status", status: 451 });
      await declare({ email: member.email, press: "confirm" }, "/withdraw");
      faults.clear();
      await later(5 * hours, member);
      const from = lastLink(member);
      await later(7 * days - 2 * hours, member);
      const pressed = await pressIn(from);
      expect(visibleText(await pressed.text())).toContain("We have your withdrawal");
      await later(1_000, member);
      expect(moneyLetters(member)).toHaveLength(1);
      expect(await statesOf(member)).toEqual(["cancel stopped", "withdraw carried-out"]);
    },
  );

  test("a withdrawal that is over is not carried out as a cancellation: 410, in words", async () => {
    const member = await objector();
    await declare({ email: member.email, press: "confirm" }, "/withdraw");
    const from = lastLink(member);
    await giveUp(member);
    const pressed = await pressIn(from);
    expect(pressed.status).toBe(410);
    expect(visibleText(await pressed.text())).toContain("Your withdrawal was not carried out");
    await later(hours, member);
    expect(effects(member.id)).toEqual([]);
    expect(await statesOf(member)).toEqual(["cancel stopped", "withdraw stopped"]);
  });

  test.each(few(["/cancel", "/withdraw"], 1))(
    "its letter of %s that is pressed again does not end a subscription that was resumed",
    async (path) => {
      const member = await objector();
      await declare({ email: member.email, press: "confirm" }, path);
      const from = lastLink(member);
      await pressIn(from);
      await later(1_000, member);
      expect(effects(member.id)).toHaveLength(1);
      resume(member);
      pass(2 * hours);
      const again = await pressIn(from);
      expect(again.status).toBe(410);
      expect(visibleText(await again.text())).toContain("Your subscription was resumed since");
      await backgroundSettled();
      await later(hours, member);
      expect(effects(member.id)).toHaveLength(1);
    },
  );

  test("which its owner has confirmed for a later day is not lost to a stranger's that nobody presses for", async () => {
    const member = await objector();
    const date = new Date(Date.now() + 60 * days).toISOString().slice(0, 10);
    await declare({ email: member.email, when: "date", date });
    expect((await pressIn(lastLink(member))).status).toBe(202);
    pass(2 * hours);
    await declare({ email: member.email });
    expect(await statesOf(member)).toEqual(["cancel stopped", "cancel same", "cancel open"]);
    await later(8 * days, member);
    expect(await statesOf(member)).toEqual(["cancel stopped", "cancel open", "cancel stopped"]);
    expect(effects(member.id)).toEqual([]);
    await later(85 * days, member);
    expect(effects(member.id)).toHaveLength(1);
    expect(await statesOf(member)).toEqual([
      "cancel stopped",
      "cancel carried-out",
      "cancel stopped",
    ]);
  });

  test.runIf(everyCase)(
    "which its owner has confirmed is carried out on its day, though a stranger's waits for a press",
    async () => {
      const member = await objector();
      const date = new Date(Date.now() + 35 * days).toISOString().slice(0, 10);
      await declare({ email: member.email, when: "date", date });
      await pressIn(lastLink(member));
      // A month may have 28 days, three of which are over.
      await later(24 * days, member);
      await declare({ email: member.email });
      const strangers = lastLink(member);
      expect(await statesOf(member)).toEqual(["cancel stopped", "cancel same", "cancel open"]);
      // The term of that day has begun.
      await later(5 * days, member);
      await later(0, member);
      expect(effects(member.id)).toHaveLength(1);
      expect(await statesOf(member)).toEqual([
        "cancel stopped",
        "cancel carried-out",
        "cancel same",
      ]);
      expect((await pressIn(strangers)).status).toBe(200);
      expect(effects(member.id)).toHaveLength(1);
    },
  );

  test("is not kept anew where it is looked up once more after another took its place", async () => {
    const member = await objector();
    await declare({ email: member.email });
    const [, { id = "" } = {}] = await declarationsOf(member.id);
    const entry = await entryAt(openDeclarations, member.id);
    const subscription = await subscriptionById(member.id);
    if (!entry || !subscription) throw new Error("nothing is open");
    const { declared, order, place } = entry.payload;
    await declare({ email: member.email, name: "The owner" });
    const kept = await keepOpenDeclaration(id, declared, { subscription, order, place });
    expect(kept?.claim).toBeUndefined();
    expect((await entryAt(openDeclarations, member.id))?.payload.declared.name).toBe("The owner");
  });

  test.runIf(everyCase)(
    "with a wished day it is not called canceled, because an earlier wish was",
    async () => {
      const member = await newMember({ planCode: "ig_premium_one_month" });
      await cancelOwn(member, "test");
      await backgroundSettled();
      resume(member);
      pass(2 * hours);
      await declare({ email: member.email });
      const [, { id = "" } = {}] = await declarationsOf(member.id);
      await objectTo({ subscriptionId: member.id, declaration: id });
      const date = new Date(Date.now() + 60 * days).toISOString().slice(0, 10);
      await declare({ email: member.email, when: "date", date });
      expect((await pressIn(lastLink(member))).status).toBe(202);
    },
  );

  test("pressed after its end it cancels, and the words that are kept are those of its page", async () => {
    const member = await objector({ country: "DE" });
    await declare({ email: member.email });
    const from = lastLink(member);
    await giveUp(member);
    expect((await pressIn(from)).status).toBe(200);
    await backgroundSettled();
    const last = (await declarationsOf(member.id)).at(-1);
    expect(last).toMatchObject({ how: "link", state: "carried-out" });
    expect(await shownWords(last?.words ?? "")).toContain("[jetzt kündigen]");
  });

  test("while nobody knows whether it was confirmed, the page of a withdrawal speaks of a withdrawal", async () => {
    const member = await objector();
    await declare({ email: member.email, press: "confirm" }, "/withdraw");
    const from = lastLink(member);
    faults.set("firestore", { kind: "hang" });
    // As the form of its page does.
    const post = { method: "POST", body: form({ from }) };
    const pressed = await visit("/unsubscription?withdraw", post);
    expect(pressed.status).toBe(503);
    const html = (await pressed.text()).replaceAll(/<(footer|script).*?<\/\1>/gs, "");
    expect(visibleText(html)).toContain("We could not confirm your withdrawal");
    expect(html).not.toMatch(/[Cc]ancel your|cancellation|cancels/);
  });
});

describe("'This was not me' after the operator gave an entry up", () => {
  const notMe = async (member: Member) => {
    const link = linkIn(mailsTo(member.email)[0]?.text ?? "", "/cancel/not-me");
    const t = new URLSearchParams(link.split("?")[1]).get("t") ?? "";
    const look = await visit(link);
    const pressed = await visit("/cancel/not-me", { method: "POST", body: form({ t }) });
    return [look.status, pressed.status];
  };

  test("comes too late where billing has canceled, and the proof stays", async () => {
    const member = await newMember({ planCode: "ig_premium_one_month", days: 3 });
    await declare({ email: member.email, press: "confirm" }, "/withdraw");
    pass(25 * hours);
    // What is told after it fails.
    faults.set("mail", { kind: "status", status: 451 });
    await runEntry(openDeclarations, member.id);
    await backgroundSettled();
    faults.clear();
    expect(effects(member.id)).toHaveLength(1);
    await giveUp(member);
    expect(await notMe(member)).toEqual([410, 410]);
    expect(await statesOf(member)).toEqual(["withdraw carried-out"]);
  });

  test.runIf(everyCase)(
    "so it does where the process died before it noted that the wish is kept",
    async () => {
      const member = await newMember({ planCode: "ig_premium_one_month", days: 3 });
      await declare({ email: member.email });
      await later(25 * hours, member);
      expect(effects(member.id)).toHaveLength(1);
      const database = await firestore();
      await database
        .collection("openDeclarations")
        .doc(member.id)
        .update({ state: "open", dueAt: 1, "progress.wished": false });
      await giveUp(member);
      expect(await notMe(member)).toEqual([410, 410]);
      expect(await statesOf(member)).toEqual(["cancel carried-out"]);
    },
  );
});
