import { exampleAnalysis } from "~/features/analysis/example-analysis.server";
import { growthFrom } from "~/features/growth/compute-growth";
import type { Growth } from "~/features/growth/growth";

let made: { today: number; growth: Growth } | undefined;

/** The growth of the invented account, computed once a day (docs/product.md#example). */
export async function exampleGrowth(): Promise<{ growth: Growth; today: number }> {
  const { sources, today } = await exampleAnalysis();
  if (made?.today !== today) made = { today, growth: growthFrom(sources) };
  return made;
}
