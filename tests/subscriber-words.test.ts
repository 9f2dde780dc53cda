import { describe, expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { signedIn } from "#tests/setup/requests";
import { visibleText } from "#tests/setup/visible-text";

/** Typed by hand, not taken from the pages: the words of the screens for getting in, buying and leaving. */
const visitors: [address: string, status: number, words: string[]][] = [
  ["/password-recovery", 200, ["Restore Password", "Restore password", "Email"]],
  ["/password-recovery?sent=reset", 200, ["Check your email", "Got it"]],
  ["/access-recovery", 200, ["Access Recovery", "Email", "Send email"]],
  ["/access-recovery?sent=activation", 200, ["First, let's activate your account!"]],
  ["/access-recovery?id=new-1027", 200, ["Create Your Account", "Password"]],
  [
    "/access-recovery?id=nowhere",
    404,
    ["No Active Subscription", "It seems like you don't have a subscription anymore"],
  ],
  ["/access-recovery?id=sub-1001", 409, ["Your account has already been activated"]],
  [
    "/unsubscription?from=nothing",
    403,
    [
      "No subscriptions",
      "Unfortunately there are no subscription plans attached to this mail. Check if the specified email address is correct",
    ],
  ],
];

const subscribers: [address: string, person: string, words: string[]][] = [
  [
    "/dashboard",
    "rich",
    [
      "Tips & Insights",
      "Secret Admirers",
      "Detect Stalkers",
      "Password safety",
      "News",
      "Instagram PRO",
      "10-lessons course",
      "My Plan",
      "Log out",
    ],
  ],
  ["/dashboard", "extras", ["PURCHASED"]],
  [
    "/dashboard/my-plan",
    "rich",
    [
      "Special offers",
      "Profile report",
      "Instagram Mastery Course",
      "2025 IG Reels Playbook",
      "Weekly Plan",
      "Cancel",
    ],
  ],
  ["/dashboard/my-plan", "premium", ["Premium Plan", "13.99"]],
  ["/dashboard/my-plan", "quarter", ["3-Month Plan", "49", "Every 12 weeks"]],
  ["/dashboard/my-plan", "canceled", ["Canceled"]],
  ["/dashboard/my-plan", "fresh", ["Fetching plans"]],
  ["/dashboard/my-plan/cancel", "rich", ["We are sorry to see you go"]],
  ["/dashboard/my-plan/cancel?sent", "rich", ["We've sent you a confirmation email"]],
  ["/dashboard/log-out", "rich", ["Are you sure?", "Yes, log out", "Not now"]],
  [
    "/dashboard/unsubscribe/0",
    "rich",
    ["Stay premium", "I'm ready to let go of my growth", "Cancel membership"],
  ],
  ["/dashboard/unsubscribe/8", "rich", ["You're about to lose it all", "Cancel membership"]],
];

describe("visitors read what they should", () => {
  test.each(visitors)("%s, %i", async (address, status, words) => {
    const answer = await visit(address);
    const text = visibleText(await answer.text());
    expect(answer.status).toBe(status);
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
  });
});

describe("subscribers read what they should", () => {
  test.each(subscribers)("%s, %s", async (address, person, words) => {
    const answer = await visit(address, { cookie: await signedIn(person) });
    const text = visibleText(await answer.text());
    expect(answer.status).toBe(200);
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
  });
});
