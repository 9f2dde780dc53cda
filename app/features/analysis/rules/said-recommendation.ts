import { formatDate } from "../../../platform/values/dates.ts";
import { elided } from "../../../platform/values/elision.ts";
import { percentsInOrder } from "../../../platform/values/isolated.ts";
import { withCommas } from "../../../platform/values/numbers.ts";
import { localeNow, say, sayText, voiceNow } from "../../../platform/values/say.ts";
import { weekdays, weeklyHours } from "../best-hours.ts";
import {
  type Measure,
  measureKinds,
  placeholder,
  type RecommendationRule,
  wordFor,
} from "./recommendations.ts";

/** A rule's sentence as a pattern that matches what it has written, and the names of its placeholders. */
interface Written {
  pattern: RegExp;
  names: readonly string[];
}

const patterns = new Map<string, Written>();

function writtenBy(sentence: string): Written {
  const known = patterns.get(sentence);
  if (known) return known;
  const names: string[] = [];
  const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  let pattern = "";
  let end = 0;
  for (const { 0: place, 1: name = "", 2: words, index } of sentence.matchAll(placeholder)) {
    pattern += escaped(sentence.slice(end, index));
    end = index + place.length;
    if (words) pattern += `(?:${words.split("|").map(escaped).join("|")})`;
    else {
      // A date has a comma: were a figure any text, too, one behind a date could begin inside it.
      pattern += measureKinds[name as Measure] === "text" ? "(.+?)" : "([\\d.,]+%?)";
      names.push(name);
    }
  }
  const made = { pattern: new RegExp(`^${pattern}${escaped(sentence.slice(end))}$`), names };
  patterns.set(sentence, made);
  return made;
}

/**
 * A stored recommendation in the reader's language: the rule that wrote it is found by its words. What no rule has written, such as
 * an outside system's, stays as it is.
 * @param rules in English
 */
export function sayRecommendation(text: string, rules: readonly RecommendationRule[]): string {
  if (!voiceNow()) return text;
  for (const { sentence } of rules) {
    const { pattern, names } = writtenBy(sentence);
    const found = pattern.exec(text);
    if (found)
      return filled(
        sayText(sentence),
        new Map(names.map((name, nth) => [name, found[nth + 1] ?? ""])),
      );
  }
  return text;
}

function filled(sentence: string, values: ReadonlyMap<string, string>): string {
  const locale = localeNow();
  const forms = new Intl.PluralRules(locale);
  return sentence.replace(
    /([^{}]*)\{(\w+)(?:\|([^{}]+))?\}/g,
    (_, before: string, name: string, words?: string) => {
      const value = values.get(name) ?? "";
      const figure = valueNow(measureKinds[name as Measure], value);
      const said = words ? wordFor(words, forms.select(numberIn(value)), figure) : figure;
      return elided(before, said, locale) + said;
    },
  );
}

const numberIn = (value: string) => Number(value.replace(/[,%]/g, ""));

/** A value that was written in English. */
function valueNow(kind: (typeof measureKinds)[Measure] | undefined, value: string): string {
  if (kind === "count") return withCommas(numberIn(value));
  if (kind === "times")
    return numberIn(value).toLocaleString(localeNow(), {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    });
  if (kind === "percent")
    return percentsInOrder(
      (numberIn(value) / 100).toLocaleString(localeNow(), {
        style: "percent",
        maximumFractionDigits: 2,
      }),
      localeNow(),
    );
  return textNow(value);
}

function textNow(text: string): string {
  const [, day = "", hour = "", zone = ""] =
    /^(\w+)s from (\d\d):00 to \d\d:00 \((.+)\)$/.exec(text) ?? [];
  const weekday = (weekdays as readonly string[]).indexOf(day);
  if (weekday >= 0) return say`${weeklyHours({ weekday, fromHour: Number(hour) })} (${zone})`;
  return /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/.test(text)
    ? formatDate(Date.parse(`${text} UTC`))
    : sayText(text);
}
