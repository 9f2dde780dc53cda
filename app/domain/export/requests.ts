import type { ReadExport } from "./export.ts";
import type { ReaderOfFile } from "./file-reader.ts";
import { type Labelled, labelledOf, labelTable } from "./labels.ts";
import { isFields, secondsOf, timeOf } from "./values.ts";

type Range = NonNullable<ReadExport["requestedRange"]>;

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
const secondsOfDay = 86_400;

/** The range that the subscriber asked Instagram for: the newest request that can be read. */
export const requestsReader: ReaderOfFile = (file, findings) => {
  let newest = Number.NEGATIVE_INFINITY;
  let range: Range | undefined;
  let unreadable = 0;
  return {
    item(entry) {
      const labelled = isFields(entry) ? labelledOf(entry) : [];
      for (const { label } of labelled)
        if (!rangeLabels.has(label)) findings.unknownLabel(file.end, label);
      const askedAt = isFields(entry) ? (timeOf(entry) ?? 0) : 0;
      if (askedAt <= newest) return;
      const found = rangeOf(labelled);
      newest = askedAt;
      range = found;
      if (!found) unreadable += 1;
    },
    commit() {
      findings.find("requests");
      if (range) findings.requestedRange = range;
      findings.unreadable(file.end, unreadable);
    },
  };
};

/** @returns undefined where a side is there and cannot be read: half a range would be taken for 'all time' */
function rangeOf(labelled: readonly Labelled[]): Range | undefined {
  const known = labelled.filter(({ label }) =>
    ["from", "to"].includes(rangeLabels.get(label) ?? ""),
  );
  const side = (name: "from" | "to") =>
    known.find(({ label }) => rangeLabels.get(label) === name)?.fields;
  const from = limitOf(side("from") ?? {}, 0);
  const to = limitOf(side("to") ?? {}, secondsOfDay - 1);
  return known.length === 0 || from === undefined || to === undefined ? undefined : { from, to };
}

/** @param withinDay what is added to a day that has no time: the end of a range takes the whole day in */
function limitOf(
  { timestamp_value, timestamp, value }: Readonly<Record<string, unknown>>,
  withinDay: number,
): number | null | undefined {
  const time = secondsOf(timestamp_value) ?? secondsOf(timestamp) ?? secondsOf(value);
  if (time !== undefined) return time;
  if (value === undefined || value === null || value === 0) return null;
  if (typeof value !== "string") return undefined;
  if (noLimit.test(value.trim())) return null;
  const day = /^(\d{4}-\d{2}-\d{2})$/.exec(value.trim())?.[1];
  const start = day === undefined ? Number.NaN : Date.parse(day);
  return Number.isNaN(start) ? undefined : start / 1000 + withinDay;
}
