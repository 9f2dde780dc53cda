import { analysisOf } from "~/features/history/analyses.server";
import { choicesOf } from "~/features/history/people-choices.server";
import { isSame, type SaidSame } from "~/features/history/same-people";

/** The pairs of names that the subscriber has said are one person's, in order, without the hidden. */
export async function saidSameOf(uid: string): Promise<SaidSame[]> {
  const [analysis, { same, hidden }] = await Promise.all([analysisOf(uid), choicesOf(uid)]);
  const { inEffect = [], hiddenSame = [] } = analysis?.index ?? {};
  const names = new Set(hidden.map(({ username }) => username));
  return same.flatMap((one) => {
    const found = inEffect.find((other) => isSame(one, other));
    const isHidden =
      found?.isHidden ||
      hiddenSame.some((other) => isSame(one, other)) ||
      names.has(one.old) ||
      names.has(one.new);
    return isHidden ? [] : [{ ...one, isInEffect: found !== undefined }];
  });
}
