import type { ReactNode } from "react";
import { Chart } from "~/design/charts/chart";
import { useIsExample } from "~/design/example";
import type { GrowthFile } from "~/features/growth/chart";
import { addresses } from "~/platform/values/addresses";
import type { ShownSection } from "./growth-page.server.ts";

interface SectionNotesProps {
  notes: readonly string[];
  /** Whether they stand in the place of what the section would show. */
  isAlone: boolean;
  /** Links below them. */
  children: ReactNode;
}

export const SectionNotes = ({ notes, isAlone, children }: SectionNotesProps) => (
  <div
    className={`mt-3 flex flex-col gap-2 text-muted empty:hidden ${isAlone ? "rounded-card bg-tint p-5" : "text-sm"}`}
  >
    {notes.map((note) => (
      <p key={note}>{note}</p>
    ))}
    {children}
  </div>
);

const link = "font-semibold text-blue-ink underline";

/** Leads to all of a section as a file. The example has none. */
export function GrowthFileLink({ file, children }: { file: GrowthFile; children: ReactNode }) {
  if (useIsExample()) return null;
  return (
    <p>
      <a href={addresses.growthFile(file)} className={link}>
        {children}
      </a>
    </p>
  );
}

/** A chart with its notes, and what follows them. */
export function ChartSection({
  section,
  children,
}: {
  section: ShownSection;
  children: ReactNode;
}) {
  const { key, title, chart, notes, way } = section;
  const file = useIsExample() ? undefined : addresses.growthFile(key);
  return (
    <section aria-labelledby={`${key}-title`} id={key}>
      <h2 id={`${key}-title`} className="text-xl font-extrabold">
        {title}
      </h2>
      {chart && <Chart id={key} chart={chart} file={file} />}
      <SectionNotes notes={notes} isAlone={!chart}>
        {way && (
          <p>
            <a href={addresses[way.to]} className={link}>
              {way.label}
            </a>
          </p>
        )}
      </SectionNotes>
      {children}
    </section>
  );
}
