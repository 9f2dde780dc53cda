import rates from "content:engagement-rates";
import operator from "content:operator";
import { growthOf } from "~/clients/growth.server";
import { profileOf } from "~/clients/profiles.server";
import { settingsOf } from "~/clients/settings.server";
import { knowingOf } from "~/domain/analysis-notes";
import { categoryKeys, categoryOf, type Profile } from "~/domain/profile";
import {
  mostNamed,
  type NamedKey,
  type NamedPeople,
  namedKeys,
  type ReportInput,
} from "~/domain/report/input";
import { paperFor } from "~/domain/report/paper";
import { env } from "~/env.server";
import { readPeople } from "~/services/category-people.server";

/**
 * What a subscriber's report is made from; undefined while there are no figures to report on.
 * @param asked the paper that was asked for (domain/report/paper.ts)
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
  const [{ timeZone }, growth, ...people] = await Promise.all([
    settingsOf(uid),
    isBuiltIn ? growthOf(uid) : undefined,
    ...namedKeys.map((key) => namedPeople(uid, profile, key)),
  ]);
  return {
    profile: withoutPeople(profile),
    knowing: knowingOf(env.ANALYSIS_SOURCES, profile),
    growth: growth ?? null,
    people: Object.fromEntries(namedKeys.map((key, index) => [key, people[index]])),
    timeZone,
    paper: paperFor(asked, timeZone),
    operator: operator.companyName,
    rates: { source: rates.source, year: rates.year, other: rates.other },
  };
}

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
  if (profile.source !== "built-in")
    return { total, names: firstNames(categoryOf(profile, key)?.people ?? []) };
  return readPeople(uid, profile, key, async (list) => ({
    total: list.total,
    between: list.between,
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
