import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ContentError, parts } from "#content/read";
import { everyCase } from "#tests/setup/cases";

let directory = "";
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "content-"));
  // One language's catalogue is as good as all.
  const filter = (path: string) => everyCase || !/messages\/(?!de)/.test(path);
  cpSync("content", directory, { recursive: true, filter });
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Until the end of the test. @param changed undefined: there is no such file */
function put(file: string, changed: string | undefined): void {
  const path = join(directory, file);
  const whole = readFileSync(path, "utf8");
  expect(changed).not.toBe(whole);
  if (changed === undefined) rmSync(path);
  else writeFileSync(path, changed);
  onTestFinished(() => writeFileSync(path, whole));
}

const readAll = () => Object.values(parts).map((read) => read(directory));

function faults(): string[] {
  try {
    readAll();
  } catch (error) {
    if (error instanceof ContentError) return error.message.split("\n");
    throw error;
  }
  return [];
}

// The build, which `npm test` begins with, reads all of it, too.
test.runIf(everyCase)("the content is whole", () => {
  expect(faults()).toEqual([]);
});

/** All parts are read until one fails, these files' last: what another shows as well is left out. */
const isTried = (name: string) => everyCase || !/^legal.*missing$|^legal\/terms\.md: /.test(name);

const needed = [
  "landing.yaml",
  "operator.yaml",
  "tips.yaml",
  "trends.yaml",
  "hacks.yaml",
  "articles/secret-admirers/topic.yaml",
  "articles/detect-stalkers/protecting-your-data-and-privacy.yaml",
  "course/lesson-07.md",
  "legal/privacy.md",
  "legal/terms.md",
];

test.each(needed.filter((file) => isTried(`${file}: missing`)))("a missing %s is named", (file) => {
  put(file, undefined);
  expect(faults()).toEqual([`${file}: file: missing`]);
});

type Change = (text: string) => string;
const dropLine =
  (start: string): Change =>
  (text) =>
    text
      .split("\n")
      .filter((line) => !line.trimStart().startsWith(start))
      .join("\n");
const swap =
  (from: string | RegExp, to: string): Change =>
  (text) =>
    text.replace(from, to);

const wrong: [file: string, field: string, change: Change][] = [
  ["operator.yaml", "companyName", dropLine("companyName")],
  ["operator.yaml", "governingLaw", swap(/governingLaw: .*/, 'governingLaw: ""')],
  ["operator.yaml", "claims.rating", swap("rating: 4.8", "rating: 7")],
  ["operator.yaml", "file", (text) => `${text}\nsurprise: 1\n`],
  ["landing.yaml", "hero.action", dropLine("action: Let's Level Up")],
  ["landing.yaml", "hero.accent", swap("accent: 5 Minutes!", "accent: 6 Minutes!")],
  ["landing.yaml", "growth.image", swap("/images/landing/growth.svg", "https://cdn.example/a.svg")],
  ["landing.yaml", "feedback.testimonials.1.id", swap("id: daniel", "id: Daniel M")],
  [
    "landing.yaml",
    "features.cards",
    swap(/ {4}- title: Password safety[\s\S]*?feature-5\.svg\n/, ""),
  ],
  ["landing.yaml", "export", swap(/^export:/m, "# export:\nother:")],
  ["landing.yaml", "both", swap(/^both:/m, "# both:\nother:")],
  ["landing.yaml", "export.hero", swap(/^ {2}hero:\n {4}text: /m, "  hero:\n    texts: ")],
  [
    "unsubscribe.yaml",
    "export.loseItAll.items.0",
    (text) => text.replace(/(export:[\s\S]*?)- Your analytics, .*/, "$1- ''"),
  ],
  ["landing.yaml", "YAML", (text) => `${text}\n\t- [`],
  ["tips.yaml", "engagement.0.title", swap(/title: .*/, "title: ''")],
  ["trends.yaml", "title", dropLine("title: Top 7")],
  ["course/lesson-03.md", "subTitle", swap(/^subTitle:[\s\S]*?(?=^\w)/m, "")],
  ["course/lesson-03.md", "front matter", (text) => text.replace(/^---/, "")],
  ["legal/terms.md", "updated", dropLine("updated:")],
  ["legal/terms.md", "text", (text) => `${text.split("---").slice(0, 2).join("---")}---\n`],
  ["legal/privacy.md", "text", swap(/^## /gm, "### ")],
];

test.each(wrong.filter(([file, field]) => isTried(`${file}: ${field}`)))(
  "%s with a wrong %s is named with it",
  (file, field, change) => {
    put(file, change(readFileSync(join(directory, file), "utf8")));
    expect(faults()[0]).toMatch(new RegExp(`^${file}: ${field.replaceAll(".", "\\.")}: .`));
  },
);

test("what an editor translates is read, and checked like the original", () => {
  const path = join(directory, "translations/fr/course");
  mkdirSync(path, { recursive: true });
  onTestFinished(() => rmSync(join(directory, "translations/fr"), { recursive: true }));
  const written = readFileSync(join(directory, "course/lesson-03.md"), "utf8");
  writeFileSync(join(path, "lesson-03.md"), written.replace(/^title: .*/m, "title: Un titre"));
  expect(parts.translations(directory).fr.books).toEqual({
    "Lesson_n3.pdf": expect.objectContaining({ title: "Un titre" }),
  });
  writeFileSync(join(path, "lesson-03.md"), written.replace(/^title: .*\n/m, ""));
  expect(faults()[0]).toMatch(/^course\/lesson-03\.md: title: ./);
});
