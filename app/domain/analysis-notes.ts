import type { Note } from "./analysis/analysis.ts";
import type { CategoryKey } from "./profile.ts";

interface NoteText {
  /** What stands where the number would. */
  short: string;
  /** The same in a sentence, with what to do about it. */
  long: string;
  /** The link to the import, where another import can tell. */
  importLabel?: string;
}

/** What a page says for a total that cannot be known (contract 10). */
const texts: Record<Note, NoteText> = {
  "needs-export": {
    short: "Needs your Instagram export",
    long: "Your Instagram export shows this.",
    importLabel: "Import it",
  },
  "needs-second-export": {
    short: "Needs a second export",
    long: "This comes from comparing two exports. Import another one to see it by name.",
    importLabel: "Import another",
  },
  "needs-following": {
    short: "Needs the list of people you follow",
    long: "Your export does not include the list of people you follow. Ask Instagram for one with all of 'Followers and following'.",
    importLabel: "Import it",
  },
  "needs-connection": {
    short: "Not in an export",
    long: "Instagram's export does not say who commented on your posts, so we cannot truthfully name anybody here. It does not say who liked them either.",
  },
  "needs-insights": {
    short: "Needs your insights",
    long: "Instagram counts this in the insights of professional accounts. If yours is one, ask for an export with the part 'Past Instagram insights'.",
    importLabel: "Import them",
  },
  "unknown-labels": {
    short: "Insights in a language unknown to us",
    long: "The insights in your export are in a language that we cannot read yet. Set Instagram to English, and ask for the export again.",
    importLabel: "Import it",
  },
  "likes-hidden": {
    short: "Likes are hidden",
    long: "The likes of these posts are hidden, so nobody can count them.",
  },
  "other-account": {
    short: "From another account",
    long: "This would come from another account than your exports do, so it is not counted.",
  },
};

/** Where a note means something else than elsewhere. */
const ownTexts: Partial<Record<CategoryKey, Partial<Record<Note, NoteText>>>> = {
  notFollowingBack: {
    "needs-export": {
      short: "Needs an export of all time",
      long: "Your exports cover only part of the time, so people missing from them may well follow you back. Ask Instagram for an export with 'Date range' set to 'All time'.",
      importLabel: "Import it",
    },
  },
  pendingRequests: {
    "needs-export": {
      short: "Not in your export",
      long: "Your export has no list of the follow requests you sent. Instagram leaves it out if there are none.",
      importLabel: "Import another",
    },
  },
};

export const noteText = (note: Note, category?: CategoryKey): NoteText =>
  (category && ownTexts[category]?.[note]) ?? texts[note];
