import { beforeAll, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { few } from "#tests/setup/cases";
import { newMember } from "#tests/setup/member";
import { resetApp } from "#tests/setup/reset-app";
import { address, saveAnswers } from "#tests/setup/unsubscribe";
import type { StepNumber } from "~/features/leaving/rules/unsubscribe-answers";
import { translatedTags } from "~/platform/values/languages";

beforeAll(() => {
  vi.stubEnv("LANGUAGES", ["en", "en-XA", ...translatedTags].join());
  resetApp();
});

/** What can be pressed in the dialog. */
async function namesOfStep(step: StepNumber, language: string): Promise<string[]> {
  const member = await newMember();
  await saveAnswers(member, step);
  const answer = await visit(address(step), {
    cookie: member.cookie,
    headers: { accept: "text/html", "accept-language": language },
  });
  const [, dialog = ""] = /<dialog\b[^>]*>(.*?)<\/dialog>/s.exec(await answer.text()) ?? [];
  return [...dialog.matchAll(/<(a|button)\b[^>]*>(.*?)<\/\1>/gs)]
    .map(([, , inside = ""]) => inside.replace(/<[^>]+>/g, "").trim())
    .filter(Boolean);
}

// In English the specification names both 'Cancel membership'.
test.each(few(translatedTags, 2))(
  "%s: the next step and the last have two names on the second",
  async (language) => {
    const names = await namesOfStep(2, language);
    expect(names).toHaveLength(4);
    expect(new Set(names).size, names.join(" | ")).toBe(4);
  },
);

test("the words of the second step are those of the specification in English", async () => {
  expect(await namesOfStep(2, "en")).toEqual([
    "Change my plan",
    "Cancel membership",
    "Cancel now",
    "Cancel membership",
  ]);
});

test("in German the link to the last step is called as on every step, and the button says that it goes on", async () => {
  expect(await namesOfStep(2, "de")).toEqual([
    "Mein Abo ändern",
    "Mit der Kündigung fortfahren",
    "jetzt kündigen",
    "Abo kündigen",
  ]);
  expect((await namesOfStep(3, "de")).at(-1)).toBe("Abo kündigen");
});

test("what tells the two apart in the catalogues is not said: without translations both are the same", async () => {
  const [, button, , link] = await namesOfStep(2, "en-XA");
  expect(button).toMatch(/^Ç.*·$/);
  expect(button).toBe(link);
});

test.each([
  ["/withdraw?place=ES", "Withdraw from contract here"],
  ["/es/withdraw?place=ES", "Desistir del contrato aquí"],
  ["/de/withdraw?place=AT", "Vertrag widerrufen"],
  ["/it/withdraw?place=NL", "Recedere dal contratto qui"],
])("%s: the directive's words in the page's language", async (path, title) => {
  const html = await (await visit(path)).text();
  const [, heading = "", text] = /<h1\b([^>]*)>(.*?)<\/h1>/.exec(html) ?? [];
  expect(text).toBe(title);
  expect(heading).not.toContain("lang=");
});
