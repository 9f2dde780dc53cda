import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { visibleText } from "#tests/setup/visible-text";

/** The fixed words of the screens that nobody signs in for, by the address that shows them. */
const words: Record<string, string[]> = {
  "/": [
    "Boost Your Instagram in Just 5 Minutes!",
    "What you will get",
    "Explode Your Follower Count",
    "Let's Level Up My Instagram!",
    "Reveal Them Now!",
    "Start Growing",
    "Ask for refund",
    "Sign in",
    "All rights reserved 2025",
    "Terms and Conditions",
    "Privacy Policy",
    "1.2 million users",
    "4.8 out of 5",
    "User feedback",
    "secret watchers",
    "3-day trial",
  ],
  "/sign-in": [
    "Analyze your Instagram account and gain valuable insights",
    "Email",
    "Password",
    "Forgot password?",
    "Sign in",
  ],
  "/privacy": [
    "Privacy Policy",
    "Last updated Mar 29, 2024",
    "24 months",
    "over 16",
    "children under 13",
    "support@profile-analyzer.example",
  ],
  "/terms-of-use": [
    "End User License Agreement",
    "Last updated Mar 29, 2024",
    "at least 16 years old",
    "at least 24 hours before the trial ends",
    "renews automatically for the same period",
    "within 24 hours before the current term ends",
    "takes effect only at the end of the new term",
    "Uninstalling does not cancel",
    "reasonable chance to fix it",
    "your name and surname as the customer",
    "the payment method",
    "the payment date",
    "the payment receipt or confirmation",
    "a brief justification",
    "within 14 days of approval",
    "original payment method",
    "30 days",
    "one arbitrator",
    "conducted in English",
    "capped at the fee that you paid",
    "support@profile-analyzer.example",
  ],
};

const cases = Object.entries(words).flatMap(([path, texts]) => texts.map((text) => [path, text]));

test.each(cases)("%s says '%s'", async (path, text) => {
  expect(await textAt(path as string)).toContain(text);
});

test.each([
  ["/", 5, 'src="/images/landing/feature-'],
  ["/", 1, "/images/landing/watchers.svg"],
  ["/", 3, "<figure"],
])("%s has %i of %s", async (path, count, marker) => {
  const html = await (await visit(path)).text();
  expect(html.split(marker)).toHaveLength(count + 1);
});

test("the crash page says 'Something went wrong'", async () => {
  const answer = await visit("/test-error", { method: "POST", body: new URLSearchParams() });
  expect(answer.status).toBe(500);
  expect(visibleText(await answer.text())).toContain("Something went wrong");
});

async function textAt(path: string): Promise<string> {
  const answer = await visit(path);
  expect(answer.status).toBe(200);
  return visibleText(await answer.text());
}
