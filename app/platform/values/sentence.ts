import { elided } from "./elision.ts";
import { isolated } from "./isolated.ts";

// What a catalogue's sentence is made of: text, `{0}` for a value, `{0, plural, one {# day} other {# days}}` and
// `{0, select, lost {…} other {…}}` for what depends on one, `<1>…</1>` or `<1/>` for an element of the page. `{username}` of an
// editor's file stays as it is: whoever reads that file fills it in.

/** A part of a sentence. */
export type SentencePart =
  | string
  | { value: number }
  | Choice
  /** `#`: the number that a plural depends on. */
  | { number: true }
  | { element: number; inside: readonly SentencePart[] };

interface Choice {
  of: number;
  kind: "plural" | "select";
  forms: Readonly<Record<string, readonly SentencePart[]>>;
}

/** How the catalogues know an English sentence in one of its senses, where other languages have words for each. */
export const inSense = (sentence: string, sense: string): string => `${sentence} (sense: ${sense})`;
export const withoutSense = (sentence: string): string =>
  sentence.replace(/ \(sense: [^()]+\)$/, "");

const byCategory = String.raw`(?:\|(?:zero|one|two|few|many)=[^{}|]+)+\|other=[^{}|]+`;
const named = String.raw`\{([a-z]\w*)(?:\|[^{}|=]+\|[^{}|=]+|${byCategory})?\}`;
const namedHere = new RegExp(named, "y");
const namedAlone = new RegExp(`^${named}$`);

/**
 * The name in braces that a part is, which whoever reads an editor's file fills in: `{lost}`, `{lost|person|people}`, or by
 * the plural forms of a language `{lost|one=…|two=…|few=…|other=…}`.
 */
export const nameIn = (text: string): string | undefined => namedAlone.exec(text)?.[1];

/** Reads a sentence. @throws {SyntaxError} for one that is not well formed */
export function parseSentence(sentence: string): SentencePart[] {
  let at = 0;
  const fail = (what: string): never => {
    throw new SyntaxError(`${what} at ${at} of: ${sentence}`);
  };
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(sentence);
    if (found) at += found[0].length;
    return found;
  };

  function parts(isForm: boolean, element?: number): SentencePart[] {
    const found: SentencePart[] = [];
    for (;;) {
      const text = match(isForm ? /[^{}<#]+/y : /[^{}<]+/y);
      if (text) found.push(text[0]);
      else if (at === sentence.length || sentence[at] === "}") {
        if (element !== undefined) fail(`<${element}> is not closed`);
        return found;
      } else if (sentence.startsWith("</", at)) {
        if (match(/<\/(\d+)>/y)?.[1] !== String(element)) fail("an end tag without its beginning");
        return found;
      } else found.push(special(isForm));
    }
  }

  function special(isForm: boolean): SentencePart {
    if (isForm && match(/#/y)) return { number: true };
    const tag = match(/<(\d+)(\/?)>/y);
    if (tag) {
      const element = Number(tag[1]);
      return { element, inside: tag[2] ? [] : parts(isForm, element) };
    }
    if (match(/</y)) return "<";
    const value = match(/\{(\d+)\}/y);
    if (value) return { value: Number(value[1]) };
    // Put in by the code that knows the name; `{lost|person|people}` chooses by its number.
    const name = match(namedHere);
    if (name) return name[0];
    const choice = match(/\{(\d+), (plural|select),\s*/y) ?? fail("a brace that is no value");
    const forms: Record<string, SentencePart[]> = {};
    while (!match(/\s*\}/y)) {
      const name = match(/\s*(\w+|=\d+)\s*\{/y)?.[1] ?? fail("a form without a name");
      forms[name] = parts(true);
      if (!match(/\}/y)) fail("a form that is not closed");
    }
    if (!forms.other) fail("no form 'other'");
    return { of: Number(choice[1]), kind: choice[2] as "plural" | "select", forms };
  }

  const all = parts(false);
  return at === sentence.length ? all : fail("a closing brace");
}

const rules = new Map<string, Intl.PluralRules>();

function ruleOf(locale: string): Intl.PluralRules {
  const rule = rules.get(locale) ?? new Intl.PluralRules(locale);
  rules.set(locale, rule);
  return rule;
}

/** A value as a number, also where it was written for a reader: `1,234` and `1.234` count as 1234. */
const numberOf = (value: unknown): number =>
  typeof value === "number" ? value : Number(String(value).replace(/\D/g, "") || Number.NaN);

/**
 * Resolves what depends on values.
 * @param fill what stands for a value
 * @param wrap what stands for an element with what is inside it
 */
export function resolve<T>(
  parts: readonly SentencePart[],
  values: readonly unknown[],
  locale: string,
  fill: (value: unknown) => T,
  wrap: (element: number, inside: T[]) => T,
  counted?: unknown,
): (T | string)[] {
  return parts.flatMap((part, nth): (T | string)[] => {
    if (typeof part === "string")
      return [elided(part, startOf(parts[nth + 1], values, locale, counted), locale)];
    if ("value" in part) return [fill(values[part.value])];
    if ("number" in part) return [numberIn(counted, locale)];
    if ("element" in part)
      return [wrap(part.element, resolve(part.inside, values, locale, fill, wrap, counted) as T[])];
    const value = values[part.of];
    return resolve(formOf(part, value, locale), values, locale, fill, wrap, value);
  });
}

const numberIn = (counted: unknown, locale: string) =>
  typeof counted === "number" ? counted.toLocaleString(locale) : String(counted);

function formOf({ kind, forms }: Choice, value: unknown, locale: string): readonly SentencePart[] {
  const form =
    kind === "select"
      ? forms[String(value)]
      : (forms[`=${numberOf(value)}`] ?? forms[ruleOf(locale).select(numberOf(value))]);
  return form ?? forms.other ?? [];
}

/** What a part begins with, as far as it is text. */
function startOf(
  part: SentencePart | undefined,
  values: readonly unknown[],
  locale: string,
  counted: unknown,
): unknown {
  if (part === undefined || typeof part === "string") return part;
  if ("value" in part) return values[part.value];
  if ("number" in part) return numberIn(counted, locale);
  if ("element" in part) return startOf(part.inside[0], values, locale, counted);
  const value = values[part.of];
  return startOf(formOf(part, value, locale)[0], values, locale, value);
}

/** A sentence without elements as text. */
export const fillIn = (
  parts: readonly SentencePart[],
  values: readonly unknown[],
  locale: string,
): string =>
  resolve(
    parts,
    values,
    locale,
    (value) => String(isolated(value, locale)),
    (_, inside) => inside.join(""),
  ).join("");
