import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bringFiguresOf, signIn } from "../../sandbox/demo-imports.ts";
import { personByKey } from "../../sandbox/people.ts";
import { readPdf } from "../setup/read-pdf.ts";
import { type Stack, startStack } from "../setup/stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ ANALYSIS_SOURCES: "outside,export", REPORT_SOURCE: "built-in" });
});
afterAll(() => stack.stop());

async function reportOf(key: string) {
  const cookie = await signIn(personByKey(key), stack.origin);
  const answer = await fetch(`${stack.origin}/dashboard/report`, { headers: { cookie } });
  expect(answer.status).toBe(200);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (process.env.KEEP_REPORTS) await writeFile(`${process.env.KEEP_REPORTS}/${key}.pdf`, bytes);
  const { pages, fonts, uaPart } = await readPdf(bytes);
  return { text: pages.join(" "), fonts: [...fonts.keys()].sort(), uaPart };
}

interface Totals {
  _calculatedData: { audience: Record<string, { totalValue: number | null }> };
}

it("the built server sets the report of what a person has imported, with its own fonts", async () => {
  const person = personByKey("twice");
  await bringFiguresOf(person, stack.origin);
  const { text, fonts, uaPart } = await reportOf("twice");
  expect(fonts).toEqual(["NunitoSans-Bold", "NunitoSans-ExtraBold", "NunitoSans-Regular"]);
  expect(uaPart).toBe("1");
  const profile = stack.sandbox.firestore.read(`profiles/${person.uid}`) as unknown as Totals;
  const { lostFollowers, newFollowers, friends, fans } = profile._calculatedData.audience;
  const written = (total: number | null | undefined) => total?.toLocaleString("en-US");
  expect(text).toContain(`Lost followers ${written(lostFollowers?.totalValue)}`);
  expect(text).toContain(`New followers ${written(newFollowers?.totalValue)}`);
  expect(text).toContain(`Your friends ${written(friends?.totalValue)}`);
  expect(text).toContain(`Your fans ${written(fans?.totalValue)}`);
  expect(text).toContain("Gained and lost per week");
});

it("and of a person whose profile is of the outside system", async () => {
  const { text } = await reportOf("extras");
  expect(text).toContain("Your figures");
  expect(text).not.toContain("Your growth");
});
