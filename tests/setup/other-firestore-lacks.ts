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
const cancellation = "tests/features/leaving/services/cancellation.test.ts";
const purchase = "tests/features/purchases/services/purchase.test.ts";
const repeatedPurchase = "tests/features/purchases/services/purchase-repeated.test.ts";
const erasure = "tests/features/own-data/services/erasure.test.ts";
const outbox = "tests/platform/outbox/outbox.test.ts";
const schedule = "tests/platform/outbox/outbox-schedule.test.ts";

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
        "transactions > are retried if they stalled and another write came in between",
        "transactions > see a document that appears in their query as a change",
      ],
      [cancellation]: [
        "concurrent presses and processes > ten presses at once are one cancellation",
        "concurrent presses and processes > only one of several runners gets a due intent",
      ],
      [purchase]: ["ten presses at once make one create, and each is told that it is bought"],
      [repeatedPurchase]: ["the sweep completes an order that billing did not answer"],
    },
  },
  {
    why: "it does not look into maps",
    rule: ["queries", "a path reaches into maps only"],
    tests: {
      [queries]: ["queries > find by a field in a map"],
      [outbox]: [
        ...["a cancellation", "a purchase", "a erasure"].map(
          (kind) =>
            `${kind} > is listed with its state, and tried again or given up at an operator's word`,
        ),
        "a erasure > that is malformed is set aside without affecting others",
        "a erasure > is carried out once, even if several runners look for it",
      ],
      [erasure]: [
        "all documents of the person are erased at once, none of anybody else's, and a letter confirms it",
        "a cancellation under way is kept until it is delivered, then erased too",
        "while the subscription service is down, a cancellation from a mailed link may remain: the erasure is completed later",
        "a letter that no mail server accepted is sent later",
        "concurrent presses are one erasure and one letter",
        "somebody who came back can ask again",
        "a trial that ends unless its owner agrees keeps its entry until then",
        "documents written long after the request are not erased",
        "what is begun after all was erased stays, though an order keeps the request open",
        "who comes back and asks again while the letter waits has that erased, too, and is told once",
        "a document that changes all the while is erased all the same",
        "a cancellation that comes while all is erased is kept, and erased once it is delivered",
      ],
      [schedule]: [
        "a process that has never reached Redis carries out what is due, and stops at once",
      ],
    },
  },
  {
    why: "it deletes no field, and does not understand quoted field names",
    rule: ["writes", "a field that is in the mask and not in the document is deleted, in maps too"],
    tests: { [firestore]: ["documents > are updated by field path, and only when they exist"] },
  },
  {
    why: "it ignores the update time",
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
    why: "it does not order by name after the given fields, and finds documents without the field",
    rule: ["queries", "an order leaves out documents without its field, and keeps null"],
    tests: {
      [queries]: [
        "queries > find by another order",
        "queries > find by two filters and a limit",
        "queries > find by !=",
      ],
    },
  },
  {
    why: "it does not order equal documents by name",
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
    rule: ["pages", "a cursor need not match a document"],
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
