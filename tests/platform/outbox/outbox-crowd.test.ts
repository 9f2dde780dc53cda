import { beforeAll, expect, test } from "vitest";
import { few } from "#tests/setup/cases";
import { keptCancellation } from "#tests/setup/outbox";
import "#tests/setup/outside";
import { cancellations } from "~/features/leaving/services/outbox/cancellation.server";
import { entryName } from "~/platform/outbox/store/name.server";
import {
  countUnsettled,
  findUnsettled,
  listUnsettled,
} from "~/platform/outbox/store/operations.server";
import { firestore } from "~/platform/store/firebase.server";

// A collection of its own: the counts must not include other files' entries.
const kind = { ...cancellations, collection: "cancellationIntentsCrowd" };
const later = Date.now() + 86_400_000;
const hourAgo = Date.now() - 3_600_000;

/** More entries than one list holds. Those that matter most have the last ids. */
beforeAll(async () => {
  const database = await firestore();
  const needsPerson = { at: hourAgo, reason: "billing: timeout" };
  const setAside = { at: hourAgo, reason: "malformed: attempts" };
  const kept: Record<string, Record<string, unknown>> = {
    "z-old": { dueAt: 1, requestedAt: 1 },
    "z-stuck": { dueAt: null, needsPerson },
    "z-retried": { dueAt: later, needsPerson },
    "z-malformed": { dueAt: null, attempts: "many", setAside },
    // Its due time and its state are malformed.
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
});

test("the list has the oldest, the set-aside and the needs-person entries, even behind a thousand", async () => {
  const { entries, isCut } = await listUnsettled(kind);
  expect(isCut).toBe(true);
  expect(entries[0]).toMatchObject({ id: "z-old", state: "waiting", since: 1 });
  const states = Object.fromEntries(entries.map(({ id, state }) => [id, state]));
  expect(states).toMatchObject({
    "z-stuck": "needs-person",
    "z-retried": "needs-person",
    "z-malformed": "set-aside",
  });
  expect(states).not.toHaveProperty("z-done");
});

test("every entry is counted", async () => {
  expect(await countUnsettled(kind)).toEqual({ waiting: 1_051, needsPerson: 2, setAside: 1 });
});

test.each(few(["z-old", "z-stuck", "z-malformed", "z-odd", "z-pressed", "a-1049"], 3))(
  "%s is found by its name",
  async (id) => {
    expect(await findUnsettled(kind, entryName(kind.name, id))).toBe(id);
  },
);

test("a settled or unknown entry is not found", async () => {
  for (const id of ["z-done", "unknown"])
    expect(await findUnsettled(kind, entryName(kind.name, id))).toBeUndefined();
});
