import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { features, folderOf, platform } from "../../app/street.ts";

// Plants imports in a tree of their own, and lets the project's configuration of dependency-cruiser judge them.

interface Planted {
  what: string;
  from: string;
  to: string;
  /** What a type import draws is an arrow, too. */
  isType?: true;
  /** `to` imports `from`, too. */
  andBack?: true;
}

const wrong: (Planted & { rule: string })[] = [
  {
    what: "a feature on a later feature",
    from: "app/features/history/early.ts",
    to: "app/features/growth/late.ts",
    rule: "history-imports-only-what-stands-before-it",
  },
  {
    what: "a part of the platform on a later one",
    from: "app/platform/store/early.server.ts",
    to: "app/platform/outbox/late.server.ts",
    rule: "store-imports-only-what-stands-before-it",
  },
  {
    what: "a feature on an inner file of another",
    from: "app/features/letters/services/reader.server.ts",
    to: "app/features/growth/rules/inner.ts",
    rule: "of-another-concern-only-top-level-files",
  },
  {
    what: "the platform on a feature",
    from: "app/platform/pages/reader.server.ts",
    to: "app/features/account/read.server.ts",
    rule: "the-platform-imports-no-feature",
  },
  {
    what: "the design on a feature",
    from: "app/design/drawn.tsx",
    to: "app/features/analysis/drawn.ts",
    rule: "the-platform-imports-no-feature",
  },
  {
    what: "a rule on a store",
    from: "app/features/report/rules/unclean.ts",
    to: "app/features/report/store/kept.ts",
    rule: "rules-import-only-rules",
  },
  {
    what: "a rule on a file of the server",
    from: "app/features/safety/rules/unclean.ts",
    to: "app/features/safety/asked.server.ts",
    rule: "rules-import-only-rules",
  },
  {
    what: "a top-level value on a service",
    from: "app/features/purchases/unclean.ts",
    to: "app/features/purchases/services/bought.server.ts",
    rule: "rules-import-only-rules",
  },
  {
    what: "the script of all pages on the server",
    from: "app/page.ts",
    to: "app/features/tracking/told.server.ts",
    rule: "scripts-of-the-browser-import-no-server",
  },
  {
    what: "a script of the browser on the server",
    from: "app/features/imports/browser/script.ts",
    to: "app/features/imports/sent.server.ts",
    rule: "scripts-of-the-browser-import-no-server",
  },
  {
    what: "a circle of concerns by type imports",
    from: "app/features/reading/page.ts",
    to: "app/features/leaving/step.ts",
    isType: true,
    andBack: true,
    rule: "no-circle",
  },
  {
    what: "a feature that is not on the street",
    from: "app/features/plan/routes/page/found.server.ts",
    to: "app/features/unheard-of/thing.ts",
    rule: "every-concern-is-on-the-street",
  },
  {
    what: "a drawer beside the street that nobody imports",
    from: "app/utils/format.ts",
    to: "app/platform/values/words.ts",
    rule: "every-concern-is-on-the-street",
  },
  {
    what: "a feature on the gate",
    from: "app/features/site/services/asker.server.ts",
    to: "app/started.server.ts",
    rule: "nobody-imports-the-gate",
  },
  {
    what: "a route on another route",
    from: "app/features/own-data/routes/copy/route.tsx",
    to: "app/features/own-data/routes/erasure/shown.server.ts",
    rule: "a-route-imports-no-other-route",
  },
  {
    what: "a thread on more than rules",
    from: "app/import-worker.ts",
    to: "app/features/export/thread.server.ts",
    rule: "threads-know-only-rules",
  },
  {
    what: "the app on the sandbox",
    from: "app/features/home/routes/start/route.tsx",
    to: "sandbox/invented.ts",
    rule: "the-app-knows-no-sandbox",
  },
];

const right: Planted[] = [
  {
    what: "a feature on the top level of an earlier one",
    from: "app/features/growth/services/right.server.ts",
    to: "app/features/history/right.ts",
  },
  {
    what: "a feature on the platform",
    from: "app/features/tracking/right.server.ts",
    to: "app/platform/http/forms/right.server.ts",
  },
  {
    what: "a service on the rules of its own concern",
    from: "app/features/connection/services/right.server.ts",
    to: "app/features/connection/rules/right.ts",
  },
  {
    what: "a rule on values",
    from: "app/features/ways-in/rules/right.ts",
    to: "app/platform/values/right.ts",
    isType: true,
  },
  {
    what: "the gate on any concern",
    from: "app/right.server.ts",
    to: "app/features/home/routes/start/right.server.ts",
  },
  {
    what: "anybody on the environment",
    from: "app/platform/mail/right.server.ts",
    to: "app/env.server.ts",
  },
];

const root = resolve(import.meta.dirname, "../..");
const tree = mkdtempSync(join(tmpdir(), "street-"));
const violations: { from: string; to: string; rule: string }[] = [];

beforeAll(() => {
  cpSync(join(root, "tsconfig.json"), join(tree, "tsconfig.json"));
  for (const planted of [...wrong, ...right]) {
    plant(planted.from, planted.to, planted.isType);
    if (planted.andBack) plant(planted.to, planted.from, planted.isType);
    else plant(planted.to);
  }
  const command = join(root, "node_modules/.bin/depcruise");
  const configuration = join(root, ".dependency-cruiser.js");
  const judged = execFileSync(
    process.execPath,
    [command, "app", "--config", configuration, "--output-type", "json"],
    { cwd: tree, encoding: "utf8" },
  );
  const { summary } = JSON.parse(judged) as {
    summary: { violations: { from: string; to: string; rule: { name: string } }[] };
  };
  for (const { from, to, rule } of summary.violations)
    violations.push({ from, to, rule: rule.name });
});
afterAll(() => rmSync(tree, { recursive: true }));

function plant(file: string, imported?: string, isType?: true): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true });
  const specifier = imported?.startsWith("app/")
    ? `~/${imported.slice("app/".length)}`
    : imported?.replace("sandbox/", "#sandbox/");
  const first = isType
    ? `import type { planted as other } from "${specifier}";\nexport type Other = typeof other;\n`
    : `import { planted as other } from "${specifier}";\nexport const others = [other];\n`;
  writeFileSync(join(tree, file), `${imported ? first : ""}export const planted = 1;\n`);
}

test.each(wrong)("lint refuses $what", ({ from, to, rule }) => {
  // A circle is told of once, at whichever of its files comes first.
  expect(violations.filter((violation) => [from, to].includes(violation.from))).toContainEqual(
    expect.objectContaining({ rule }),
  );
});

test.each(right)("lint takes $what", ({ from, to }) => {
  expect(violations.filter((violation) => [from, to].includes(violation.from))).toEqual([]);
});

test("each concern has a name and a folder of its own", () => {
  const concerns = [...platform, ...features];
  expect(new Set(concerns.map(folderOf)).size).toBe(concerns.length);
});
