import { beforeAll, describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { few } from "#tests/setup/cases";
import { instagram } from "#tests/setup/instagram";
import { newMember } from "#tests/setup/member";
import { keptOf, refigure, storeReading } from "#tests/setup/readings";
import { signedIn } from "#tests/setup/requests";
import { resetApp } from "#tests/setup/reset-app";
import { visibleText } from "#tests/setup/visible-text";
import { categoryKeys } from "~/features/analysis/profile";

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

/** Titles and labels that are fixed: they stay, whatever the source. */
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

/** What was read since the app was reset: several tests read the same pages. */
const read = new Map<string, string>();

async function textAt(path: string): Promise<string> {
  const cookie = path === "/" ? "" : await signedIn("rich");
  const text = read.get(path) ?? visibleText(await (await visit(path, { cookie })).text());
  read.set(path, text);
  return text;
}

function withSources(sources: string): void {
  beforeAll(() => {
    vi.stubEnv("ANALYSIS_SOURCES", sources);
    resetApp();
    read.clear();
  });
}

describe.each(few(["export", "outside,export", "export,instagram"], 2))(
  "with ANALYSIS_SOURCES=%s",
  (sources) => {
    withSources(sources);

    test.each(outsideOnly)("%s promises nothing that nobody can keep", async (path, phrases) => {
      const text = await textAt(path);
      expect(phrases.filter((phrase) => text.includes(phrase))).toEqual([]);
    });

    test("the privacy policy says what is read from an export, and no mark of the text shows", async () => {
      const text = await textAt("/privacy");
      expect(text).toContain("We never keep the file, messages, captions");
      expect(text).not.toMatch(/only (outside|export|instagram|both)|-->/);
    });

    test.each(fixed)("%s keeps its titles and labels", async (path, phrases) => {
      const text = await textAt(path);
      expect(phrases.filter((phrase) => !text.includes(phrase))).toEqual([]);
    });
  },
);

/** What is said of a source only where there is one. */
const spokenOf = {
  export: /\b(export|import)(s|ed|ing)?\b/i,
  instagram:
    /\bconnect(ing)?\b|\bconnected (account|app|professional)|connections? to (your )?Instagram/i,
};
type Source = keyof typeof spokenOf;

/** The pages that say what the product does, keeps and erases. Each speaks of all sources that there are, or of none. */
const everywhere = [
  ...["/", "/privacy", "/terms-of-use", "/dashboard", "/dashboard/my-plan"],
  ...["/dashboard/my-plan/cancel", "/dashboard/unsubscribe/0", "/dashboard/unsubscribe/8"],
  ...["/dashboard/erase-data", "/dashboard/analytics", "/instagram/data-deletion/unknown"],
  "/articles/secret-admirers/key-metrics-to-identify-secret-admirers",
];
/** Of these, the ones that must name what there is. */
const named = ["/", "/privacy", "/dashboard", "/dashboard/erase-data", "/dashboard/analytics"];

const speaking: [sources: string, spoken: Source[]][] = [
  ["outside", []],
  ["export", ["export"]],
  ["outside,export", ["export"]],
  ["instagram", ["instagram"]],
  ["outside,instagram", ["instagram"]],
  ["export,instagram", ["export", "instagram"]],
  ["outside,export,instagram", ["export", "instagram"]],
];
describe.each(few(speaking, 2))("with ANALYSIS_SOURCES=%s", (sources, spoken) => {
  withSources(sources);
  const all = Object.keys(spokenOf) as Source[];
  const unspoken = all.filter((source) => !spoken.includes(source));

  test("no page speaks of a source that there is not, and those that must name the others", async () => {
    const { cookie } = await newMember();
    const wrong: string[] = [];
    for (const path of everywhere) {
      const html = await (await visit(path, { cookie: path === "/" ? "" : cookie })).text();
      const text = visibleText(html);
      for (const source of unspoken) {
        const found = spokenOf[source].exec(text);
        if (found) wrong.push(`${path}: ${text.slice(found.index - 60, found.index + 60)}`);
      }
      if (unspoken.includes("export") && html.includes("/dashboard/import"))
        wrong.push(`${path}: leads to the import`);
      if (unspoken.includes("instagram") && html.includes("/dashboard/connect"))
        wrong.push(`${path}: leads to the connection`);
      if (named.includes(path))
        for (const source of spoken)
          if (!spokenOf[source].test(text)) wrong.push(`${path}: nothing of ${source}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe.each(few(["instagram", "outside,instagram"], 1))(
  "connected, with ANALYSIS_SOURCES=%s",
  (sources) => {
    withSources(sources);

    test("nothing that a subscriber finds about their account speaks of exports", async () => {
      const { uid, cookie } = await newMember();
      const account = instagram.account("lena.on.film");
      await storeReading(uid, account.plan.key, keptOf(account));
      await refigure(uid);
      const analytics = "/dashboard/analytics";
      const pages = [
        ...["/dashboard", analytics, ...few(categoryKeys, 2).map((key) => `${analytics}/${key}`)],
        ...["/dashboard/connect", "/dashboard/connect/disconnect", "/dashboard/erase-data"],
      ];
      const wrong: string[] = [];
      for (const path of pages) {
        const answer = await visit(path, { cookie });
        const html = await answer.text();
        const found = spokenOf.export.exec(visibleText(html));
        if (answer.status !== 200 || found || html.includes("/dashboard/import"))
          wrong.push(`${path}: ${answer.status} ${found?.[0]}`);
      }
      expect(wrong).toEqual([]);
      const fans = visibleText(await (await visit(`${analytics}/secretFans`, { cookie })).text());
      expect(fans).toContain("not who they are. So we cannot truthfully name anybody here.");
    });
  },
);

describe("with ANALYSIS_SOURCES=outside", () => {
  withSources("outside");

  test.each([...outsideOnly, ...fixed])("%s says what it said", async (path, phrases) => {
    const text = await textAt(path);
    expect(phrases.filter((phrase) => !text.includes(phrase))).toEqual([]);
    expect(text).not.toMatch(/export/i);
  });
});
