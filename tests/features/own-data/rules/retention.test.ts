import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  analysisCollections,
  type DocumentFields,
  judgeRetention,
  letterCollections,
  ownerOf,
  passingCollections,
  personalCollections,
  retentionCutoff,
} from "~/features/own-data/rules/retention";
import { moment } from "~/platform/values/moment";

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
])("at %s everything last used before %s has expired", (now, cutoff) => {
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

  test.each<[string, string, DocumentFields, number | undefined, string]>([
    ["owner never seen", "unsubscribeAnswers", { updatedAt: new Date(old) }, undefined, "due"],
    ["owner last seen long ago", "unsubscribeAnswers", { updatedAt: new Date(old) }, old, "due"],
    ["owner seen recently", "unsubscribeAnswers", { updatedAt: new Date(old) }, recent, "in-use"],
    ["owner seen exactly at the cutoff", "unsubscribeAnswers", {}, cutoff, "in-use"],
    ["owner seen a millisecond before the cutoff", "unsubscribeAnswers", {}, cutoff - 1, "due"],
    ["changed recently", "unsubscribeAnswers", { updatedAt: new Date(recent) }, old, "in-use"],
    ["a Timestamp", "subscribers", { lastUsedAt: { toMillis: () => recent } }, undefined, "in-use"],
    ["last use itself", "subscribers", { lastUsedAt: new Date(old) }, old, "due"],
    ["an old purchase", "purchaseIntents", done, old, "due"],
    ["a refused purchase", "purchaseIntents", { ...done, state: "declined" }, old, "due"],
    ["an open purchase without a retry", "purchaseIntents", { ...done, state: "open" }, old, "due"],
    [
      "a purchase that billing may still repeat",
      "purchaseIntents",
      { ...done, state: "open", attempts: 1, leaseUntil: 1, requestedAt: now - 1_000 },
      old,
      "needed",
    ],
    [
      "one that an operator gave up",
      "purchaseIntents",
      { ...done, state: "given-up", attempts: 1, requestedAt: now - 1_000 },
      old,
      "needed",
    ],
    [
      "one that billing was not asked for",
      "purchaseIntents",
      { ...done, state: "open", attempts: 0, requestedAt: now - 1_000 },
      old,
      "due",
    ],
    [
      "a purchase that will be retried",
      "purchaseIntents",
      { ...done, state: "open", dueAt: 1 },
      old,
      "needed",
    ],
    [
      "a purchase with a held lease",
      "purchaseIntents",
      { ...done, state: "open", leaseUntil: now + 1 },
      old,
      "needed",
    ],
    [
      "a purchase just made",
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
    [
      "an undelivered cancellation",
      "cancellationIntents",
      { updatedAt: old, dueAt: old },
      old,
      "needed",
    ],
    [
      "a purchase that needs a person",
      "purchaseIntents",
      { ...done, state: "open", needsPerson: { at: old } },
      old,
      "needed",
    ],
    [
      "a cancellation set aside",
      "cancellationIntents",
      { dueAt: null, setAside: { at: old } },
      old,
      "needed",
    ],
    [
      "a cancellation set aside and given up",
      "cancellationIntents",
      { updatedAt: old, state: "given-up", dueAt: null, setAside: null },
      old,
      "due",
    ],
    [
      "a cancellation confirmed recently",
      "cancellationIntents",
      { requestedAt: old, updatedAt: recent, dueAt: null },
      old,
      "in-use",
    ],
    ["a completed erasure request", "erasureRequests", { updatedAt: old, dueAt: null }, old, "due"],
    ["an open erasure request", "erasureRequests", { updatedAt: old, dueAt: old }, old, "needed"],
  ])("%s (%s)", (_, name, fields, lastUsedAt, verdict) => {
    expect(judgeRetention(collection(name), fields, { lastUsedAt, now })).toBe(verdict);
  });
});

describe("an erasure leaves of a cancellation", () => {
  const now = at("2010-06-15T12:00:00Z");
  const payload = {
    subscriptionId: "sub-1",
    order: { uid: "uid-a", email: "a@example.com" },
    links: ["l"],
    language: "de",
  };
  const nameless = { payload: { subscriptionId: "sub-1", order: null, links: ["l"] } };

  test.each<[string, DocumentFields, DocumentFields | undefined]>([
    ["just confirmed: its key, and nobody's name", { confirmedAt: now - 1 }, nameless],
    ["confirmed on the day before: the same", { confirmedAt: now - 86_400_000 }, nameless],
    ["confirmed three days ago: nothing", { confirmedAt: now - 3 * 86_400_000 }, undefined],
    ["given up before it was confirmed: nothing", { confirmedAt: null }, undefined],
  ])("%s", (_, progress, left) => {
    const { leftNameless } = collection("cancellationIntents");
    expect(leftNameless?.({ payload, progress }, now)).toEqual(left);
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
])("%j is read as %s ms", (value, milliseconds) => {
  expect(moment(value)).toBe(milliseconds);
});

test("every collection that the app writes to has a retention rule", () => {
  const written = globSync("app/**/*.server.ts")
    .map((file) => readFileSync(file, "utf8"))
    .flatMap((source) => [
      ...source.matchAll(/(?:collection = |collection: |collection\(|doc\()["`](\w+)/g),
      ...source.matchAll(/type PieceCollection = "(\w+)" \| "(\w+)"/g),
    ])
    .flatMap(([, ...names]) => names)
    // Those are the outside system's, too, and the app's own keys are nobody's.
    .filter((name) => name !== "profiles" && name !== "keys");
  const withRule = [
    ...personalCollections,
    ...letterCollections,
    ...analysisCollections,
    ...passingCollections,
  ]
    .map(({ name }) => name)
    .filter((name) => name !== "profiles");
  expect([...new Set(written)].sort()).toEqual([...withRule].sort());
});
