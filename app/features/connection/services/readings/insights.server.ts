import { countAnswers } from "~/features/connection/services/readings/answers.server";
import {
  isOfOnePart,
  isWithheld,
  verdictOf,
} from "~/features/connection/services/readings/pages.server";
import type { Session } from "~/features/connection/services/readings/session.server";
import type { InstagramRefused } from "~/features/connection/store/ask-instagram.server";
import { getMediumInsights, getReach } from "~/features/connection/store/instagram.server";
import { type Metric, metricsOf } from "~/features/history/insights-answer";
import { figuresKeptFor, late } from "~/features/history/instagram-counts";
import type { KeptPost } from "~/features/history/kept-reading";
import { noteReach } from "~/features/history/noted-figures";
import { day } from "~/platform/values/durations";

/** After so many posts of a kind without a metric, and none with it, the rest of the run asks for it no more. */
const enoughWithout = 2;
/** After so many posts that were refused every metric, each at ten calls, and none that was given any, the reading asks for no insights. */
const enoughRefused = { telling: Number.POSITIVE_INFINITY, all: 10 };

const hasFigures = ({ figures }: KeptPost) => Object.keys(figures).length > 0;

/** Reads posts' insights; knows what Instagram refused so far. */
export function postInsightsReader(session: Session) {
  const { token, refused } = session;
  const without = { post: new Map<Metric, number>(), reel: new Map<Metric, number>() };
  // Others may have more viewers: each post is asked for its own.
  const answers = countAnswers(session, "insights", enoughRefused, hasFigures);

  function note(kind: KeptPost["kind"], value: KeptPost["figures"], leftOut: readonly Metric[]) {
    // A metric that was given once is always asked for.
    for (const metric of Object.keys(value) as Metric[])
      without[kind].set(metric, Number.NEGATIVE_INFINITY);
    for (const metric of leftOut) without[kind].set(metric, (without[kind].get(metric) ?? 0) + 1);
  }

  return {
    /** @returns whether the post now has all that Instagram will ever give */
    async read(post: KeptPost): Promise<boolean> {
      if (post.lacksInsights) return true;
      if (refused.has("insights")) return false;
      const { kind } = post;
      const isAsked = (metric: Metric) => (without[kind].get(metric) ?? 0) < enoughWithout;
      const metrics = metricsOf[kind].filter(isAsked);
      try {
        const { value, leftOut } = await session.ask(() =>
          getMediumInsights(token, post.id, metrics),
        );
        // A post that gave nothing says nothing of its kind: it may be too new.
        if (leftOut.length > 0 && Object.keys(value).length === 0) {
          answers.refuse(post, true);
          return false;
        }
        note(kind, value, leftOut);
        // What was known of a metric that is gone stays.
        post.figures = { ...post.figures, ...value };
        answers.give();
        return true;
      } catch (error) {
        const verdict = verdictOf(error);
        // `gone`: the post was deleted just now, which the next list says, or a permission is missing.
        if (verdict !== "permission-missing" && verdict !== "gone") throw error;
        // Code 100 with that verdict: the post is older than the professional account.
        const isTooOld = verdict !== "gone" && (error as InstagramRefused).code === 100;
        if (isTooOld) post.lacksInsights = true;
        else answers.refuse(post, false);
        return isTooOld;
      }
    },
    end: answers.end,
  };
}

const longestSpan = 30 * day;
/** A day less than Instagram keeps figures: what is asked for at the edge may be gone when it answers. */
const keptFor = figuresKeptFor - day;

/**
 * Reads the reach of the days since the last reading, unless a run before has.
 * @param isPatient whether it may be asked for again later if it fails; else the reading goes on without it
 */
export async function readReach(session: Session, isPatient: boolean): Promise<void> {
  const { kept, underWay, refused, token } = session;
  if (underWay.hasReach || refused.has("reach")) return;
  const until = underWay.begunAt;
  const known = kept.reach.findLast(({ endsAt }) => endsAt < until + day)?.endsAt;
  let since = known === undefined ? until - longestSpan : Math.max(known - late, until - keptFor);
  let isGiven = false;
  while (since < until && !refused.has("reach")) {
    const span = { since, until: Math.min(since + longestSpan, until) };
    try {
      noteReach(kept, (await session.ask(() => getReach(token, span))).value);
      session.noteProgress();
      isGiven = true;
    } catch (error) {
      if (!isWithheld(error) && (isPatient || !isOfOnePart(error))) throw error;
      // Another refusal is of these days alone: newer ones may be given.
      if (verdictOf(error) === "permission-missing") refused.add("reach");
      isGiven = false;
    }
    since = span.until;
  }
  if (!isGiven) refused.add("reach");
  underWay.hasReach = true;
}
