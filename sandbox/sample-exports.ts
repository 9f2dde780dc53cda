import { exportZips, type UploadFile, wholeFile } from "./histories/export-zip.ts";
import { type History, makeHistory } from "./histories/history.ts";

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
/** Few changes, as in an account that a person knows. */
const quietRates = {
  follow: 0.0012,
  unfollow: 0.0007,
  rename: 0.0002,
  vanish: 0.0003,
  returnShare: 0.8,
  refollowShare: 0.2,
};

/** The files to try, of two invented accounts. @param now epoch seconds: when the newest of them was made */
export function sampleExports(now: number): SampleExport[] {
  const maja = makeHistory({
    seed: 11,
    followers: 1_840,
    following: 610,
    days: 90,
    rates: quietRates,
    until: now,
  });
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
  const first = now - 30 * day;
  const range = { range: "last-year", takenAt: now - 60 } as const;
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
      expect: `${sizes(maja, now)}. After the first: ${changes(maja, first, now)}.`,
      file: () => only(exportZips(maja, now)),
    },
    {
      slug: "last-year",
      title: "Asked for as 'last year'",
      expect: `Only the ${counted(maja.stateAt(now).followers(now - 365 * day).size)} followers of the last year. Held, with both readings side by side.`,
      file: () => only(exportZips(maja, now, range)),
    },
    {
      slug: "html",
      title: "Asked for as HTML",
      expect: "Refused: it says how to ask for JSON.",
      file: () => only(exportZips(maja, now, { format: "html", takenAt: now - 120 })),
    },
    {
      slug: "broken",
      title: "Broken off on the way",
      expect: "Refused: the file is damaged. Nothing is kept.",
      file: () => cutInHalf(only(exportZips(maja, now, { takenAt: now - 180 }))),
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
