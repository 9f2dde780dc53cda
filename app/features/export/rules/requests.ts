import { dayInSeconds, hourInSeconds } from "../../../platform/values/durations.ts";
import type { ExportRequest, RangeLimit } from "../export.ts";
import {
  type Fields,
  isFields,
  type Labelled,
  labelledOf,
  labelTable,
  timeOf,
  timestampSeconds,
} from "./entry-fields.ts";
import type { ReaderOfFile } from "./findings.ts";

type Range = NonNullable<ExportRequest["range"]>;

// English is from other programs that read exports. (?) The others are translations, never seen in an export.
const rangeLabels = labelTable({
  from: [
    "Start date",
    "Startdatum",
    "Date de début",
    "Fecha de inicio",
    "Data de início",
    "Data di inizio",
    "Begindatum",
    "Başlangıç tarihi",
  ],
  to: [
    "End date",
    "Enddatum",
    "Date de fin",
    "Fecha de finalización",
    "Data de término",
    "Data di fine",
    "Einddatum",
    "Bitiş tarihi",
  ],
  other: ["Output format", "Media quality", "Date range", "Requested on", "Status", "Destination"],
});

/** What says that there is no limit. */
const noLimit = /^(|--?|all time|all)$/i;

/** Days begin up to so many seconds earlier or later than in UTC. */
const zoneSlack = 14 * hourInSeconds;
/** Requests that are kept. Only one of the last three days before the export can be the one that it answers. */
const mostRequests = 20;

/** What the subscriber asked Instagram for, each time. */
export const requestsReader: ReaderOfFile = (file, findings) => {
  let newest: (ExportRequest & { isUnread: boolean })[] = [];
  const keepNewest = () => {
    newest = newest.sort((a, b) => b.askedAt - a.askedAt).slice(0, mostRequests);
  };
  return {
    item(entry) {
      const fields = isFields(entry) ? entry : undefined;
      const labelled = fields ? labelledOf(fields) : [];
      for (const { label, name } of labelled)
        if (!rangeLabels.has(label)) findings.unknownLabel(file.end, name);
      const askedAt = (fields && timeOf(fields)) ?? 0;
      const range = rangeOf(labelled) ?? null;
      // A real one may have no range (docs/instagram.md): then nothing is left unread.
      const isUnread = range === null && !(fields && labelled.every(saysNoRange));
      newest.push({ askedAt, range, isUnread });
      if (newest.length > mostRequests * 2) keepNewest();
    },
    commit() {
      findings.find("requests");
      keepNewest();
      findings.requests.push(...newest.map(({ askedAt, range }) => ({ askedAt, range })));
      findings.unreadable(file.end, newest[0]?.isUnread ? 1 : 0);
    },
  };
};

const isSide = ({ label }: Labelled): boolean =>
  ["from", "to"].includes(rangeLabels.get(label) ?? "");

/** Whether a label is known, and of neither side of a range. */
const saysNoRange = (one: Labelled): boolean => rangeLabels.has(one.label) && !isSide(one);

/** @returns undefined where a side is there and cannot be read: half a range would be taken for 'all time' */
function rangeOf(labelled: readonly Labelled[]): Range | undefined {
  const known = labelled.filter(isSide);
  const side = (name: "from" | "to") =>
    known.find(({ label }) => rangeLabels.get(label) === name)?.fields;
  const from = limitOf(side("from") ?? {});
  const to = limitOf(side("to") ?? {}, dayInSeconds - 1);
  return known.length === 0 || from === undefined || to === undefined ? undefined : { from, to };
}

/** @param withinDay what is added to a day: the end of a range takes the whole day in */
function limitOf(fields: Fields, withinDay = 0): RangeLimit | null | undefined {
  const { value } = fields;
  const time = timeOf(fields) ?? timestampSeconds(value);
  if (time !== undefined) return momentOrDay(time, withinDay);
  if (value === undefined || value === null || value === 0) return null;
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  return noLimit.test(text) ? null : limitIn(text, withinDay);
}

/** A day, or a moment: `2025-05-11`, `2025-05-11T09:30:00Z`, `May 11, 2025`, `May 11, 2025 9:30 am`. */
const dayForm = /^(?:(\d{4}-\d{2}-\d{2})|([a-z]{3,9}\.? \d{1,2}, \d{4}))(.*)$/i;
const clockForm =
  /^(?:[T ]|, | at )(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)? ?(?:[ap]m)?) ?(Z|UTC|[+-]\d{2}:?\d{2})?$/i;

function limitIn(text: string, withinDay: number): RangeLimit | undefined {
  const [, iso, words, rest = ""] = dayForm.exec(text) ?? [];
  const day = iso ?? words;
  if (day === undefined) return undefined;
  const [, clock, zone] = clockForm.exec(rest) ?? [];
  if (rest !== "" && clock === undefined) return undefined;
  const time = Math.floor(Date.parse(`${day} ${clock ?? "00:00"} ${zone ?? "UTC"}`) / 1_000);
  if (Number.isNaN(time)) return undefined;
  return clock !== undefined && zone === undefined ? widened(time) : momentOrDay(time, withinDay);
}

/** A time at midnight in UTC is a day without a time. */
const momentOrDay = (time: number, withinDay: number): RangeLimit =>
  time % dayInSeconds === 0 ? widened(time + withinDay) : { earliest: time, latest: time };

const widened = (time: number): RangeLimit => ({
  earliest: time - zoneSlack,
  latest: time + zoneSlack,
});
