/** Speaks the language of whoever is answered. */
export interface Voice {
  /** What `Intl` writes by. */
  locale: string;
  /** The sentence in this language. `{0}`, `{1}` … stand for the values. */
  say: (sentence: string, values: readonly unknown[]) => string;
  /** The sentence in this language as its catalogue has it. */
  written: (sentence: string) => string;
}

let speaking: () => Voice | undefined = () => undefined;

/** Sets the function that finds the current voice. Without one, everything is said in English. */
export function setVoice(voiceOfNow: () => Voice | undefined): void {
  speaking = voiceOfNow;
}

/** The current voice; undefined for English, and so for React in the browser: only English pages are hydrated. */
export const voiceNow = (): Voice | undefined => speaking();

/** What `Intl` writes dates, numbers and lists by. */
export const localeNow = (): string => speaking()?.locale ?? "en-US";

/**
 * Says a sentence in the reader's language: ``say`You lost ${count} people.` ``. A catalogue knows it as
 * `You lost {0} people.` (content/messages/README.md). Not at the top level of a module, where there is no reader yet.
 */
export function say(pieces: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  const voice = speaking();
  if (voice)
    return voice.say(
      pieces.reduce((before, piece, nth) => `${before}{${nth - 1}}${piece}`),
      values,
    );
  let text = pieces[0] ?? "";
  for (const [nth, value] of values.entries()) text += `${value}${pieces[nth + 1]}`;
  return text;
}

/** Marks a sentence for the catalogues where there is no reader yet. `sayText` says it. */
export const sentence = /* @__NO_SIDE_EFFECTS__ */ (text: string): string => text;

/** Says a sentence that is the value of a variable: one of a table, or one that was marked. */
export const sayText = (text: string): string => speaking()?.say(text, []) ?? text;

/** Whether a text is a sentence, and no name for the code or address: it has a blank, or begins with a capital. */
export const isSentence = (text: string): boolean =>
  / |^\p{Lu}/u.test(text) && !/^(?:[/#.]|https?:)/.test(text);

/**
 * A table of sentences, or of tables of them, each of which is in the reader's language when it is read.
 * @__NO_SIDE_EFFECTS__ An unused table is in no script.
 */
export function sentences<T>(table: T): T {
  // Hydrated pages are in English, and their script must stay small.
  if (import.meta.env?.SSR === false) return table;
  if (Array.isArray(table))
    return inWords(
      table,
      Array.from(table, () => undefined),
    ) as T;
  if (typeof table !== "object" || table === null) return table;
  return inWords(table, {}) as T;
}

function inWords(table: object, into: object): object {
  for (const [name, value] of Object.entries(table))
    if (typeof value === "string" && isSentence(value))
      Object.defineProperty(into, name, {
        enumerable: true,
        configurable: true,
        get: () => speaking()?.say(value, []) ?? value,
      });
    else Object.defineProperty(into, name, { enumerable: true, value: sentences(value) });
  return into;
}
