import laws from "content:law";
import {
  type Obligations,
  obligationsFor,
  type PlanLengths,
  type prescribed,
} from "~/features/leaving/rules/law";
import { currentLanguage } from "~/platform/languages/languages.server";

const noPlan: PlanLengths = { term: 0, trial: 0 };

/** What holds in a place at a time, in epoch milliseconds. Without a plan there are no notices of its terms. */
export const obligationsOn = (place: string | null, at: number, plan = noPlan): Obligations =>
  obligationsFor(laws, place, plan, new Date(at).toISOString().slice(0, 10));

/** Prescribed words as a page has them: with their language where it is another than its own. */
export const wordsAsShown = ({
  text,
  language,
}: NonNullable<ReturnType<typeof prescribed>>): { text: string; language?: string } =>
  language === currentLanguage() ? { text } : { text, language };
