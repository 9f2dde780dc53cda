import { quietRates } from "./histories/daily-life.ts";
import { exportZips, type UploadFile, wholeFile } from "./histories/export-zip.ts";
import { type History, type HistoryOptions, makeHistory } from "./histories/history.ts";

/** An export file that the console offers. */
export interface SampleExport {
  slug: string;
  title: string;
  /** What the app should say about it. */
  expect: string;
  /** Made anew for every download. */
  file(): UploadFile;
}

const day = 86_400;

export const sampleOwner: Partial<HistoryOptions> = {
  seed: 11,
  followers: 1_840,
  following: 610,
  days: 90,
  rates: quietRates,
};

/** The files to try, of two invented accounts. @param now epoch seconds: when the newest of them was made */
export function sampleExports(now: number): SampleExport[] {
  const maja = makeHistory({ ...sampleOwner, until: now });
  const studio = makeHistory({
    seed: 29,
    followers: 8_200,
    following: 320,
    type: "creator",
    username: "studio.nordwind",
    fullName: "Studio Nordwind",
    postsPerWeek: 3,
    until: now,
  });
  // So that each file is newer than the one before it in the table.
  const second = now - 3_600;
  const first = second - 30 * day;
  return [
    {
      slug: "first",
      title: "First export",
      expect: `${sizes(maja, first)}. Used at once.`,
      file: () => only(exportZips(maja, first)),
    },
    {
      slug: "second",
      title: "Second export, 30 days later",
      expect: `${sizes(maja, second)}. After the first: ${changes(maja, first, second)}.`,
      file: () => only(exportZips(maja, second)),
    },
    {
      slug: "last-year",
      title: "Asked for as 'last year'",
      expect: `Only the ${counted(maja.stateAt(now).followers(now - 365 * day).size)} followers of the last year. Held, with both readings side by side.`,
      file: () => only(exportZips(maja, now, { range: "last-year" })),
    },
    {
      slug: "html",
      title: "Asked for as HTML",
      expect: "Refused: it says how to ask for JSON.",
      file: () => only(exportZips(maja, now, { format: "html", takenAt: second + 60 })),
    },
    {
      slug: "broken",
      title: "Broken off on the way",
      expect: "Refused: the file is damaged. Nothing is kept.",
      file: () => cutInHalf(only(exportZips(maja, now, { takenAt: second + 120 }))),
    },
    {
      slug: "creator",
      title: "A creator's export with insights",
      expect: `${sizes(studio, now)}, likes and comments of its posts. Beside another account's: held.`,
      file: () => only(exportZips(studio, now)),
    },
  ];
}

function only([file]: UploadFile[]): UploadFile {
  if (!file) throw new Error("An export has at least one file");
  return file;
}

function sizes(history: History, at: number): string {
  const state = history.stateAt(at);
  return `${counted(state.followers().size)} followers, ${counted(state.following().size)} following`;
}

const counted = (count: number) => count.toLocaleString("en-US");

function changes(history: History, earlier: number, later: number): string {
  const truth = history.truthBetween(earlier, later);
  return [
    `${truth.new.length} new`,
    `${truth.lost.length} left`,
    `${truth.renamed.length} renamed`,
    `${truth.returned.length} came back`,
    `${truth.refollowed.length} followed again`,
  ].join(", ");
}

function cutInHalf(file: UploadFile): UploadFile {
  return { name: file.name, chunks: firstHalf(file) };
}

async function* firstHalf(file: UploadFile): AsyncGenerator<Uint8Array> {
  const bytes = await wholeFile(file);
  yield bytes.subarray(0, bytes.length / 2);
}
