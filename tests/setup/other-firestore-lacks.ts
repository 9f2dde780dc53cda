/** What `@firestore-emulator/server` cannot do. */
interface Lack {
  why: string;
  /**
   * A table in tests/sandbox/firestore and the rule there that shows it. It is expected to fail: once it passes, take
   * the entry from here, and its tests run.
   */
  rule: [table: string, rule: string];
  /** The tests that rest on it, by file. */
  tests?: Record<string, string[]>;
}

const firestore = "tests/sandbox/firestore.test.ts";
const queries = "tests/sandbox/firestore-queries.test.ts";
const cancellation = "tests/services/cancellation.test.ts";
const purchase = "tests/services/purchase.test.ts";
const repeatedPurchase = "tests/services/purchase-repeated.test.ts";
const erasure = "tests/services/erasure.test.ts";
const outbox = "tests/services/outbox.test.ts";
const schedule = "tests/services/outbox-schedule.test.ts";

export const lacks: Lack[] = [
  {
    why: "it merges on a plain set()",
    rule: ["writes", "set replaces the whole document"],
    tests: { [firestore]: ["documents > are replaced by set and merged by set with merge"] },
  },
  {
    why: "its transactions neither lock nor notice what others write",
    rule: [
      "locks",
      "a document that a transaction has read is not written by others before its end",
    ],
    tests: {
      [firestore]: [
        "transactions > do not lose an update, however many run at once",
        "transactions > are tried again when they fell silent and another write came between",
        "transactions > see a document that appears in their query as a change",
      ],
      [cancellation]: [
        "presses and processes that meet > ten presses at once are one cancellation",
        "presses and processes that meet > a due intent goes to one of several that look for it",
      ],
      [purchase]: ["ten presses at once make one create, and each is told that it is bought"],
      [repeatedPurchase]: ["the sweep completes an order that billing did not answer"],
    },
  },
  {
    why: "it does not look into maps",
    rule: ["queries", "a path reaches into maps, and through nothing else"],
    tests: {
      [queries]: ["queries > find by a field in a map"],
      [outbox]: [
        ...["a cancellation", "a purchase", "a erasure"].map(
          (kind) =>
            `${kind} > is listed with its state, and tried again or given up at an operator's word`,
        ),
        "a erasure > that is malformed is set aside, and concerns no other",
        "a erasure > is carried out once, however many look for it",
      ],
      [erasure]: [
        "everything of one's own goes at once, nothing of a stranger's, and a letter says so",
        "a running cancellation stays until it is delivered, then goes too",
        "while the subscriptions cannot be asked, a wish of a mailed link may be left: it is completed later",
        "a letter that no server took is sent later",
        "however often it is pressed at once, one carries it out and one letter goes",
        "somebody who came back can ask again",
        "what is written long after the request is no part of it",
      ],
      [schedule]: [
        "a process that has never reached Redis carries out what is due, and stops at once",
      ],
    },
  },
  {
    why: "it deletes no field, and knows no quoted one",
    rule: ["writes", "a field that is in the mask and not in the document is deleted, in maps too"],
    tests: { [firestore]: ["documents > are updated by field path, and only when they exist"] },
  },
  {
    why: "it heeds no update time",
    rule: ["commits", "a write for another update time is FAILED_PRECONDITION and changes nothing"],
    tests: { [firestore]: ["documents > refuse a write meant for an older state"] },
  },
  {
    why: "it keeps the first half of a commit that fails",
    rule: ["commits", "the writes of a commit happen all or none, in order"],
    tests: { [firestore]: ["documents > are written whole or not at all"] },
  },
  {
    why: "it carries out the first of several transforms",
    rule: ["transforms", "union and removal of what is no array begin with an empty one"],
    tests: {
      [firestore]: [
        "documents > know server values, increments and unions, also of fields in maps",
      ],
    },
  },
  {
    why: "it has no batch writes",
    rule: ["commits", "each write of a batch write succeeds or fails by itself"],
    tests: { [firestore]: ["documents > are written in bulk"] },
  },
  {
    why: "it knows no query without a collection, so no recursiveDelete",
    rule: ["collections", "a query without a collection finds every document below its parent"],
  },
  {
    why: "it lists no collections",
    rule: ["collections", "the collections below a document are listed, in their order"],
    tests: { [firestore]: ["documents > are listed, by collection and below a document"] },
  },
  {
    why: "it orders by no more than it is told, and finds what has not the field",
    rule: ["queries", "an order leaves out who has not its field, and keeps null"],
    tests: {
      [queries]: [
        "queries > find by another order",
        "queries > find by two filters and a limit",
        "queries > find by !=",
      ],
    },
  },
  {
    why: "it does not put what is equal in the order of names",
    rule: ["queries", "in finds each document once, in the order of names"],
    tests: { [queries]: ["queries > find by in"] },
  },
  {
    why: "it does not know offsets",
    rule: ["pages", "an offset comes before the limit"],
    tests: { [queries]: ["queries > find by offset"] },
  },
  {
    why: "it does not know cursors",
    rule: ["pages", "a cursor need not meet a document"],
    tests: {
      [queries]: [
        "queries > find by cursors",
        "queries > select fields, page behind a document, count and sum",
      ],
    },
  },
  {
    why: "it does not know the filters for null and NaN",
    rule: ["queries", "== null finds null, not a missing field"],
    tests: { [queries]: ["queries > find by null"] },
  },
  {
    why: "it does not know filters on names",
    rule: ["queries", "a document's id can be asked for"],
    tests: { [queries]: ["queries > find by the document's id"] },
  },
  {
    why: "it fails on names that JavaScript's objects have",
    rule: ["names", 'a document may be called "constructor"'],
  },
  {
    why: "it takes reserved ids",
    rule: ["names", 'no document is called "__x__"'],
  },
  {
    why: "it compares integers and doubles as if they were of two types",
    rule: ["order", "the integer 2 and the double 2.0 are equal to every filter"],
  },
];
