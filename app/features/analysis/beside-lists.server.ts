import type { SaidSame } from "~/features/analysis/said-same";
import { analysisOf } from "~/features/history/analyses.server";
import { choicesOf } from "~/features/history/people-choices.server";
import { isSame, type SamePerson } from "~/features/history/same-people";

/** The pairs of names that the subscriber has said are one person's, in order, without the hidden. */
export async function saidSameOf(uid: string): Promise<SaidSame[]> {
  const [analysis, { same, hidden }] = await Promise.all([analysisOf(uid), choicesOf(uid)]);
  const inEffect = analysis?.index.inEffect ?? [];
  const names = new Set(hidden.map(({ username }) => username));
  return same.flatMap((one) => {
    const found = inEffect.find((other) => isSame(one, other));
    const isHidden = found?.isHidden || names.has(one.old) || names.has(one.new);
    return isHidden ? [] : [{ ...one, isInEffect: found !== undefined }];
  });
}

/** Somebody lost and somebody new who may be one person, by their names. */
export const alikeNamesOf = async (uid: string): Promise<SamePerson[]> =>
  (await analysisOf(uid))?.index.alike ?? [];

/** For how long the pending requests have been waiting (`waitingOf`). */
export const waitingOfRequests = async (uid: string): Promise<number[]> =>
  (await analysisOf(uid))?.index.waiting ?? [];
