import type { Look } from "~/design/charts/drawing/drawing";
import { lookStyles } from "./looks.ts";

/** A small piece of each shape, beside what it means. */
export function Legend({ items }: { items: readonly { look: Look; label: string }[] }) {
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
