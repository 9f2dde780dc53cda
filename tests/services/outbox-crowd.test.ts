import { beforeAll, expect, test } from "vitest";
import { keptCancellation } from "#tests/setup/outbox";
import "#tests/setup/outside";
import { firestore } from "~/clients/firebase.server";
import { entryName } from "~/clients/outbox/name.server";
import { countUnsettled, findUnsettled, listUnsettled } from "~/clients/outbox/operations.server";
import { cancellations } from "~/services/outbox/cancellation.server";

// In a collection where no other file's entries are.
const kind = { ...cancellations, collection: "cancellationIntentsCrowd" };
const later = Date.now() + 86_400_000;
const hourAgo = Date.now() - 3_600_000;

/** More than are listed; those that matter most bear the last names. */
beforeAll(async () => {
  const database = await firestore();
  const needsPerson = { at: hourAgo, reason: "billing: timeout" };
  const setAside = { at: hourAgo, reason: "malformed: attempts" };
  const kept: Record<string, Record<string, unknown>> = {
    "z-old": { dueAt: 1, requestedAt: 1 },
    "z-stuck": { dueAt: null, needsPerson },
    "z-tried-on": { dueAt: later, needsPerson },
    "z-rotten": { dueAt: null, attempts: "many", setAside },
    // Neither when it is due nor its state can be read.
    "z-odd": { dueAt: "soon", state: 7 },
    "z-pressed": { dueAt: null },
    "z-done": { dueAt: null, state: "done" },
  };
  for (let index = 0; index < 1_050; index += 1)
    kept[`a-${index}`] = { dueAt: later + index, requestedAt: hourAgo };
  const writer = database.bulkWriter();
  for (const [id, fields] of Object.entries(kept)) {
    const owner = { id, email: "somebody@example.com", uid: id };
    writer.set(database.collection(kind.collection).doc(id), keptCancellation(owner, fields));
  }
  await writer.close();
}, 60_000);

test("behind a thousand others the oldest, those set aside and those for a person are listed", async () => {
  const { entries, isCut } = await listUnsettled(kind);
  expect(isCut).toBe(true);
  expect(entries[0]).toMatchObject({ id: "z-old", state: "waiting", since: 1 });
  const states = Object.fromEntries(entries.map(({ id, state }) => [id, state]));
  expect(states).toMatchObject({
    "z-stuck": "needs-person",
    "z-tried-on": "needs-person",
    "z-rotten": "set-aside",
  });
  expect(states).not.toHaveProperty("z-done");
});

test("all are counted", async () => {
  expect(await countUnsettled(kind)).toEqual({ waiting: 1_051, needsPerson: 2, setAside: 1 });
});

test.each(["z-old", "z-stuck", "z-rotten", "z-odd", "z-pressed", "a-1049"])(
  "%s is found by its name",
  async (id) => {
    expect(await findUnsettled(kind, entryName(kind.name, id))).toBe(id);
  },
);

test("what is settled, or is not there, is not found", async () => {
  for (const id of ["z-done", "nobody"])
    expect(await findUnsettled(kind, entryName(kind.name, id))).toBeUndefined();
});
