import type { Look } from "~/design/charts/drawing/drawing";
import { NamedIcon } from "~/design/icons";
import { scriptHook } from "~/platform/values/script-hooks";
import { FoldSummary } from "../fold.tsx";
import { ChartDrawing } from "./chart-drawing.tsx";
import { ChartTable } from "./chart-table.tsx";
import { lookStyles } from "./looks.ts";
import type { ShownChart } from "./shown-chart.ts";

interface ChartProps {
  id: string;
  chart: ShownChart;
  /** The address of the same as CSV; undefined where there is none. */
  file: string | undefined;
}

/** A chart, drawn on the server, with a table behind it. A script shows the value under the finger. */
export function Chart({ id, chart, file }: ChartProps) {
  const { name, table } = chart;
  return (
    <figure {...scriptHook("chart")} className="@container/chart mt-4">
      <p
        {...scriptHook("chart-value")}
        className="min-h-14 pb-2 font-bold text-balance tabular-nums"
      >
        {chart.headline}
      </p>
      <ChartDrawing id={id} chart={chart} />
      {/* Shown by the script, and seen while it has the focus: arrow keys go from value to value. */}
      <input
        type="range"
        hidden
        {...scriptHook("chart-slider")}
        aria-label={`Values: ${name}`}
        className="h-4 w-full accent-blue opacity-0 [direction:ltr] focus-visible:opacity-100"
      />
      <Legend items={chart.legend} />
      <details className="mt-2 border-t border-line">
        <FoldSummary className="font-semibold text-blue-ink">Show as a table</FoldSummary>
        <ChartTable name={name} table={table} />
        {file && (
          <a
            href={file}
            className="inline-flex min-h-11 items-center gap-2 font-semibold text-blue-ink underline"
          >
            <NamedIcon name="download" className="size-5" />
            All of it as CSV
            <span className="sr-only">: {name}</span>
          </a>
        )}
      </details>
    </figure>
  );
}

/** A small piece of each shape, beside what it means. */
function Legend({ items }: { items: readonly { look: Look; label: string }[] }) {
  if (items.length === 0) return null;
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 pb-2 text-sm text-muted [[hidden]+&]:mt-4">
      {items.map(({ look, label }) => (
        <li key={look} className="flex items-center gap-2">
          <svg
            viewBox="0 0 18 12"
            className="h-3 w-[18px] shrink-0 [print-color-adjust:exact]"
            aria-hidden="true"
          >
            <path className={lookStyles[look]} d={samples[kindOf(look)]} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}

const samples = {
  line: "M1 6H17",
  dot: "M9 6h0",
  diamond: "M9 2l4 4l-4 4l-4-4z",
  box: "M1 1h16v10h-16z",
};

function kindOf(look: Look): keyof typeof samples {
  if (look.endsWith("line")) return "line";
  if (look.endsWith("dots") || look === "post") return "dot";
  return look === "reel" ? "diamond" : "box";
}
