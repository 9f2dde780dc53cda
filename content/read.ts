import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Marked } from "marked";
import { parse } from "yaml";
import type { z } from "zod";
import {
  lessonNumbers,
  lessonPdf,
  lessonSource,
  playbookPdf,
  playbookSource,
} from "../app/features/reading/rules/course.ts";
import { type Translated, translatedTags } from "../app/platform/values/languages.ts";
import { allPromised, type Promised } from "../app/platform/values/promises.ts";
import * as analysis from "./analysis-schema.ts";
import { connectPages } from "./connect-schema.ts";
import { lawOfPlace } from "./law-schema.ts";
import * as schema from "./schema.ts";

/** Thrown for a missing or malformed file. The message has one line per fault: `file: field: what is wrong`. */
export class ContentError extends Error {
  override name = "ContentError";
}

type Reader<T> = (directory: string) => T;

/** The modules that the app can import as `content:{name}`; each reads and validates its own files. */
export const parts = {
  landing: bySource("landing.yaml", schema.landing),
  operator: yaml("operator.yaml", schema.operator),
  tips: yaml("tips.yaml", schema.tips),
  trends: yaml("trends.yaml", schema.article),
  hacks: yaml("hacks.yaml", schema.article),
  topics: (directory) => ({
    "secret-admirers": topic(directory, "secret-admirers"),
    "detect-stalkers": topic(directory, "detect-stalkers"),
  }),
  "breach-advice": yaml("breach-advice.yaml", schema.breachAdvice),
  offers: yaml("offers.yaml", schema.offers),
  lessons: (directory) =>
    lessonNumbers.map((number) => markdown(lessonSource(number), schema.lesson)(directory).data),
  recommendations: yaml("recommendations.yaml", analysis.recommendations),
  "engagement-rates": yaml("engagement-rates.yaml", analysis.engagementRates),
  import: yaml("import.yaml", schema.importPages),
  connect: yaml("connect.yaml", connectPages),
  unsubscribe: bySource("unsubscribe.yaml", schema.unsubscribe),
  promises: bySource("promises.yaml", schema.promises),
  law: laws,
  messages,
  legal: (directory) => ({
    privacy: legal(directory, "privacy"),
    terms: legal(directory, "terms"),
  }),
  translations: (directory) =>
    Object.fromEntries(translatedTags.map((tag) => [tag, translation(directory, tag)])) as Record<
      Translated,
      Translation
    >,
} satisfies Record<string, Reader<unknown>>;

/** Reads and checks a YAML file below the content directory. */
function yaml<S extends z.ZodType>(file: string, shape: S): Reader<z.output<S>> {
  return (directory) => check(file, shape, parseYaml(file, read(directory, file)));
}

/**
 * Reads and checks a YAML file whose `export` holds what stands in place of some of its texts where analyses are made
 * here; its `instagram` and `both` hold what stands in place of those. Every variant is whole.
 */
function bySource<S extends z.ZodType>(
  file: string,
  shape: S,
): Reader<Record<Promised, z.output<S>>> {
  return (directory) => {
    const whole = parseYaml(file, read(directory, file));
    const { export: byExport, instagram, both, ...outside } = isTable(whole) ? whole : {};
    const madeHere = replaceIn(outside, tableOf(file, "export", byExport));
    const connected = replaceIn(madeHere, tableOf(file, "instagram", instagram));
    const ofBoth = replaceIn(madeHere, tableOf(file, "both", both));
    return {
      outside: check(file, shape, outside),
      export: check(file, shape, madeHere, "export."),
      instagram: check(file, shape, connected, "instagram."),
      both: check(file, shape, ofBoth, "both."),
    };
  };
}

function tableOf(file: string, name: string, value: unknown): Table {
  if (!isTable(value)) throw new ContentError(`${file}: ${name}: missing`);
  return value;
}

type Table = Record<string, unknown>;

const isTable = (value: unknown): value is Table =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The texts with others in the same places; a list is replaced as a whole. */
function replaceIn(texts: Table, others: Table): Table {
  const replaced = Object.entries(others).map(([name, other]) => {
    const text = texts[name];
    return [name, isTable(text) && isTable(other) ? replaceIn(text, other) : other];
  });
  return { ...texts, ...Object.fromEntries(replaced) };
}

/** Splits a Markdown file into its checked front matter and the text below it, which starts on `bodyLine`. */
export function markdown<S extends z.ZodType>(
  file: string,
  shape: S,
): Reader<{ data: z.output<S>; body: string; bodyLine: number }> {
  return (directory) => {
    const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(read(directory, file));
    if (!match) throw new ContentError(`${file}: front matter: missing`);
    const [, front = "", body = ""] = match;
    if (!body.trim()) throw new ContentError(`${file}: text: missing`);
    const data = check(file, shape, parseYaml(file, front));
    return { data, body, bodyLine: front.split("\n").length + 3 };
  };
}

