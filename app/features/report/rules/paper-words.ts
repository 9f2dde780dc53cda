import { say, sentences } from "../../../platform/values/say.ts";

/** What content/typeset/report.typ says by itself. */
const paperWords = sentences({
  about: "The whole analysis of your Instagram account",
  /** For readers who do not see the page: the document's description. */
  description: "Analysis of an Instagram account",
  exampleMark: "example: all of it is invented",
  figures: "Your figures",
  running:
    "The analysis was still running when this report was made. What it had not counted by then says so.",
  engagement: "Engagement",
  rate: "Overall Engagement Rate",
  number: "No.",
  posted: "Posted",
  growth: "Your growth",
  months: "The last twelve months in figures",
  people: "Who came and who left",
  hours: "When to post",
  ledger: "What brought followers",
  recommendations: "Recommendations",
  noRecommendations: "There are no recommendations yet: they appear once enough is known.",
  methods: "How each figure was made",
  aboutMethods: "Each figure with where it comes from and from when it is.",
  methodHeads: ["Figure", "How it was made", "Source, and when"],
});

export type PaperWords = typeof paperWords & Record<"title" | "documentTitle" | "colon", string>;

/** Between a label and its text: French has a blank before it. */
const colon = () => say`${""}: ${""}`;

/** @param account the Instagram username; null where the analysis does not name it */
export function paperWordsOf(account: string | null, isExample: boolean): PaperWords {
  const title = isExample ? say`Example report` : say`Profile report`;
  const named = `@${account}`;
  return {
    ...paperWords,
    title,
    colon: colon(),
    documentTitle:
      account === null
        ? title
        : isExample
          ? say`Example report of ${named}`
          : say`Profile report of ${named}`,
  };
}
