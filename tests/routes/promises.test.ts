import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { signedIn } from "#tests/setup/requests";
import { visibleText } from "#tests/setup/visible-text";

/** What only the outside system's analyses keep, by the page that promises it. */
const outsideOnly: readonly [path: string, phrases: string[]][] = [
  [
    "/",
    [
      "who your secret fans are",
      "People who keep liking and commenting but do not follow you",
      "Some people like, comment and come back without ever pressing Follow",
      "The list of secret fans was the surprise",
      "Look at your numbers once a day",
    ],
  ],
  [
    "/dashboard",
    ["Find the people who quietly like what you do", "likes, comments and engagement"],
  ],
  ["/dashboard/my-plan/cancel", ["who likes you most, counted every day"]],
  [
    "/dashboard/unsubscribe/0",
    ["who likes quietly and who never reacts", "A fresh analysis every day", "24 hours after"],
  ],
  ["/dashboard/unsubscribe/8", ["daily updates"]],
  [
    "/articles/secret-admirers/key-metrics-to-identify-secret-admirers",
    ["points you to people who seem to care"],
  ],
];

/** Titles and labels that the spec fixes: they stay, whatever the source. */
const fixed: readonly [path: string, phrases: string[]][] = [
  [
    "/",
    [
      "Boost Your Instagram in Just 5 Minutes!",
      "Let's Level Up My Instagram!",
      "What you will get",
      "secret watchers",
      "Reveal Them Now!",
      "Explode Your Follower Count",
      "Start Growing",
      "User feedback",
    ],
  ],
  ["/privacy", ["Last updated Mar 29, 2024", "People around your profile."]],
  ["/dashboard", ["Tips & Insights", "Secret Admirers", "Detect Stalkers", "Password safety"]],
  ["/dashboard/my-plan/cancel", ["We are sorry to see you go"]],
  ["/dashboard/unsubscribe/0", ["Stay premium", "I'm ready to let go of my growth"]],
  ["/dashboard/unsubscribe/8", ["You're about to lose it all"]],
];

const textAt = async (path: string) =>
  visibleText(
    await (await visit(path, { cookie: path === "/" ? "" : await signedIn("rich") })).text(),
  );

function withSources(sources: string): void {
  beforeAll(() => {
    vi.stubEnv("ANALYSIS_SOURCES", sources);
    vi.resetModules();
  });
  afterAll(() => {
    vi.stubEnv("ANALYSIS_SOURCES", "");
    vi.resetModules();
  });
}

describe.each(["export", "outside,export", "instagram"])("with ANALYSIS_SOURCES=%s", (sources) => {
  withSources(sources);

  test.each(outsideOnly)("%s promises nothing that nobody can keep", async (path, phrases) => {
    const text = await textAt(path);
    expect(phrases.filter((phrase) => text.includes(phrase))).toEqual([]);
  });

  test("the privacy policy says what is read from an export, and no mark of the text shows", async () => {
    const text = await textAt("/privacy");
    expect(text).toContain("We never keep the file, messages, captions");
    expect(text).not.toMatch(/only (outside|builtIn)|-->/);
  });

  test.each(fixed)("%s keeps its titles and labels", async (path, phrases) => {
    const text = await textAt(path);
    expect(phrases.filter((phrase) => !text.includes(phrase))).toEqual([]);
  });
});

describe("with ANALYSIS_SOURCES=outside", () => {
  withSources("outside");

  test.each([...outsideOnly, ...fixed])("%s says what it said", async (path, phrases) => {
    const text = await textAt(path);
    expect(phrases.filter((phrase) => !text.includes(phrase))).toEqual([]);
    expect(text).not.toMatch(/export/i);
  });
});
