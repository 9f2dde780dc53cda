import { z } from "zod";
import { count, instagramMoment } from "./answer-parts.ts";

const postMetrics = [
  "reach",
  "views",
  "likes",
  "comments",
  "saved",
  "shares",
  "total_interactions",
  "follows",
  "profile_visits",
] as const;
/** How long a reel is watched on average, in milliseconds, and which percentage of viewers skip it. */
const reelMetrics = ["ig_reels_avg_watch_time", "reels_skip_rate"] as const;
const metrics = [...postMetrics, ...reelMetrics];
export type Metric = (typeof metrics)[number];

/** What the insights of a medium have (docs/instagram.md#official-interface). A medium may lack some of them all the same. */
export const metricsOf: Record<"post" | "reel", readonly Metric[]> = {
  post: postMetrics,
  reel: metrics.filter((metric) => metric !== "follows" && metric !== "profile_visits"),
};

export type MediumFigures = Partial<Record<Metric, number>>;

const isMetric = (name: string): name is Metric => metrics.some((metric) => metric === name);

/** A figure of a medium stands in the list of values of one period, or, for newer metrics, in a total. */
const figure = z.object({
  name: z.string(),
  values: z.array(z.object({ value: z.unknown() })).nullish(),
  total_value: z.object({ value: z.unknown() }).nullish(),
});

/** A rate and an average may have decimals. */
const figureOf = (name: string) => (reelMetrics.some((one) => one === name) ? measure : count);
const measure = z.number().nonnegative();

/** The answer of `/{media}/insights`. A metric without a number is left out, never taken as 0. */
export const mediumInsightsAnswer = z
  .object({ data: z.array(figure) })
  .transform(({ data }): MediumFigures => {
    const figures: MediumFigures = {};
    for (const { name, values, total_value: total } of data) {
      const value = figureOf(name).safeParse(total ? total.value : values?.[0]?.value);
      if (isMetric(name) && value.success) figures[name] = value.data;
    }
    return figures;
  });

export interface DayReach {
  /** Epoch milliseconds: the end of the day that Instagram counted, which need not be midnight in UTC. */
  endsAt: number;
  reach: number;
}

const day = z
  .object({ value: count, end_time: instagramMoment })
  .transform(({ value, end_time }): DayReach => ({ endsAt: end_time, reach: value }));

/** The answer of `/me/insights?metric=reach&period=day`: each day, oldest first. No data is an empty list. */
export const reachAnswer = z
  .object({
    data: z.array(
      z.object({ name: z.string(), values: z.array(day.optional().catch(undefined)).nullish() }),
    ),
  })
  .transform(({ data }) =>
    (data.find(({ name }) => name === "reach")?.values ?? [])
      .filter((one) => one !== undefined)
      .sort((one, other) => one.endsAt - other.endsAt),
  );
