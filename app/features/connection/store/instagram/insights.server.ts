import type { InstagramAnswer } from "~/features/connection/store/instagram/ask.server";
import {
  type NamedAnswer,
  read,
  readNamed,
} from "~/features/connection/store/instagram/graph.server";
import { InstagramRefused } from "~/features/connection/store/instagram/refused.server";
import {
  type DayReach,
  type MediumFigures,
  type Metric,
  mediumInsightsAnswer,
  reachAnswer,
} from "~/features/history/insights-answer";
import type { AccessToken } from "~/platform/tokens/access-token";
import { day } from "~/platform/values/durations";

/**
 * A medium's figures, without the metrics that it does not have: these are in `leftOut`. Where Instagram's error does not
 * say which metric is wrong, each is asked for alone, so pass only those that media of this kind had before.
 * @param metrics from `metricsOf`
 */
export async function getMediumInsights(
  token: AccessToken,
  mediumId: string,
  metrics: readonly Metric[],
): Promise<NamedAnswer<MediumFigures, Metric>> {
  const reading = {
    call: "insights" as const,
    token,
    path: `/${encodeURIComponent(mediumId)}/insights`,
    schema: mediumInsightsAnswer,
  };
  const askFor = (optional: readonly Metric[]) =>
    readNamed(reading, { parameter: "metric", optional });
  try {
    return await askFor(metrics);
  } catch (error) {
    if (!isWrongMetric(error)) throw error;
    const found: NamedAnswer<MediumFigures, Metric> = {
      value: {},
      usage: error.usage,
      leftOut: [],
    };
    if (metrics.length === 1) return { ...found, leftOut: [...metrics] };
    for (const metric of metrics) {
      const { value, usage, leftOut } = await getMediumInsights(token, mediumId, [metric]);
      Object.assign(found.value, value);
      found.usage = usage;
      found.leftOut.push(...leftOut);
    }
    return found;
  }
}

const isWrongMetric = (error: unknown): error is InstagramRefused =>
  error instanceof InstagramRefused && error.verdict.kind === "ask-without";

const longestSpan = 30 * day;

/**
 * The account's reach of each day, oldest first. Days that were not asked for are left out: the end of a day tells when
 * others began (`beginningOf` in instagram-counts.ts).
 * @param since epoch milliseconds, at most 30 days before `until`
 */
export async function getReach(
  token: AccessToken,
  { since, until }: { since: number; until: number },
): Promise<InstagramAnswer<DayReach[]>> {
  if (until - since > longestSpan) throw new RangeError("Instagram gives 30 days a call at most");
  const seconds = (milliseconds: number) => String(Math.floor(milliseconds / 1_000));
  const answer = await read({
    call: "reach",
    token,
    path: "/me/insights",
    parameters: {
      metric: "reach",
      period: "day",
      since: seconds(since),
      until: seconds(until),
    },
    schema: reachAnswer,
  });
  const isAsked = ({ endsAt }: DayReach) => endsAt > since - day && endsAt < until + day;
  return { ...answer, value: answer.value.filter(isAsked) };
}
