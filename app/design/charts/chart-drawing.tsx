import type { Drawing } from "~/design/charts/drawing/drawing";
import { scriptHook } from "~/platform/values/script-hooks";
import { lookStyles } from "./looks.ts";
import type { ShownChart } from "./shown-chart.ts";

interface ChartDrawingProps {
  id: string;
  chart: Pick<ShownChart, "drawing" | "name" | "description">;
}

export function ChartDrawing(props: ChartDrawingProps) {
  const { wide } = props.chart.drawing;
  return wide ? <WideDrawing {...props} wide={wide} /> : <ScaledDrawing {...props} />;
}

// A label such as '1 September' runs as its language does, whatever the drawing around it.
const everyDrawing =
  "block w-full touch-pan-y overflow-visible select-none [print-color-adjust:exact] [&_text]:[unicode-bidi:plaintext]";

/** Grows with its column. Its letters and lines grow less: from 400 px on they are set smaller in the drawing's units. */
function ScaledDrawing({ id, chart: { drawing, name, description } }: ChartDrawingProps) {
  const { width, height, plot, rows, columns, marks } = drawing;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-description`}
      {...scriptHook("chart-drawing")}
      className={`${everyDrawing} chart-letters h-auto`}
    >
      <title id={`${id}-name`}>{name}</title>
      <desc id={`${id}-description`}>{description}</desc>
      <RowLines drawing={drawing} />
      <g className="fill-muted tabular-nums" textAnchor="end" dominantBaseline="central">
        {rows.map(({ y, label }) => (
          <text key={y} x={plot.left - 6} y={tenth(y)}>
            {label}
          </text>
        ))}
      </g>
      <g className="fill-muted tabular-nums">
        {columns.map(({ x, label, anchor }) => (
          <text key={x} x={tenth(x)} y={plot.bottom + 21} textAnchor={anchor}>
            {label}
          </text>
        ))}
      </g>
      <Marks marks={marks} />
      <Marker drawing={drawing} />
    </svg>
  );
}

/** By where the plot begins, which is as far as its longest label reaches. */
const gutters: Readonly<Record<number, string>> = {
  15: "ps-[15px]",
  21: "ps-[21px]",
  28: "ps-[28px]",
  34: "ps-[34px]",
  40: "ps-[40px]",
  47: "ps-[47px]",
};

interface WideDrawingProps extends ChartDrawingProps {
  wide: NonNullable<Drawing["wide"]>;
}

/**
 * As wide as its column, and higher where that is wide. Only what lies in the plot is stretched, by an SVG of its own
 * around it; the labels keep their size, and a wide column has more of them.
 */
function WideDrawing({ id, chart: { drawing, name, description }, wide }: WideDrawingProps) {
  const { height, plot, rows, columns, marks } = drawing;
  return (
    <div dir="ltr" className={`pe-[6px] ${gutters[plot.left] ?? "ps-[53px]"}`}>
      <svg
        role="img"
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-description`}
        {...scriptHook("chart-drawing")}
        className={`${everyDrawing} h-[190px] text-[12px] @2xl:h-80`}
      >
        <title id={`${id}-name`}>{name}</title>
        <desc id={`${id}-description`}>{description}</desc>
        <Labels height={height} plot={plot} rows={rows} columns={columns} className="@2xl:hidden" />
        <Labels {...wide} height={height} className="hidden @2xl:block" />
        <svg
          aria-hidden="true"
          width="100%"
          height="100%"
          viewBox={`${plot.left} 0 ${plot.right - plot.left} ${height}`}
          preserveAspectRatio="none"
          className="overflow-visible [&_path]:[vector-effect:non-scaling-stroke]"
        >
          <RowLines drawing={drawing} className="@2xl:hidden" />
          <RowLines drawing={{ ...drawing, rows: wide.rows }} className="hidden @2xl:block" />
          <Marks marks={marks} />
          <Marker drawing={drawing} />
        </svg>
      </svg>
    </div>
  );
}

interface LabelsProps extends Pick<Drawing, "plot" | "rows" | "columns" | "height"> {
  className: string;
}

/** Placed in percent of the plot's width and of the drawing's height. */
function Labels({ plot, rows, columns, height, className }: LabelsProps) {
  const down = (y: number) => percent(y / height);
  const across = (x: number) => percent((x - plot.left) / (plot.right - plot.left));
  return (
    <g className={`fill-muted tabular-nums ${className}`}>
      <g textAnchor="end" dominantBaseline="central">
        {rows.map(({ y, label }) => (
          <text key={y} x="-6" y={down(y)}>
            {label}
          </text>
        ))}
      </g>
      {columns.map(({ x, label, anchor }) => (
        <text
          key={x}
          x={anchor === "start" ? -plot.left : anchor === "end" ? "100%" : across(x)}
          y={down(plot.bottom)}
          dx={anchor === "end" ? 6 : undefined}
          dy="23"
          textAnchor={anchor}
        >
          {label}
        </text>
      ))}
    </g>
  );
}

/** Fine enough for a letter. */
const tenth = (units: number) => Math.round(units * 10) / 10;

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`;

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
              x={tenth(mark.x)}
              y={tenth(mark.y)}
            >
              {mark.text}
            </text>
          ),
        )}
      </g>
    </>
  );
}

function RowLines({ drawing, className = "" }: { drawing: Drawing; className?: string }) {
  const { hasRowLines, rows, plot } = drawing;
  if (!hasRowLines) return null;
  const d = rows.map(({ y }) => `M${plot.left} ${Math.round(y) + 0.5}H${plot.right}`).join("");
  return <path className={`stroke-line stroke-1 ${className}`} d={d} />;
}

/** What the page's script moves to the value under the finger. */
function Marker({ drawing: { plot } }: { drawing: Drawing }) {
  return (
    <path
      {...scriptHook("chart-marker")}
      className="fill-none stroke-ink stroke-1"
      d=""
      data-top={plot.top}
      data-bottom={plot.bottom}
    />
  );
}
