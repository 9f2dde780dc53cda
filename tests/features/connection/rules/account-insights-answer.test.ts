import { describe, expect, test } from "vitest";
import {
  demographicsAnswer,
  followsAnswer,
  viewsAnswer,
} from "~/features/connection/rules/account-insights-answer";

const part = (name: string, value: unknown) => ({ dimension_values: [name], value });
const answer = (...results: object[]) => ({
  data: [{ name: "x", total_value: { value: 1, breakdowns: [{ results }] } }],
});

describe("who followed and who left", () => {
  test.each([
    ["both", answer(part("FOLLOWER", 14), part("NON_FOLLOWER", 3)), { followed: 14, left: 3 }],
    ["one alone", answer(part("NON_FOLLOWER", 3)), { followed: 0, left: 3 }],
    ["a quiet day", answer(part("FOLLOWER", 0), part("NON_FOLLOWER", 0)), { followed: 0, left: 0 }],
    ["an empty list of parts", answer(), null],
    ["others, too", answer(part("UNKNOWN", 9), part("follower", 2)), { followed: 2, left: 0 }],
    ["a value of another form", answer(part("FOLLOWER", "14")), null],
    ["a row without a name", answer(part("FOLLOWER", 14), { value: 3 }), null],
    [
      "others of another form",
      answer(part("FOLLOWER", 14), part("NON_FOLLOWER", 3), part("UNKNOWN", "x"), { value: 3 }),
      { followed: 14, left: 3 },
    ],
    ["an empty list", { data: [] }, null],
    ["no parts", { data: [{ name: "x", total_value: { value: 0 } }] }, null],
    ["parts without results", { data: [{ total_value: { breakdowns: [{}] } }] }, null],
  ])("%s", (_, given, expected) => {
    expect(followsAnswer.parse(given)).toEqual(expected);
  });
  test("another form is none", () => {
    expect(followsAnswer.safeParse({ data: "none" }).success).toBe(false);
  });
});

test("views are told by who saw it, and what is not said stands apart", () => {
  const given = answer(part("FOLLOWER", 50), part("NON_FOLLOWER", 30), part("UNKNOWN", 4));
  expect(viewsAnswer.parse(given)).toEqual({ followers: 50, others: 30, unknown: 4 });
  expect(viewsAnswer.parse(answer(part("FOLLOWER", "50"), part("NON_FOLLOWER", 30)))).toBeNull();
  expect(viewsAnswer.parse({ data: [] })).toBeNull();
  expect(viewsAnswer.parse(answer())).toBeNull();
});

test("demographics come largest first; without any there are none", () => {
  expect(demographicsAnswer.parse(answer(part("M", 3), part("F", 5)))).toEqual([
    { name: "F", followers: 5 },
    { name: "M", followers: 3 },
  ]);
  expect(demographicsAnswer.parse(answer(part("M", "3"), part("F", 5)))).toEqual([
    { name: "F", followers: 5 },
  ]);
  expect(demographicsAnswer.parse(answer())).toBeNull();
});
