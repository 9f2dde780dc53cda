import type { ReactNode } from "react";
import { voiceNow } from "~/platform/values/say";

interface InEnglishProps {
  /** Whether an editor has translated it. */
  isTranslated?: boolean;
  /** Of a legal text the English one is binding. */
  isLegal?: boolean;
  children: ReactNode;
}

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
