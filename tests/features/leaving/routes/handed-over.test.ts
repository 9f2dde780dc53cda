import { describe, expect, test } from "vitest";
import { ask } from "#tests/setup/ask";
import { effects, faults } from "#tests/setup/cancellations";
import { everyCase, few } from "#tests/setup/cases";
import { declare, hours, later, moneyLetters, subjectsTo } from "#tests/setup/declaring";
import { type Member, newMember } from "#tests/setup/member";
import { lookUpAgain, pass, resume, statesOf } from "#tests/setup/objecting";
import { expireSubscriptions } from "~/features/account/subscriptions.server";
import { takeLetter } from "~/features/leaving/services/declaration-limits.server";
import { beginSession } from "~/platform/session/session.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

/** Its week ends within a day: what is declared is carried out at once. */
const inLastHours = () => newMember({ country: "DE", days: 6.5 });

const withdrawPublicly = ({ email }: Member) => declare({ email, press: "confirm" }, "/withdraw");

/** Presses signed in, anew as the clock may have moved on. */
async function press({ uid, email }: Member, page: string, fields = {}): Promise<void> {
  const { cookie } = await beginSession({ uid, email, validSince: 0 });
  await ask(`/dashboard/unsubscribe/${page}`, { cookie: cookie.split(";", 1)[0] ?? "", fields });
  await backgroundSettled();
}

/** Letters about declarations have to wait for an hour. */
async function useUpLetters({ email }: Member): Promise<void> {
  for (let nth = 0; nth < 3; nth += 1) await takeLetter(email);
}

describe("a withdrawal by who is signed in", () => {
  test("says the same as a public one that is handed over: its money is told once", async () => {
    const member = await inLastHours();
    await useUpLetters(member);
    await withdrawPublicly(member);
    expect([effects(member.id).length, moneyLetters(member).length]).toEqual([1, 1]);
    expect(subjectsTo(member.email)).not.toContain("We have your withdrawal");
    await press(member, "withdraw");
    await later(1.1 * hours, member);
    expect([effects(member.id).length, moneyLetters(member).length]).toEqual([1, 1]);
    expect(subjectsTo(member.email)).toContain("We have your withdrawal");
    expect(await statesOf(member)).toEqual(["withdraw carried-out"]);
  });

  test("takes the place of a cancellation that is handed over, whose receipt comes all the same", async () => {
    const member = await inLastHours();
    await useUpLetters(member);
    await declare({ email: member.email });
    expect(effects(member.id)).toHaveLength(1);
    await press(member, "withdraw");
    await later(1.1 * hours, member);
    await later(hours, member);
    expect([effects(member.id).length, moneyLetters(member).length]).toEqual([1, 1]);
    const receipts = subjectsTo(member.email).filter((subject) => subject.startsWith("We have"));
    expect(receipts.toSorted()).toEqual(["We have your cancellation", "We have your withdrawal"]);
    expect(await statesOf(member)).toEqual(["cancel carried-out", "withdraw carried-out"]);
  });

  test.runIf(everyCase)(
    "says the same while the public one is not known to be kept with billing",
    async () => {
      const member = await inLastHours();
      faults.set("billing", { kind: "status", status: 503 });
      faults.set("mail", { kind: "status", status: 451 });
      await withdrawPublicly(member);
      faults.clear();
      await press(member, "withdraw");
      await later(hours, member);
      expect([effects(member.id).length, moneyLetters(member).length]).toEqual([1, 1]);
    },
  );
});

describe("who withdraws, resumes and cancels", () => {
  test.each(
    few(
      [
        ["in public", withdrawPublicly],
        ["signed in", (member: Member) => press(member, "withdraw")],
      ],
      1,
    ),
  )("can withdraw once more, %s", async (_, withdraw) => {
    const planCode = "ig_premium_one_month";
    const member = await newMember({ country: "DE", days: 3, planCode });
    await press(member, "withdraw");
    resume(member);
    await expireSubscriptions(member.uid);
    pass(hours);
    await press(member, "8", { press: "cancel" });
    expect(effects(member.id)).toHaveLength(2);
    await withdraw(member);
    await later(25 * hours, member);
    expect(moneyLetters(member)).toHaveLength(2);
    expect((await statesOf(member)).toSorted()).toEqual([
      "cancel carried-out",
      "withdraw carried-out",
      "withdraw carried-out",
    ]);
  });
});

test("a withdrawal waits no longer than a day for a receipt that cannot be delivered", async () => {
  const member = await inLastHours();
  faults.set("mail", { kind: "status", status: 451 });
  await declare({ email: member.email });
  await withdrawPublicly(member);
  expect(effects(member.id)).toHaveLength(1);
  for (const wait of everyCase ? [4, 4, 15] : [23]) {
    await later(wait * hours, member);
    await lookUpAgain(member);
    expect(await statesOf(member)).toEqual(["cancel carried-out"]);
  }
  await later(2 * hours, member);
  await lookUpAgain(member);
  faults.clear();
  await later(hours, member);
  expect([effects(member.id).length, moneyLetters(member).length]).toEqual([1, 1]);
  expect(await statesOf(member)).toEqual(["cancel carried-out", "withdraw carried-out"]);
});

test("a process that died before it noted the wish cancels once, however late it goes on", async () => {
  const member = await newMember({ planCode: "ig_premium_one_month" });
  await declare({ email: member.email });
  await later(25 * hours, member);
  expect(effects(member.id)).toHaveLength(1);
  resume(member);
  const entry = (await firestore()).collection("openDeclarations").doc(member.id);
  await entry.update({ state: "open", dueAt: 1, "progress.wished": false });
  await later(hours, member);
  expect(effects(member.id)).toHaveLength(1);
  expect((await entry.get()).data()).toMatchObject({ state: "done", progress: { wished: true } });
  expect(await statesOf(member)).toEqual(["cancel carried-out"]);
});
