import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { everyCase, few } from "#tests/setup/cases";
import { newMember } from "#tests/setup/member";
import { openStep, press, saveAnswers } from "#tests/setup/unsubscribe";
import { visibleText } from "#tests/setup/visible-text";
import { declarationsOf, shownWords } from "~/features/leaving/declarations.server";
import { backgroundSettled } from "~/platform/work/background.server";

test.each(
  few(
    [
      [0, "The people behind the numbers"],
      [1, "Please wait"],
      [2, "Your current plan"],
      [3, "A lighter way to stay"],
      [4, "Wait! have you made the most out of it"],
      [5, "I'm cutting down on expenses"],
      [6, "How was it overall?"],
      [7, "Take a month on us"],
    ],
    4,
  ),
)("'Cancel now' on step %i: the proof is what that step showed", async (step, words) => {
  const member = await newMember();
  await saveAnswers(member, step, { select: "expenses", feedback: "Fine", position: step });
  expect(JSON.stringify((await openStep(member, step)).body)).toContain(words);
  // The button posts to the last step.
  await press(member, 8, "cancel", { shown: String(step) });
  await backgroundSettled();
  const [declaration] = await declarationsOf(member.id);
  const shown = await shownWords(declaration?.words ?? "");
  expect(shown).toContain(words);
  expect(shown).toContain("[Cancel now]");
  expect(shown).not.toContain("You're about to lose it all");
});

test.each(few(["8", "9", "", "x"], 2))("%j: the last step was shown", async (shown) => {
  const member = await newMember();
  await press(member, 8, "cancel", { shown });
  await backgroundSettled();
  const [declaration] = await declarationsOf(member.id);
  expect(await shownWords(declaration?.words ?? "")).toContain("[Cancel membership]");
});

const summaries = [
  ["DE", false, []],
  ["FR", true, ["Plan", "Subscription", "Ends on"]],
  ["IN", true, []],
  [undefined, true, []],
] as const;
test.each(summaries.filter(([country]) => everyCase || country !== "IN"))(
  "%s: the proof has what the last step showed, and no more",
  async (country, cancelsNow, summary) => {
    const member = await newMember({ ...(country && { country }) });
    const html = await (
      await visit("/dashboard/unsubscribe/8", { headers: { cookie: member.cookie } })
    ).text();
    await press(member, 8, "cancel");
    await backgroundSettled();
    const [declaration] = await declarationsOf(member.id);
    const shown = (await shownWords(declaration?.words ?? "")) ?? "";
    for (const text of [visibleText(html), shown]) {
      expect(text.includes("Already decided?")).toBe(cancelsNow);
      expect(text.includes("Cancel now")).toBe(cancelsNow);
    }
    const labels = ["Plan", "Subscription", "Ends on"];
    expect(labels.filter((label) => html.includes(`>${label}</dt>`))).toEqual(summary);
    expect(labels.filter((label) => shown.includes(`\n${label}: …`))).toEqual(summary);
  },
);
