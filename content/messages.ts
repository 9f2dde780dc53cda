import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isSentence } from "../app/platform/values/say.ts";
import { nameIn, parseSentence, type SentencePart } from "../app/platform/values/sentence.ts";
import { readModule } from "./jsx-sentences.ts";
import { parts } from "./read.ts";

const app = fileURLToPath(new URL("../app/", import.meta.url));
const content = fileURLToPath(new URL(".", import.meta.url));

/** The editors' files whose texts the catalogues translate. The others are translated as a whole (content/translations/README.md). */
export const translatedParts: readonly string[] = [
  "landing",
  "tips",
  "trends",
  "hacks",
  "breach-advice",
  "offers",
  "recommendations",
  "engagement-rates",
  "import",
  "connect",
  "unsubscribe",
  "promises",
  "operator",
] satisfies (keyof typeof parts)[];

/** A sentence that the product says, and where: the file of the catalogues that has it, and the places in the source. */
export interface SaidSentence {
  file: string;
  places: string[];
}

const concernOf = (path: string) =>
  /^(?:features|platform)\/([^/]+)\//.exec(path)?.[1] ??
  (path.startsWith("design/") ? "design" : "app");

/** Everything that the product says in English, by sentence. */
export function allSaid(): Map<string, SaidSentence> {
  const said = new Map<string, SaidSentence>();
  const add = (sentence: string, file: string, place: string) => {
    const known = said.get(sentence) ?? { file, places: [] };
    known.places.push(place);
    said.set(sentence, known);
  };
  const files = globSync("**/*.{ts,tsx}", { cwd: app }).map((path) => ({
    path,
    concern: concernOf(path),
  }));
  // What several say stands with the most general of them.
  const generality = ({ path }: { path: string }) => Number(path.startsWith("features/"));
  files.sort((a, b) => generality(a) - generality(b) || (a.path < b.path ? -1 : 1));
  for (const { path, concern } of files) {
    const { said: found } = readModule(path, readFileSync(join(app, path), "utf8"));
    for (const { sentence, line } of found) add(sentence, concern, `${basename(path)}:${line}`);
  }
  for (const part of translatedParts)
    for (const text of textsOf(parts[part as keyof typeof parts](content)))
      add(text, `content-${part}`, `${part}.yaml`);
  for (const { articles: _, ...head } of Object.values(parts.topics(content)))
    for (const text of textsOf(head)) add(text, "content-topics", "topic.yaml");
  // `Intl` names countries, and no parts of them.
  for (const { place, name } of parts.law(content))
    if (place.includes("-")) add(name, "content-law", `law/${place.toLowerCase()}.yaml`);
  return said;
}

/** What the scripts of pages say, by the concern whose `browser` folder has them. */
export function browserSentences(): Record<string, string[]> {
  const said: Record<string, string[]> = {};
  for (const path of globSync("features/*/browser/**/*.ts", { cwd: app })) {
    const found = readModule(path, readFileSync(join(app, path), "utf8")).said;
    const sentences = found.map(({ sentence }) => sentence);
    if (sentences.length > 0)
      said[concernOf(path)] = [...(said[concernOf(path)] ?? []), ...sentences];
  }
  return said;
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return isSentence(value) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    // Words that breaches are told apart by: nobody reads them.
    name === "words" && "steps" in value ? [] : textsOf(inner),
  );
}

/** A line for each sentence that a catalogue lacks, and for each that is not well formed. */
export const missingMessages = (
  catalogues: Readonly<Record<string, Readonly<Record<string, string>>>>,
  said: Iterable<string> = allSaid().keys(),
): string[] => {
  const all = [...said];
  return Object.entries(catalogues).flatMap(([tag, catalogue]) => [
    ...all
      .filter((sentence) => !catalogue[sentence])
      .map((sentence) => `messages/${tag}: missing: ${sentence}`),
    ...all.flatMap((sentence) => {
      const fault = faultOf(sentence, catalogue[sentence] || sentence, tag);
      return fault ? [`messages/${tag}: ${fault}: ${sentence}`] : [];
    }),
  ]);
};

/** Blanks at which no line may end (content/messages/README.md), where they are ordinary ones. */
const ordinaryBlanks: Readonly<Record<string, RegExp>> = {
  fr: / [:;!?%»]|« |\d \d{3}/,
  de: / %/,
};

/**
 * What is wrong with a translation: it cannot be read, other values and elements stand in it than in the English one, or a
 * line could end where the language lets none end.
 */
export function faultOf(english: string, translated: string, tag: string): string | undefined {
  const blank = ordinaryBlanks[tag]?.exec(translated)?.[0];
  if (blank) return `has an ordinary blank in '${blank}'`;
  try {
    const given = slotsIn(english);
    const used = slotsIn(translated);
    const lacking = [...given].filter((nth) => !used.has(nth));
    const unknown = [...used].filter((nth) => !given.has(nth));
    if (lacking.length > 0) return `lacks ${lacking.join(", ")}`;
    if (unknown.length > 0) return `has an unknown ${unknown.join(", ")}`;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function slotsIn(sentence: string): Set<string> {
  return new Set([...(sentence.match(/(?<=[{<])\d+/g) ?? []), ...namesIn(parseSentence(sentence))]);
}

/** Words in braces that the code fills in. */
const namesIn = (said: readonly SentencePart[]): string[] =>
  said.flatMap((part) => {
    if (typeof part === "string") {
      const name = nameIn(part);
      return name ? [`{${name}}`] : [];
    }
    if ("forms" in part) return Object.values(part.forms).flatMap(namesIn);
    return "inside" in part ? namesIn(part.inside) : [];
  });
