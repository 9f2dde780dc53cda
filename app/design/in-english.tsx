import type { ReactNode } from "react";
import { directionOf, type Language } from "~/platform/values/languages";
import { localeNow, voiceNow } from "~/platform/values/say";

interface InEnglishProps {
  /** Whether an editor has translated it. */
  isTranslated?: boolean;
  /** Only the English version of a legal text is binding. */
  isLegal?: boolean;
  children: ReactNode;
}

/** Attributes of the page's own words (labels such as 'Part 1 of 4') inside an element that is marked as English. */
export function inOwnWords(): { lang?: string; dir?: "ltr" | "rtl" } {
  if (!voiceNow()) return {};
  const language = localeNow().replace(/-u-.*/, "");
  return { lang: language, dir: directionOf(language as Language) };
}

/** Attributes of an element that holds an English text without a line that says so, such as inside a label. */
export const asEnglish = (isTranslated = false): { lang?: string; dir?: "ltr" } =>
  isTranslated || !voiceNow() ? {} : { lang: "en", dir: "ltr" };

/** What no editor has translated: marked as English, directly under a line in the reader's language that says so. */
export function InEnglish({ isTranslated = false, isLegal = false, children }: InEnglishProps) {
  if (isTranslated || !voiceNow()) return children;
  return (
    <>
      <p className="my-4 rounded-xl bg-tint px-4 py-3 text-sm">
        {isLegal
          ? "This text has not been translated. It is shown in English, and the English text is binding."
          : "This text has not been translated yet. It is shown in English."}
      </p>
      <div lang="en" dir="ltr">
        {children}
      </div>
    </>
  );
}
