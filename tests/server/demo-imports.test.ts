import { afterAll, beforeAll, expect, it } from "vitest";
import { bringFiguresOf } from "../../sandbox/demo-imports.ts";
import { personByKey } from "../../sandbox/people.ts";
import { everyCase } from "../setup/cases.ts";
import { type Stack, startStack } from "../setup/stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ ANALYSIS_SOURCES: "outside,export,instagram" });
});
afterAll(() => stack.stop());

const profileOf = (uid: string) => stack.sandbox.firestore.read(`profiles/${uid}`);
const total = (value: unknown) => ({ totalValue: value });

// Otherwise the demo itself tells that nothing went wrong in it, and the built-in report what comes of an export.
it.runIf(everyCase)(
  "the demo's people have what the app makes of their exports, and their connection",
  async () => {
    for (const person of stack.sandbox.world.people) await bringFiguresOf(person, stack.origin);
    const audience = (lost: unknown) => ({
      _source: "built-in",
      _calculatedData: {
        audience: { lostFollowers: total(lost), friends: total(expect.any(Number)) },
      },
    });
    expect(profileOf(personByKey("importer").uid)).toBeUndefined();
    expect(profileOf(personByKey("imported").uid)).toMatchObject(audience(null));
    expect(profileOf(personByKey("monthly").uid)).toMatchObject(audience(expect.any(Number)));
    const connection = stack.sandbox.firestore.read(`connections/${personByKey("connected").uid}`);
    expect(connection).toBeDefined();
    expect(profileOf(personByKey("rich").uid)).not.toHaveProperty("_source");
  },
);

it.runIf(everyCase)("says whose export was not imported", async () => {
  const stranger = { ...personByKey("imported"), email: "nobody@example.com" };
  await expect(bringFiguresOf(stranger, stack.origin)).rejects.toThrow(
    "nobody@example.com could not sign in",
  );
});
