import type { Drawing } from "~/design/charts/drawing/drawing";
import { scriptHook } from "~/platform/values/script-hooks";
import { lookStyles } from "./looks.ts";
import type { ShownChart } from "./shown-chart.ts";

interface ChartDrawingProps {
  id: string;
  chart: Pick<ShownChart, "drawing" | "name" | "description">;
}

export function ChartDrawing({ id, chart: { drawing, name, description } }: ChartDrawingProps) {
  const { width, height, plot, marks } = drawing;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-description`}
      {...scriptHook("chart-drawing")}
      className="block h-auto w-full touch-pan-y overflow-visible text-[12px] select-none [print-color-adjust:exact]"
    >
      <title id={`${id}-name`}>{name}</title>
      <desc id={`${id}-description`}>{description}</desc>
      <AxisLabels drawing={drawing} />
      <Marks marks={marks} />
      <path
        {...scriptHook("chart-marker")}
        className="fill-none stroke-ink stroke-1"
        d=""
        data-top={plot.top}
        data-bottom={plot.bottom}
      />
    </svg>
  );
}

function AxisLabels({ drawing }: { drawing: Drawing }) {
  const { plot, rows, columns, hasRowLines } = drawing;
  return (
    <>
      {hasRowLines && <path className="stroke-line stroke-1" d={rowLines(drawing)} />}
      <g className="fill-muted tabular-nums" textAnchor="end" dominantBaseline="central">
        {rows.map(({ y, label }) => (
          <text key={y} x={plot.left - 6} y={y}>
            {label}
          </text>
        ))}
      </g>
      <g className="fill-muted tabular-nums">
        {columns.map(({ x, label, anchor }) => (
          <text key={x} x={x} y={plot.bottom + 16} textAnchor={anchor}>
            {label}
          </text>
        ))}
      </g>
    </>
  );
}

/** The shapes, and over them the texts. */
function Marks({ marks }: Pick<Drawing, "marks">) {
  return (
    <>
      {marks.map((mark) =>
        "d" in mark ? <path key={mark.look} className={lookStyles[mark.look]} d={mark.d} /> : null,
      )}
      <g className="tabular-nums" textAnchor="middle" dominantBaseline="central">
        {marks.map((mark) =>
          "d" in mark ? null : (
            <text
              key={`${mark.x} ${mark.y}`}
              className={lookStyles[mark.look]}
              x={mark.x}
              y={mark.y}
            >
              {mark.text}
            </text>
          ),
        )}
      </g>
    </>
  );
}

const rowLines = ({ rows, plot }: Drawing) =>
  rows.map(({ y }) => `M${plot.left} ${Math.round(y) + 0.5}H${plot.right}`).join("");
