import { hourInSeconds } from "../../../platform/values/durations.ts";
import type { ExportRequest, ReadExport } from "../../export/export.ts";
import { allTime, type Window } from "../history.ts";
import { instagramOpened, preparationSeconds, secondsOf } from "../window.ts";

/** Time zones are up to 14 hours ahead of UTC, and a ZIP's dates do not say which is theirs. */
const zoneSlack = 14 * hourInSeconds;

/** What an export says of the follows that it covers. */
export interface SaidWindow {
  window: Window;
  /** Epoch seconds: nobody who followed before it can be in the export. */
  notBefore: number;
  /** Somebody in the list followed before it: then the export's word is not believed. */
  isContradicted: boolean;
}

/**
 * The export's own word (docs/product.md#the-known-list): of the newest request that was made within three days before,
 * unless it cannot be read.
 * @param takenAt epoch milliseconds
 * @param follows of the list of followers
 */
export function saidWindow(
  { requests }: Pick<ReadExport, "requests">,
  takenAt: number,
  follows: { oldest: number; newest: number } | undefined,
): SaidWindow | undefined {
  const range = presentRequest(requests, takenAt)?.range;
  if (!range) return undefined;
  const said = { window: { ...allTime }, notBefore: 0, isContradicted: false };
  // 'All time' may also be written as a day before there was an Instagram.
  if (range.from && range.from.earliest > instagramOpened) {
    said.window.from = range.from.latest;
    // Of a day, the middle is its beginning in UTC.
    said.notBefore = (range.from.earliest + range.from.latest) / 2 - zoneSlack;
  }
  const limits = range.to && range.to.earliest < secondsOf(takenAt);
  // A list that goes on beyond its end was not cut there.
  const isBeyond = range.to && follows && follows.newest > range.to.latest + zoneSlack;
  if (range.to && limits && !isBeyond) said.window.to = range.to.earliest;
  said.isContradicted = follows !== undefined && follows.oldest < said.notBefore;
  return said;
}

function presentRequest(
  requests: readonly ExportRequest[],
  takenAt: number,
): ExportRequest | undefined {
  const taken = secondsOf(takenAt);
  return requests
    .filter(({ askedAt }) => askedAt >= taken - preparationSeconds && askedAt <= taken + zoneSlack)
    .toSorted((a, b) => b.askedAt - a.askedAt)[0];
}
