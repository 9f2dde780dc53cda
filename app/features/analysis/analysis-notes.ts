import { say, sentence, sentences } from "../../platform/values/say.ts";
import type { Note } from "../history/history.ts";
import { type CategoryKey, mayConnect, mayImport, type Profile } from "./profile.ts";

/** What a subscriber has given, and could give. */
export interface Knowing {
  mayImport: boolean;
  mayConnect: boolean;
  hasExport: boolean;
  isConnected: boolean;
}

/** @param allowed `ANALYSIS_SOURCES` */
export const knowingOf = (allowed: ReadonlySet<string>, profile: Profile): Knowing => ({
  mayImport: mayImport(allowed, profile),
  mayConnect: mayConnect(allowed, profile),
  hasExport: profile.sources.export !== undefined,
  isConnected: profile.sources.connection !== undefined,
});

/** The way to what can tell: another export, or a connection. */
export interface WayOut {
  to: "import" | "connect";
  label: string;
}

interface NoteText {
  /** What stands where the number would. */
  short: string;
  /** The same in a sentence, with what to do about it. */
  long: string;
  way?: WayOut;
}

const byImport = (label = sentence("Import it")): Pick<NoteText, "way"> =>
  sentences({ way: { to: "import" as const, label } });
const byConnection = (label: string): Pick<NoteText, "way"> =>
  sentences({ way: { to: "connect" as const, label } });
const toConnection = byConnection(sentence("See your connection"));

/** What a page says for a total that cannot be known (docs/product.md#notes). */
const texts: Record<Note, (knowing: Knowing) => NoteText> = {
  "needs-export": ({ mayImport: mayBe }) =>
    mayBe
      ? {
          short: say`Needs your Instagram export`,
          long: say`Your Instagram export shows this.`,
          ...byImport(),
        }
      : {
          short: say`Not told by Instagram`,
          long: say`Instagram tells a connected app how many people follow you and are followed, but not who they are. So we cannot truthfully name anybody here.`,
        },
  "needs-second-export": () => ({
    short: say`Needs a second export`,
    long: say`This comes from comparing two exports. Import another one to see it by name.`,
    ...byImport(sentence("Import another")),
  }),
  "needs-following": () => ({
    short: say`Needs the list of people you follow`,
    long: say`Your export does not include the list of people you follow. Ask Instagram for one with all of 'Followers and following'.`,
    ...byImport(),
  }),
  "needs-connection": ({ isConnected, mayConnect: mayBe }) => {
    if (isConnected)
      return {
        short: say`Needs the comments on your posts`,
        long: say`We have not read the comments on your posts to the end. Right after you connect, that takes a while. If you did not allow us to read comments, connect again and allow it.`,
        ...toConnection,
      };
    if (mayBe)
      return {
        short: say`Needs your connection to Instagram`,
        long: say`Instagram's export does not say who commented on your posts, but Instagram tells it to those who connect a professional account. Nobody is told who liked a post.`,
        ...byConnection(sentence("Connect Instagram")),
      };
    return {
      short: say`Not in an export`,
      long: say`Instagram's export does not say who commented on your posts, so we cannot truthfully name anybody here. It does not say who liked them either.`,
    };
  },
  "needs-insights": ({ isConnected, mayConnect: mayBe }) => {
    if (isConnected)
      return {
        short: say`Not told by Instagram`,
        long: say`Instagram did not tell us this about your posts.`,
        ...toConnection,
      };
    if (mayBe)
      return {
        short: say`Needs your connection to Instagram`,
        long: say`Instagram counts this for professional accounts. If yours is one, connect it, or ask for an export with the part 'Past Instagram insights'.`,
        ...byConnection(sentence("Connect Instagram")),
      };
    return {
      short: say`Needs your insights`,
      long: say`Instagram counts this in the insights of professional accounts. If yours is one, ask for an export with the part 'Past Instagram insights'.`,
      ...byImport(sentence("Import them")),
    };
  },
  "unknown-labels": () => ({
    short: say`Insights in a language unknown to us`,
    long: say`The insights in your export are in a language that we cannot read yet. Set Instagram to English, and ask for the export again.`,
    ...byImport(),
  }),
  "likes-hidden": () => ({
    short: say`Likes are hidden`,
    long: say`The likes of these posts are hidden, so nobody can count them.`,
  }),
  "other-account": () => ({
    short: say`From another account`,
    long: say`You are connected to another Instagram account than your exports are from, so nothing is computed from both.`,
    ...toConnection,
  }),
};

/** The texts of categories for which a note means something else. */
const ownTexts: Partial<Record<CategoryKey, Partial<Record<Note, NoteText>>>> = sentences({
  notFollowingBack: {
    "needs-export": {
      short: "Needs an export of all time",
      long: "Your exports cover only part of the time, so people missing from them may well follow you back. Ask Instagram for an export with 'Date range' set to 'All time'.",
      ...byImport(),
    },
  },
  secretFans: {
    "needs-export": {
      short: "Needs an export of all time",
      long: "Your exports cover only part of the time, so people missing from them may well follow you. Ask Instagram for an export with 'Date range' set to 'All time'.",
      ...byImport(),
    },
  },
  pendingRequests: {
    "needs-export": {
      short: "Not in your export",
      long: "Your export has no list of the follow requests you sent. Instagram leaves it out if there are none.",
      ...byImport(sentence("Import another")),
    },
  },
});

/** Said where those who left are told by an export of part of the time: others are not known to have stayed. */
export const leftOfPart = (): string =>
  say`An export of part of the time tells only who left of those who had followed within it. Others who left show with an export of all time.`;

/** Said where no export shows some of the time in which people may have come: nobody in the list is not nobody. */
export const cameAtOtherTimes = (): string =>
  say`Whoever followed at a time that these exports do not show is missing here. An export of all time counts them among your followers, but cannot name them as new.`;

/** The words for a note, with a way out only where the subscriber may take it. */
export function noteText(note: Note, knowing: Knowing, category?: CategoryKey): NoteText {
  // Without any export, everything that one would show is missing for the same reason.
  const own = knowing.hasExport && category ? ownTexts[category]?.[note] : undefined;
  const { way, ...text } = own ?? texts[note](knowing);
  const isOpen = way && (way.to === "import" ? knowing.mayImport : knowing.mayConnect);
  return isOpen ? { ...text, way } : text;
}
