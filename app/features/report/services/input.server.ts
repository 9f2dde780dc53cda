import rates from "content:engagement-rates";
import operator from "content:operator";
import { env } from "~/env.server";
import { settingsOf } from "~/features/account/settings.server";
import { knowingOf } from "~/features/analysis/analysis-notes";
import { notHidden, readPeople } from "~/features/analysis/category-people.server";
import { categoryKeys, categoryOf, type Profile } from "~/features/analysis/profile";
import { profileOf } from "~/features/analysis/profiles.server";
import { saidRecommendations } from "~/features/analysis/said-recommendations.server";
import { growthOf } from "~/features/growth/growth.server";
import { paperFor } from "~/features/report/paper";
import {
  mostNamed,
  type NamedKey,
  type NamedPeople,
  namedKeys,
  type ReportInput,
} from "~/features/report/rules/input";
import { currentLanguage } from "~/platform/languages/languages.server";

/**
 * What a subscriber's report is made from; undefined while there are no figures to report on.
 * @param asked the paper that was asked for (features/report/paper.ts)
 * @throws UpstreamError
 */
export async function reportInput(
  uid: string,
  asked: string | null,
): Promise<ReportInput | undefined> {
  // Not from the cache, so that figures, lists and growth are of the same analysis.
  const profile = await profileOf(uid, { fresh: true });
  if (!hasFigures(profile)) return undefined;
  const isBuiltIn = profile.source === "built-in";
  // Read first: where growth is damaged, the lists may be, too, and the growth page computes both again.
  const growth = isBuiltIn ? await growthOf(uid) : undefined;
  const [{ timeZone }, ...people] = await Promise.all([
    settingsOf(uid),
    ...namedKeys.map((key) => namedPeople(uid, profile, key)),
  ]);
  return {
    language: currentLanguage(),
    profile: withoutPeople(saidProfile(profile)),
    knowing: knowingOf(env.ANALYSIS_SOURCES, profile),
    growth: growth ?? null,
    people: Object.fromEntries(namedKeys.map((key, index) => [key, people[index]])),
    timeZone,
    paper: paperFor(asked, timeZone),
    operator: operator.companyName,
    rates: ratesSaid(),
  };
}

/** The sources of the usual rates, in the reader's language: the thread that sets the report has no editors' files. */
export const ratesSaid = (): ReportInput["rates"] => {
  const { source, year, other } = structuredClone(rates);
  return { source, year, other };
};

/** The profile, with recommendations in the reader's language: those of an analysis made here are stored in English. */
export const saidProfile = (profile: Profile): Profile =>
  profile.source === "built-in"
    ? { ...profile, recommendations: saidRecommendations(profile.recommendations) }
    : profile;

/** Whether anything is known. A built-in analysis says of each figure why it is not. */
const hasFigures = (profile: Profile): boolean =>
  profile.source === "built-in" ||
  profile.engagement !== undefined ||
  categoryKeys.some((key) => typeof categoryOf(profile, key)?.total === "number");

async function namedPeople(
  uid: string,
  profile: Profile,
  key: NamedKey,
): Promise<NamedPeople | undefined> {
  const total = categoryOf(profile, key)?.total ?? null;
  if (total === null) return undefined;
  if (profile.source !== "built-in") {
    const { shown, hidden } = await notHidden(uid, categoryOf(profile, key)?.people ?? []);
    return { total, hidden, names: firstNames(shown) };
  }
  return readPeople(uid, profile, key, async (list) => ({
    total: list.total + (list.hidden ?? 0),
    hidden: list.hidden ?? 0,
    between: list.between,
    missesNew: list.missesNew,
    names: firstNames(await list.slice(0, mostNamed)),
  }));
}

const firstNames = (people: readonly { username: string }[]): string[] =>
  people.slice(0, mostNamed).map(({ username }) => username);

/** The report names people of two categories only, from their lists. */
function withoutPeople(profile: Profile): Profile {
  const emptied = <T extends object>(group: T) =>
    Object.fromEntries(
      Object.entries(group).map(([key, category]) => [
        key,
        category && { total: category.total, people: [] },
      ]),
    );
  return { ...profile, audience: emptied(profile.audience), other: emptied(profile.other) };
}
