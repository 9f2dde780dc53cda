import type { ReactNode } from "react";
import { Chart } from "~/design/charts/chart";
import { useIsExample } from "~/design/example";
import { addresses } from "~/platform/values/addresses";
import type { ShownSection } from "./growth-page.server.ts";

interface ChartSectionProps {
  section: ShownSection;
  /** Below the notes. */
  children?: ReactNode;
}

export function ChartSection({ section, children }: ChartSectionProps) {
  const { key, title, chart, notes, way } = section;
  const file = useIsExample() ? undefined : addresses.growthFile(key);
  return (
    <section aria-labelledby={`${key}-title`} id={key}>
      <h2 id={`${key}-title`} className="text-xl font-extrabold">
        {title}
      </h2>
      {chart && <Chart id={key} chart={chart} file={file} />}
      {notes.length > 0 && (
        <div
          className={
            chart
              ? "mt-3 flex flex-col gap-2 text-sm text-muted"
              : "mt-3 flex flex-col gap-2 rounded-card bg-tint p-5 text-muted"
          }
        >
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          {way && (
            <p>
              <a href={addresses[way.to]} className="font-semibold text-blue-ink underline">
                {way.label}
              </a>
            </p>
          )}
        </div>
      )}
      {children}
    </section>
  );
}
