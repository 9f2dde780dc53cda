import type { Look } from "~/design/charts/drawing/drawing";

/** How a shape is drawn: colours of the theme, so that light and dark each have their own. */
export const lookStyles: Record<Look, string> = {
  line: "fill-none stroke-blue-ink [stroke-linejoin:round] [stroke-linecap:round] stroke-2",
  "second-line":
    "fill-none stroke-green-ink [stroke-linejoin:round] [stroke-linecap:round] stroke-2",
  "dashed-line":
    "fill-none stroke-blue-ink [stroke-linejoin:round] stroke-2 [stroke-dasharray:4_3]",
  "line-dots": "fill-none stroke-blue-ink [stroke-linecap:round] stroke-[6]",
  "second-line-dots": "fill-none stroke-green-ink [stroke-linecap:round] stroke-[6]",
  gained: "fill-blue-ink",
  "gained-partly":
    "fill-blue-ink/45 forced-colors:fill-none forced-colors:stroke-1 forced-colors:stroke-blue-ink",
  "gained-of-stayers": "fill-blue-ink/8 stroke-blue-ink stroke-[0.8]",
  "came-back": "fill-green-ink",
  left: "fill-red-ink",
  came: "fill-line forced-colors:fill-none forced-colors:stroke-1 forced-colors:stroke-ink",
  stayed: "fill-green-ink",
  "stayed-seen-late":
    "fill-green-ink/45 forced-colors:fill-none forced-colors:stroke-1 forced-colors:stroke-green-ink",
  post: "fill-none stroke-blue-ink [stroke-linecap:round] stroke-[6] opacity-80",
  reel: "fill-red-ink opacity-80",
  "median-line": "fill-none stroke-ink [stroke-dasharray:2_3] stroke-[1.5]",
  "heat-none": "fill-none stroke-line stroke-1",
  "heat-0": "fill-blue-ink/8 forced-colors:stroke-blue-ink forced-colors:stroke-1",
  "heat-1": "fill-blue-ink/20 forced-colors:stroke-blue-ink forced-colors:stroke-1",
  "heat-2": "fill-blue-ink/36 forced-colors:stroke-blue-ink forced-colors:stroke-1",
  "heat-3": "fill-blue-ink/55 forced-colors:stroke-blue-ink forced-colors:stroke-1",
  "heat-4": "fill-blue-ink",
  "cell-text": "fill-ink",
  "cell-text-on-dark": "fill-surface",
};
