import "#tests/setup/mail";
import { describe, expect, test } from "vitest";
import { type Member, newMember } from "#tests/setup/member";
import { address, openStep, press, redirected, saveAnswers, world } from "#tests/setup/unsubscribe";
import { expireSubscriptions } from "~/features/account/subscriptions.server";
import { answersOf } from "~/features/leaving/store/unsubscribe-answers.server";
import { inFirestore } from "~/platform/store/firestore.server";
import { backgroundSettled } from "~/platform/work/background.server";

describe("a subscriber who comes back", () => {
  const answered = { select: "expenses", stars: 4, feedback: "Too dear" } as const;
  const dayOld = { updatedAt: new Date(Date.now() - 86_400_001) };

  /** Changes the stored answers, as if the last press had been some time ago. */
  const setBack = (member: Member, fields: object) =>
    inFirestore("write", (database) =>
      database.collection("unsubscribeAnswers").doc(member.uid).update(fields),
    );
  const seesChange = async (member: Member) => (await openStep(member, "updated")).status === 200;
  const startsOver = async (member: Member, earlierAnswers: object = answered) => {
    expect(await openStep(member, 7)).toMatchObject(redirected(address(0)));
    expect(await press(member, 0, "letGo")).toMatchObject(redirected(address(1)));
    const { earlier, ...now } = await answersOf(member.uid);
    expect(now).toMatchObject({ select: null, stars: null, feedback: "", position: 1 });
    expect(now.updated).toBeNull();
    // The earlier answers are kept.
    expect(earlier).toMatchObject([earlierAnswers]);
  };

  test("within a day continues at the same step", async () => {
    const member = await newMember();
    await saveAnswers(member, 7, answered);
    await setBack(member, { updatedAt: new Date(Date.now() - 86_000_000) });
    expect(await openStep(member, 7)).toMatchObject({ status: 200, body: { step: 7 } });
  });

  test("where the time is of another shape, starts over", async () => {
    const member = await newMember();
    await saveAnswers(member, 7, answered);
    await setBack(member, { updatedAt: { seconds: 1 } });
    await startsOver(member);
  });

  test("a day later starts over, with an empty survey", async () => {
    const member = await newMember();
    await saveAnswers(member, 7, answered);
    await setBack(member, dayOld);
    await startsOver(member);
  });

  test("after changing the plan starts over; the change is shown until then", async () => {
    const member = await newMember();
    await saveAnswers(member, 7, answered);
    expect(await press(member, 7, "accept")).toMatchObject(redirected(address("updated")));
    expect(await seesChange(member)).toBe(true);
    await startsOver(member);
    expect(await seesChange(member)).toBe(false);
  });

  test("a second press on the offer leads to the result of the first", async () => {
    const member = await newMember();
    await saveAnswers(member, 3, answered);
    await press(member, 3, "accept");
    expect(await press(member, 3, "accept")).toMatchObject(redirected(address("updated")));
    expect(world.effectsOf("create")).toHaveLength(1);
  });

  test("a second press leads there, too, where the end of the flow was not saved", async () => {
    const member = await newMember();
    await saveAnswers(member, 3, answered);
    await press(member, 3, "accept");
    await setBack(member, { updated: null, ended: false });
    expect(await press(member, 3, "accept")).toMatchObject(redirected(address("updated")));
    expect(await seesChange(member)).toBe(true);
    expect(world.effectsOf("create")).toHaveLength(1);
  });

  test("a day later does not see the changed plan", async () => {
    const member = await newMember();
    await saveAnswers(member, 3);
    await press(member, 3, "accept");
    await setBack(member, dayOld);
    expect(await seesChange(member)).toBe(false);
  });

  test("after canceling and resuming starts over", async () => {
    const member = await newMember();
    await saveAnswers(member, 8, answered);
    expect(await press(member, 8, "cancel")).toMatchObject(redirected(address("canceled")));
    await backgroundSettled();
    const resumed = world.subscriptionById(member.id);
    if (resumed) resumed.status = "active";
    await expireSubscriptions(member.uid);
    // As if it had been confirmed long ago: for some minutes the steps redirect to the result.
    await inFirestore("write", (database) =>
      database.collection("cancellationIntents").doc(member.id).delete(),
    );
    await startsOver(member);
  });

  test("after 'Forget it' starts over", async () => {
    const member = await newMember();
    await saveAnswers(member, 5, answered);
    await press(member, 5, "continue", { select: "keep-membership" });
    await startsOver(member, { ...answered, select: "keep-membership" });
  });
});
