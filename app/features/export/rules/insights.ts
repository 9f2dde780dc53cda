import { countOf } from "../count-units.ts";
import { countedFigures, type PostFigures } from "../export.ts";
import { type Fields, isFields, labelledOf, timeOf, timeOfPicture } from "./entry-fields.ts";
import type { ReaderOfFile } from "./findings.ts";
import { insightLabels, reelLabels } from "./insight-labels.ts";

type Kind = PostFigures["kind"];
type Figure = Exclude<keyof PostFigures, "kind" | "postedAt" | "unlabelled">;

/** Files by name and lists by key: a file that came alone may have any name. */
const kinds: readonly (readonly [pattern: RegExp, kind: Kind])[] = [
  [/reels/, "reel"],
  [/stories/, "story"],
  [/live/, "live"],
  [/posts/, "post"],
];

/** What Instagram's insights say of each post (form E of docs/instagram.md#the-export). */
export const insightsReader: ReaderOfFile = (file, findings) => {
  const figures: PostFigures[] = [];
  let unreadable = 0;
  return {
    item(entry, key) {
      const kind = kinds.find(([pattern]) => pattern.test(key))?.[1] ?? kindOf(file.end);
      const found = isFields(entry)
        ? figuresOf(entry, kind, (label) => findings.unknownLabel(file.end, label))
        : undefined;
      if (found) figures.push(found);
      else unreadable += 1;
      findings.checkPosts(figures.length);
    },
    commit() {
      findings.find("insights");
      findings.addFigures(figures);
      findings.unreadable(file.end, unreadable);
    },
  };
};

const kindOf = (end: string): Kind =>
  kinds.find(([pattern]) => pattern.test(end.slice(end.lastIndexOf("/"))))?.[1] ?? "post";

function figuresOf(
  entry: Fields,
  kind: Kind,
  onUnknownLabel: (label: string) => void,
): PostFigures | undefined {
  const postedAt = postedAtOf(entry);
  if (postedAt === undefined) return undefined;
  const figures: PostFigures = {
    kind,
    postedAt,
    likes: null,
    comments: null,
    saves: null,
    shares: null,
    reach: null,
    follows: null,
  };
  const seen = new Set<Figure>();
  let hasUnknown = false;
  const table = kind === "reel" ? reelLabels : insightLabels;
  for (const { label, name, fields } of labelledOf(entry)) {
    const meaning = table.get(label);
    if (meaning === undefined) {
      hasUnknown = true;
      onUnknownLabel(name);
    }
    if (meaning === undefined || meaning === "other") continue;
    const count = countOf(fields.value);
    // Two labels for one figure: where they differ, it is neither.
    figures[meaning] = seen.has(meaning) && figures[meaning] !== count ? null : count;
    seen.add(meaning);
  }
  const unlabelled = countedFigures.filter((figure) => hasUnknown && !seen.has(figure));
  return unlabelled.length > 0 ? { ...figures, unlabelled } : figures;
}

/** The only time that there is, whatever its label is. Of none or several, nobody knows which: then it is the picture's. */
function postedAtOf(entry: Fields): number | undefined {
  const times = new Set(
    labelledOf(entry)
      .map(({ fields }) => timeOf(fields))
      .filter((time) => time !== undefined),
  );
  if (times.size === 1) return [...times][0];
  return timeOfPicture(isFields(entry.media_map_data) ? Object.values(entry.media_map_data) : []);
}
