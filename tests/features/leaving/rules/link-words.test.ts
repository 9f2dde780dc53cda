import { expect, test } from "vitest";
import { confirmsInText, readConfirms } from "~/features/leaving/rules/link-words";

test.each([null, "DE", "US-CA", "US-X Y", "%", "§"])(
  "a link for %j is read as it was written",
  (place) => {
    for (const kind of ["cancel", "withdraw"] as const) {
      const confirms = { declaration: "d-1", kind, place };
      expect(readConfirms(confirmsInText(confirms))).toEqual(confirms);
    }
  },
);

test.each([
  ["withdraw US-CA d-1", { declaration: "d-1", kind: "withdraw", place: "US-CA" }],
  ["cancel % d-1", { declaration: "d-1", kind: "cancel", place: "%" }],
  ["d-1", { declaration: "d-1", kind: "cancel", place: null }],
])("%j of an older letter is read, too", (text, confirms) => {
  expect(readConfirms(text)).toEqual(confirms);
});
