import type { AnalysisContent } from "../../app/features/analysis/built-in-profile.ts";
import { growthFrom } from "../../app/features/growth/compute-growth.ts";
import { decodeGrowth, encodeGrowth } from "../../app/features/growth/encode-growth.ts";
import type { Growth } from "../../app/features/growth/growth.ts";
import type { AccountReading } from "../../app/features/history/account-reading.ts";
import type { HiddenPerson } from "../../app/features/history/hidden-people.ts";
import { encodeLists, type KeptLists } from "../../app/features/history/kept-lists.ts";
import { decodeNames, type KeptNames } from "../../app/features/history/kept-names.ts";
import { decodePiece } from "../../app/features/history/people-piece.ts";
import { analyse } from "../../app/features/imports/rules/analyse.ts";
import type { AnalysedImport, AnalysisResult, Ask } from "../../app/features/imports/rules/work.ts";
import type { NameList } from "../../app/platform/values/name-list.ts";

/** An export in use. */
export interface UsedExport {
  /** Epoch milliseconds. */
  takenAt: number;
  window: AnalysedImport["window"];
  followersShown?: number | undefined;
  kept: Pick<KeptLists, "followers"> & Partial<KeptLists>;
}

/** All that an analysis has said, as the pages, the report and the letter read it. */
export interface Said {
  growth: Growth;
  profile: Record<string, unknown>;
  changes: Extract<AnalysisResult, { profile: unknown }>["changes"];
  /** Usernames by category. */
  people: Record<string, string[]>;
  /** All names that stand in the lists, former ones included. */
  named: ReadonlySet<string>;
  /** The bytes of what each import changed, to compare any two by. */
  turnovers: readonly Uint8Array[];
  names: KeptNames | undefined;
}

const noContent: AnalysisContent = {
  rules: [],
  rates: {
    ...{ source: "", year: 0, sizes: [{ percent: 1 }], edges: [1, 2, 3, 4], levels: [] },
    other: { source: "", year: 0, lowestPercent: 0, highestPercent: 0, by: "" },
  },
};

/**
 * Takes the exports in, one after the other in the order of time, as the import thread does: each analysis gets what the
 * one before it kept.
 * @param reading of the connection, in the last analysis
 * @param hidden whom the subscriber has hidden by then
 */
export async function courseOf(
  exports: readonly UsedExport[],
  {
    reading,
    content = noContent,
    hidden = [],
  }: {
    reading?: AccountReading;
    content?: AnalysisContent;
    hidden?: readonly HiddenPerson[];
  } = {},
): Promise<Said> {
  const used: AnalysedImport[] = [];
  let turnovers: Uint8Array[] = [];
  let said: Said | undefined;
  const changes: Said["changes"] = {};
  const lists = exports.map(({ kept }) => [...encodeLists({ ...nothingElse, ...kept })]);
  for (const [index, { takenAt, window, kept, followersShown }] of exports.entries()) {
    used.push({
      id: String(index),
      takenAt,
      account: "owner",
      window,
      followers: kept.followers.size,
      following: kept.following?.size ?? null,
      followersShown: followersShown ?? null,
    });
    const pieces: Uint8Array[] = [];
    const ask: Ask = async (question) => {
      if (question.ask === "keep") pieces.push(question.piece);
      const piece = question.ask === "piece" && lists[Number(question.id)]?.[question.index];
      // Lists that were read are freed by whoever reads them: each analysis gets its own copy.
      return piece ? new Uint8Array(piece) : null;
    };
    const isLast = index === exports.length - 1;
    const result = await analyse(
      {
        task: "analyse",
        used,
        recomputeFrom: index,
        turnovers,
        ...(isLast && reading && { reading }),
        hidden: isLast ? hidden : [],
        same: [],
        content,
        timeZone: null,
        now: takenAt,
      },
      ask,
      (sources) => encodeGrowth(growthFrom(sources)),
    );
    if ("held" in result) throw new Error("held");
    const { growth, departures, names } = result.growth;
    turnovers = pieces.slice(departures.at, departures.at + departures.count);
    Object.assign(changes, result.changes);
    if (!isLast) continue;
    said = {
      growth: await decodeGrowth(pieces.slice(growth.at, growth.at + growth.count)),
      profile: result.profile,
      changes,
      ...(await peopleIn(result.index, pieces)),
      turnovers,
      names: names && (await decodeNames(pieces.slice(names.at, names.at + names.count))),
    };
  }
  if (!said) throw new Error("no export");
  return said;
}

export const nothingElse = {
  following: undefined,
  pendingRequests: undefined,
  postTimes: [],
  insights: undefined,
  accountCreatedAt: null,
  requests: [],
} satisfies Omit<KeptLists, "followers"> & { followers?: NameList };

type Index = Extract<AnalysisResult, { index: unknown }>["index"];

async function peopleIn(
  { starts, categories }: Index,
  pieces: readonly Uint8Array[],
): Promise<Pick<Said, "people" | "named">> {
  const names: string[] = [];
  const former: string[] = [];
  for (const piece of pieces.slice(0, starts.length)) {
    const { count, person, formerNames } = await decodePiece(piece);
    for (let row = 0; row < count; row += 1) {
      names.push(person(row).username);
      former.push(...(formerNames(row)?.names ?? []));
    }
  }
  const people = Object.fromEntries(
    Object.entries(categories).map(([key, { start, total }]) => [
      key,
      names.slice(start, start + total),
    ]),
  );
  return { people, named: new Set([...names, ...former]) };
}
