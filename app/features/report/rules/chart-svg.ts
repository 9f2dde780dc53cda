import type { Drawing, Look, Mark } from "../../../design/charts/drawing/drawing.ts";
import { escapeHtml } from "../../../platform/values/html.ts";
import { allOf } from "../../../platform/values/listed.ts";

// The brand's colours on white paper (content/typeset/brand.typ).
const blue = "#256BFD";
const green = "#56AC14";
const red = "#FF435A";
const ink = "#1B2334";
const muted = "#5A6478";
const grid = "#DCE3F0";
const heat = ["#FBD5DA", "#F1F3F8", "#DDF0CD", "#A9D887", "#56AC14"];

const stroke = (colour: string, more = "") =>
  `fill="none" stroke="${colour}" stroke-width="1.8" stroke-linejoin="round" ${more}`;

const styles: Record<Exclude<Look, `heat-${number}`>, string> = {
  line: stroke(blue),
  "second-line": stroke(green),
  "dashed-line": stroke(blue, 'stroke-dasharray="5 3.5"'),
  "line-dots": `fill="${blue}"`,
  "second-line-dots": `fill="${green}"`,
  gained: `fill="${green}"`,
  "gained-partly": `fill="${green}" fill-opacity="0.45"`,
  "gained-of-stayers": `fill="${green}" fill-opacity="0.08" stroke="${green}" stroke-width="0.7"`,
  "came-back": `fill="${blue}"`,
  left: `fill="${red}"`,
  came: `fill="${grid}"`,
  stayed: `fill="${blue}"`,
  "stayed-seen-late": `fill="${blue}" fill-opacity="0.45"`,
  post: `fill="${blue}" fill-opacity="0.65"`,
  reel: `fill="${red}" fill-opacity="0.75"`,
  "median-line": stroke(ink, 'stroke-dasharray="2 3"'),
  "heat-none": `fill="#F6F8FC"`,
  "cell-text": `fill="${ink}"`,
  "cell-text-on-dark": `fill="#fff"`,
};

const styleOf = (look: Look): string =>
  look in styles
    ? styles[look as keyof typeof styles]
    : `fill="${heat[Number(look.slice("heat-".length))] ?? grid}"`;

/** A dot of a path: a line of no length, whose round ends only browsers draw. Not `h0.8`: a bar may begin with it. */
const dots = /(m-?[\d.]+ ?-?[\d.]+)h0(?![.\d])/g;
const radius = 2.4;
const circle = `m-${radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 -${2 * radius} 0zm${radius} 0`;

const fontSize = 11;

/** A drawing as an SVG document for paper. */
export function svgOf({ width, height, plot, rows, columns, marks, hasRowLines }: Drawing): string {
  const label = (x: number, y: number, anchor: string, text: string) =>
    `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${muted}">${escapeHtml(text)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="Nunito Sans" font-size="${fontSize}">`,
    ...rows.flatMap(({ y, label: text }) =>
      allOf(
        hasRowLines &&
          `<path d="M${plot.left} ${y}H${plot.right}" stroke="${grid}" stroke-width="0.8"/>`,
        label(plot.left - 6, y + 4, "end", text),
      ),
    ),
    ...columns.map(({ x, label: text, anchor }) => label(x, height - 6, anchor, text)),
    ...marks.map(markOf),
    "</svg>",
  ].join("");
}

function markOf(mark: Mark): string {
  const style = styleOf(mark.look);
  if ("text" in mark)
    return `<text x="${mark.x}" y="${mark.y + 4}" text-anchor="middle" ${style}>${escapeHtml(mark.text)}</text>`;
  return `<path ${style} d="${mark.d.replace(dots, `$1${circle}`)}"/>`;
}
