import { expect, test } from "vitest";
import { newPasswordProblem } from "~/features/ways-in/rules/new-password";

const own = { present: "the-present-one", email: "Maria.Keller@mail.example.com" };
const tooClose = expect.stringMatching(/^Too close/);

test.each<[string, unknown]>([
  ["1234567", "At least 8 characters"],
  ["🐎🐎🐎🐎", "At least 8 characters"],
  ["x".repeat(4_097), "Too long"],
  ["the-present-one", expect.stringMatching(/current password/)],
  [" maria.keller@MAIL.example.com", expect.stringMatching(/your email address/)],
  ["Instagram2026", tooClose],
  ["ProfileAnalyzer!", tooClose],
  ["keller1987", tooClose],
  ["MariaKeller", tooClose],
  ["insta insta insta", tooClose],
  ["my instagram horse is blue", undefined],
  ["aaaaaaaa", undefined],
  ["a".repeat(64), undefined],
  ["ünïcödé ", undefined],
])("%s", (password, problem) => {
  expect(newPasswordProblem(password, own)).toEqual(problem);
});
