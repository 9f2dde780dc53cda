import { hookSelector } from "../../platform/values/script-hooks.ts";

/** A value of a chart: where it is drawn, and the row of the table that says it. */
interface Value {
  x: number;
  y: number | undefined;
  row: HTMLElement;
}

/** Shows a chart's value under the pointer or the finger, and lets arrow keys go from value to value. */
function showValues(chart: Element): void {
  const find = <E extends Element>(name: Parameters<typeof hookSelector>[0]) =>
    chart.querySelector<E>(hookSelector(name));
  const drawing = find<SVGSVGElement>("chart-drawing");
  const line = find<HTMLElement>("chart-value");
  const slider = find<HTMLInputElement>("chart-slider");
  const marker = find<SVGPathElement>("chart-marker");
  const values = valuesOf(chart);
  const last = values.at(-1);
  if (!drawing || !line || !slider || !marker || !last) return;

  const heads = [...chart.querySelectorAll("thead th")].map(({ textContent }) => textContent ?? "");
  const headline = line.textContent ?? "";
  const show = (index: number) => {
    const value = values[index];
    if (!value) return;
    const text = textOf(value.row, heads);
    slider.value = String(index);
    slider.setAttribute("aria-valuetext", text);
    line.textContent = text;
    const { top, bottom } = marker.dataset;
    const ring =
      value.y === undefined ? "" : `M${value.x} ${value.y}m-6 0a6 6 0 1 1 12 0a6 6 0 1 1-12 0`;
    marker.setAttribute("d", ring || `M${value.x} ${top}V${bottom}`);
  };
  const clear = () => {
    line.textContent = headline;
    marker.setAttribute("d", "");
  };
  const follow = ({ clientX, clientY }: PointerEvent) => {
    const at = new DOMPoint(clientX, clientY).matrixTransform(marker.getScreenCTM()?.inverse());
    show(nearest(values, at));
  };

  slider.max = String(values.length - 1);
  slider.value = slider.max;
  slider.setAttribute("aria-valuetext", textOf(last.row, heads));
  slider.hidden = false;
  slider.addEventListener("input", () => show(Number(slider.value)));
  slider.addEventListener("focus", () => show(Number(slider.value)));
  slider.addEventListener("blur", clear);
  drawing.addEventListener("pointermove", follow);
  drawing.addEventListener("pointerdown", follow);
  drawing.addEventListener("pointerleave", clear);
  nameWithoutTooltip(drawing);
}

/** From left to right, which is not always how a table has them. */
function valuesOf(chart: Element): Value[] {
  const rows = chart.querySelectorAll<HTMLElement>("tbody tr[data-x]");
  return Array.from(rows, (row) => {
    const { x, y } = row.dataset;
    return { x: Number(x), y: y === undefined ? undefined : Number(y), row };
  }).sort((a, b) => a.x - b.x);
}

/** `Nov 3, 2026 · Followers: 1,204`. */
function textOf(row: HTMLElement, heads: readonly string[]): string {
  return [...row.children]
    .map(({ textContent }, at) => ({ text: textContent ?? "", head: heads[at] ?? "" }))
    .filter(({ text }) => text !== "")
    .map(({ text, head }, at) => (at === 0 ? text : `${head}: ${text}`))
    .join(" · ");
}

function nearest(values: readonly Value[], { x, y }: { x: number; y: number }): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, value] of values.entries()) {
    const distance = Math.hypot(value.x - x, value.y === undefined ? 0 : value.y - y);
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}

/** A browser shows an SVG's title as a tooltip, which would cover the values. */
function nameWithoutTooltip(drawing: SVGSVGElement): void {
  const title = drawing.querySelector("title");
  if (!title) return;
  drawing.setAttribute("aria-label", title.textContent ?? "");
  drawing.removeAttribute("aria-labelledby");
  title.remove();
}

for (const chart of document.querySelectorAll(hookSelector("chart"))) showValues(chart);
