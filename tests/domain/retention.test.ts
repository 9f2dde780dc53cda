import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  type Fields,
  judge,
  moment,
  ownerOf,
  passingCollections,
  personalCollections,
  retentionCutoff,
} from "~/domain/retention";

const collection = (name: string) => {
  const found = personalCollections.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`no collection ${name}`);
  return found;
};
const at = (text: string) => Date.parse(text);

test.each([
  ["2010-06-15T12:00:00.000Z", "2008-06-15T12:00:00.000Z"],
  ["2010-01-01T00:00:00.000Z", "2008-01-01T00:00:00.000Z"],
  ["2012-02-29T23:59:59.999Z", "2010-02-28T23:59:59.999Z"],
  ["2010-02-28T00:00:00.000Z", "2008-02-28T00:00:00.000Z"],
  ["2010-03-01T00:00:00.000Z", "2008-03-01T00:00:00.000Z"],
  ["2010-12-31T00:00:00.000Z", "2008-12-31T00:00:00.000Z"],
])("at %s everything last used before %s is out of date", (now, cutoff) => {
  expect(new Date(retentionCutoff(at(now))).toISOString()).toBe(cutoff);
});

describe("a document is due 24 months after its last change and its owner's last use", () => {
  const now = at("2010-06-15T12:00:00Z");
  const cutoff = at("2008-06-15T12:00:00Z");
  const old = at("2008-01-01T00:00:00Z");
  const recent = at("2009-01-01T00:00:00Z");
  const done = {
    state: "done",
    leaseUntil: 0,
    dueAt: null,
    updatedAt: old,
    progress: { closedAt: old },
  };

  test.each<[string, string, Fields, number | undefined, string]>([
    ["never seen since", "unsubscribeAnswers", { updatedAt: new Date(old) }, undefined, "due"],
    ["owner gone too", "unsubscribeAnswers", { updatedAt: new Date(old) }, old, "due"],
    ["owner was here", "unsubscribeAnswers", { updatedAt: new Date(old) }, recent, "in-use"],
    ["owner was here at the last moment", "unsubscribeAnswers", {}, cutoff, "in-use"],
    ["one millisecond too late", "unsubscribeAnswers", {}, cutoff - 1, "due"],
    ["changed since", "unsubscribeAnswers", { updatedAt: new Date(recent) }, old, "in-use"],
    ["a Timestamp", "subscribers", { lastUsedAt: { toMillis: () => recent } }, undefined, "in-use"],
    ["last use itself", "subscribers", { lastUsedAt: new Date(old) }, old, "due"],
    ["an old purchase", "purchaseIntents", done, old, "due"],
    ["a refused one", "purchaseIntents", { ...done, state: "declined" }, old, "due"],
    ["one nobody works on", "purchaseIntents", { ...done, state: "open" }, old, "due"],
    [
      "one that is tried again",
      "purchaseIntents",
      { ...done, state: "open", dueAt: 1 },
      old,
      "needed",
    ],
    [
      "one at billing",
      "purchaseIntents",
      { ...done, state: "open", leaseUntil: now + 1 },
      old,
      "needed",
    ],
    [
      "one just made",
      "purchaseIntents",
      { ...done, progress: { closedAt: now - 1_000 } },
      old,
      "needed",
    ],
    [
      "a confirmed cancellation",
      "cancellationIntents",
      { updatedAt: old, dueAt: null },
      old,
      "due",
    ],
    ["one not delivered", "cancellationIntents", { updatedAt: old, dueAt: old }, old, "needed"],
    [
      "one that needs a person",
      "purchaseIntents",
      { ...done, state: "open", needsPerson: { at: old } },
      old,
      "needed",
    ],
    ["one set aside", "cancellationIntents", { dueAt: null, setAside: { at: old } }, old, "needed"],
    [
      "one that was set aside and given up",
      "cancellationIntents",
      { updatedAt: old, state: "given-up", dueAt: null, setAside: null },
      old,
      "due",
    ],
    [
      "one confirmed later",
      "cancellationIntents",
      { requestedAt: old, updatedAt: recent, dueAt: null },
      old,
      "in-use",
    ],
    ["a fulfilled request", "erasureRequests", { updatedAt: old, dueAt: null }, old, "due"],
    ["an open request", "erasureRequests", { updatedAt: old, dueAt: old }, old, "needed"],
  ])("%s (%s)", (_, name, fields, lastUsedAt, verdict) => {
    expect(judge(collection(name), fields, { lastUsedAt, now })).toBe(verdict);
  });
});

test.each([
  ["subscribers", "uid-a", {}, "uid-a"],
  ["purchaseIntents", "uid-a_pdfCourse", { payload: { uid: "uid-a" } }, "uid-a"],
  ["cancellationIntents", "sub-1", { payload: { order: { uid: "uid-a" } } }, "uid-a"],
  ["cancellationIntents", "sub-1", { payload: { order: { uid: "" } } }, undefined],
  ["cancellationIntents", "sub-1", { payload: { order: null } }, undefined],
])("%s/%s %j belongs to %s", (name, id, fields, owner) => {
  expect(ownerOf(collection(name), { id, fields })).toBe(owner);
});

test.each([
  [5, 5],
  [new Date(5), 5],
  [{ toMillis: () => 5 }, 5],
  [null, undefined],
  ["5", undefined],
])("%j is the moment %s", (value, milliseconds) => {
  expect(moment(value)).toBe(milliseconds);
});

test("every collection that the app writes to has its rule here", () => {
  const written = globSync("app/{clients,services/outbox}/*.ts")
    .map((file) => readFileSync(file, "utf8"))
    .flatMap((source) => [
      ...source.matchAll(/(?:collection = |collection: |collection\(|doc\()["`](\w+)/g),
    ])
    .map((match) => match[1])
    .filter((name) => name !== "profiles");
  const ruled = [...personalCollections, ...passingCollections].map(({ name }) => name);
  expect([...new Set(written)].sort()).toEqual([...ruled].sort());
});
