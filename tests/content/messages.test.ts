import catalogues from "content:messages";
import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";
import { readModule } from "#content/jsx-sentences.ts";
import { allSaid, faultOf, missingMessages } from "#content/messages.ts";
import { parts, readCatalogue } from "#content/read.ts";
import { everyCase } from "#tests/setup/cases";

const directory = new URL("../../content/", import.meta.url).pathname;
const german = readCatalogue(directory, "de");
const said: ReadonlyMap<string, object> = everyCase ? allSaid() : new Map();
/** Else the catalogue stands for the source, which is long to read: the build of the server sees that it lacks nothing. */
const known = new Set(everyCase ? said.keys() : Object.keys(german));

test.runIf(everyCase)("the source's sentences are found, each once, with where it is said", () => {
  expect(said.size).toBeGreaterThan(1_000);
  expect(
    said.get(
      "Some places have rules on how you can cancel. Say where you live, and we follow those of your place.",
    ),
  ).toMatchObject({ file: "plan" });
});

test.runIf(everyCase)("every catalogue is whole", () => {
  expect(missingMessages(parts.messages(directory), said.keys())).toEqual([]);
});

test("what a catalogue lacks is named, and what is malformed: the build of the server fails on both", () => {
  expect(missingMessages({ de: { ...german, Legal: "" } }, ["Legal"])).toEqual([
    "messages/de: missing: Legal",
  ]);
  expect(missingMessages({ de: { "Since {0}": "Seit {1}" } }, ["Since {0}"])).toEqual([
    "messages/de: lacks 0: Since {0}",
  ]);
  expect(missingMessages({ de: { Legal: "Rechtliches" } }, ["Legal"])).toEqual([]);
});

test.each([
  ["You lost {0} people.", "{0, plural, one {# Person} other {# Personen}} weniger.", undefined],
  ["Read <0>this</0>.", "Lies <0>das</0>.", undefined],
  ["Read <0>this</0>.", "Lies das.", "lacks 0"],
  ["{0} of {1}", "{0} von {2}", "lacks 1"],
  ["{0} people", "{0, plural, one {# Person}}", "no form 'other'"],
  ["Read <0>this</0>.", "Lies <0>das.", "<0> is not closed"],
  ["Disconnect {username}?", "{username} trennen?", undefined],
  ["Disconnect {username}?", "{name} trennen?", "lacks {username}"],
  ["{lost} {lost|person|people}", "{lost|one=واحد|two=اثنان|few=# أشخاص|other=#}", undefined],
  ["{lost} {lost|person|people}", "{lost|one=eins|two=zwei}", "a brace that is no value"],
  ["{lost} {lost|person|people}", "{lost|a|b|c}", "a brace that is no value"],
  ["{0, plural, one {day} other {days}}", "{0, plural, one {giorno} other {giorni}}", undefined],
])("%s as %s: %s", (english, translated, fault) => {
  if (fault === undefined) expect(faultOf(english, translated, "de")).toBeUndefined();
  else expect(faultOf(english, translated, "de")).toContain(fault);
});

test.each([
  ["fr", "Rien n’a changé : réessayez.", " :"],
  ["fr", "Résilier ; puis écrire", " ;"],
  ["fr", "Déjà ?", " ?"],
  ["fr", "Enfin !", " !"],
  ["fr", "Dans « Contrat\u00a0»", "« "],
  ["fr", "Dans «\u00a0Contrat »", " »"],
  ["fr", "Plus de 10 %", " %"],
  ["fr", "Pour 2 000 personnes", "2 000"],
  ["fr", "À 14:05, sur https://a.example: «\u00a0oui\u00a0», 2\u00a0000\u202f!", undefined],
  ["de", "Mehr als 10 %", " %"],
  ["de", "Mehr als 10\u00a0% : „ja“ !", undefined],
  ["it", "Più del 10 % : sì !", undefined],
])("%s, '%s': a line could end in '%s'", (tag, translated, blank) => {
  expect(faultOf("A sentence", translated, tag)).toBe(
    blank && `has an ordinary blank in '${blank}'`,
  );
});

test.each(["fr", "de"] as const)("%s lets no line end where none may", async (tag) => {
  const { default: catalogue } = await catalogues[tag]();
  expect(missingMessages({ [tag]: catalogue }, Object.keys(catalogue))).toEqual([]);
});

test.each([
  ["<p>You have {count} in <b>the {name}</b>.</p>", ["You have {0} in <1>the {2}</1>."]],
  ["<p>{name}</p>", []],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source of a component
  ['<p>{isNew ? "New here" : `Here for ${days} days`}</p>', ["New here", "Here for {0} days"]],
  ['<Field label="Your name" name="Other" />', ["Your name"]],
  ["<p>\n  Two lines\n  of it\n</p>", ["Two lines of it"]],
  ["<p>{people.map((one) => <b>Hello {one}</b>)}</p>", ["Hello {0}"]],
  ['<p lang="de">Deutsch</p>', []],
  ['<p>{link && <a title="To it" href="/x">Open it</a>}</p>', ["Open it", "To it"]],
  ["<p>{/* sense: a door */} Close</p>", [" Close (sense: a door)"]],
  ["<p>{/* a remark */}Close</p>", ["Close"]],
])("%s says %j", (jsx, sentences) => {
  const { said, code } = readModule("a.tsx", `const a = ${jsx};`);
  expect(said.map(({ sentence }) => sentence).sort()).toEqual([...sentences].sort());
  expect(code.split("\n")).toHaveLength(jsx.split("\n").length);
});

// Only what somebody looks at in another language shows a text that no catalogue knows, so the source is read as well.
test("no component has a text that is in no catalogue", () => {
  const unmarked = globSync("app/**/*.tsx").flatMap((file) =>
    textsOf(file)
      .filter((text) => !known.has(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(unmarked).toEqual([]);
});

test("a table of texts that is not marked is found", () => {
  const source = 'const times = ["Up to a month", "flex gap-2"]; throw new Error("Not a page");';
  expect(textsIn(ts.createSourceFile("a.tsx", source, ts.ScriptTarget.Latest, true))).toEqual([
    "Up to a month",
  ]);
});

const textsOf = (file: string): string[] =>
  textsIn(ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true));

/** Strings of several words that begin like a sentence, but for those of errors. */
function textsIn(node: ts.Node): string[] {
  if (ts.isStringLiteral(node)) {
    const isText = /^(?:\p{Lu}\p{L}*|\d+ to \d+) .*\p{Ll}{2}/u.test(node.text);
    return isText && !ts.isNewExpression(node.parent) ? [node.text.trim()] : [];
  }
  const found: string[] = [];
  ts.forEachChild(node, (child) => {
    found.push(...textsIn(child));
  });
  return found;
}