/** The law of every place, each in a file that is called like it. */
function laws(directory: string) {
  const files = readdirSync(join(directory, "law")).filter((file) => file.endsWith(".yaml"));
  const all = files.sort().map((file) => yaml(`law/${file}`, lawOfPlace)(directory));
  for (const [nth, { place, within }] of all.entries()) {
    const file = `law/${files[nth]}`;
    if (file !== `law/${place.toLowerCase()}.yaml`)
      throw new ContentError(`${file}: place: is not what the file is called`);
    if (within !== undefined && !all.some((other) => other.place === within))
      throw new ContentError(`${file}: within: has no file`);
  }
  return all;
}

function messages(directory: string): Record<Translated, Record<string, string>> {
  return Object.fromEntries(
    translatedTags.map((tag) => [tag, readCatalogue(directory, tag)]),
  ) as ReturnType<typeof messages>;
}

/** What a language says in place of the English sentences: the files of its folder, one for each concern. */
export function readCatalogue(directory: string, tag: Translated): Record<string, string> {
  const folder = join(directory, "messages", tag);
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  const read = files.map((file) => yaml(`messages/${tag}/${file}`, schema.messages)(directory));
  return Object.assign({}, ...read);
}

function topic(directory: string, slug: string) {
  const head = yaml(`articles/${slug}/topic.yaml`, schema.articleTopic)(directory);
  const articles: Record<string, schema.Article> = {};
  for (const { path } of head.blocks)
    articles[path] = yaml(`articles/${slug}/${path}.yaml`, schema.article)(directory);
  return { ...head, articles };
}

/** The long texts that an editor has translated, under the names of the English ones. */
interface Translation {
  /** By topic and path. */
  articles: Record<string, Record<string, schema.Article>>;
  legal: Partial<Record<"privacy" | "terms", Record<Promised, schema.LegalText>>>;
  /** What is said of lessons and the playbook, by the PDF, which the build writes below the language. */
  books: Partial<Record<string, schema.Lesson>>;
}

const books = [
  ...lessonNumbers.map((number) => ({ file: lessonSource(number), pdf: lessonPdf(number) })),
  { file: playbookSource, pdf: playbookPdf },
];

/** Reads `translations/{tag}/`: `articles/{topic}/{path}.yaml`, `legal/{name}.md`, `course/lesson-{nn}.md` and `playbook.md`, each where there is one. */
function translation(directory: string, tag: Translated): Translation {
  const folder = join(directory, "translations", tag);
  const isThere = (file: string) => existsSync(join(folder, file));
  const articles = Object.entries(parts.topics(directory)).map(([slug, { blocks }]) => [
    slug,
    Object.fromEntries(
      blocks
        .map(({ path }) => ({ path, file: `articles/${slug}/${path}.yaml` }))
        .filter(({ file }) => isThere(file))
        .map(({ path, file }) => [path, yaml(file, schema.article)(folder)]),
    ),
  ]);
  const legalTexts = (["privacy", "terms"] as const)
    .filter((name) => isThere(`legal/${name}.md`))
    .map((name) => [name, legal(folder, name)]);
  const read = books
    .filter(({ file }) => isThere(file))
    .map(({ file, pdf }) => [pdf, markdown(file, schema.lesson)(folder).data]);
  return {
    articles: Object.fromEntries(articles),
    legal: Object.fromEntries(legalTexts),
    books: Object.fromEntries(read),
  };
}

function legal(directory: string, name: string): Record<Promised, schema.LegalText> {
  const { data, body } = markdown(`legal/${name}.md`, schema.legal)(directory);
  const variants = allPromised.map((promised) => [
    promised,
    { ...data, ...legalHtml(name, only(promised, body)) },
  ]);
  return Object.fromEntries(variants);
}

/** A text without the paragraphs between `<!-- only export, both -->` and `<!-- end -->` that are not for this variant. */
function only(promised: Promised, body: string): string {
  return body.replace(
    /^<!-- only ([a-z, ]+) -->\n([\s\S]*?)^<!-- end -->\n/gm,
    (_, variants: string, text: string) => (variants.split(", ").includes(promised) ? text : ""),
  );
}

function legalHtml(name: string, body: string): Pick<schema.LegalText, "html" | "sections"> {
  const sections: schema.LegalText["sections"] = [];
  const html = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const heading = this.parser.parseInline(tokens);
        if (depth !== 2) return `<h${depth}>${heading}</h${depth}>\n`;
        const title = text.replace(/^\d+\. /, "");
        const id = title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
        sections.push({ id, title });
        return `<h2 id="${id}">${heading}</h2>\n`;
      },
    },
  }).parse(body, { async: false });
  if (sections.length === 0) throw new ContentError(`legal/${name}.md: text: has no headings`);
  return { html, sections };
}

function read(directory: string, file: string): string {
  const path = join(directory, file);
  if (!existsSync(path)) throw new ContentError(`${file}: file: missing`);
  return readFileSync(path, "utf8");
}

function parseYaml(file: string, source: string): unknown {
  try {
    return parse(source);
  } catch (error) {
    throw new ContentError(`${file}: YAML: ${error instanceof Error ? error.message : error}`);
  }
}

function check<S extends z.ZodType>(
  file: string,
  shape: S,
  value: unknown,
  within = "",
): z.output<S> {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  throw new ContentError(
    result.error.issues
      .map((issue) => `${file}: ${within}${issue.path.join(".") || "file"}: ${issue.message}`)
      .join("\n"),
  );
}
