import { allOf } from "../../../platform/values/listed.ts";
import { localeNow, say, sentence, sentences } from "../../../platform/values/say.ts";
import { sum } from "../../../platform/values/statistics.ts";
import {
  type Audience,
  type AudienceShares,
  type Demographic,
  demographics,
} from "../../history/instagram-counts.ts";

/** A part of those whom Instagram has counted. */
export interface Share {
  name: string;
  count: number;
  /** Of those counted (0 to 100). */
  percent: number;
}

export interface SharesOf {
  of: Demographic | "views";
  /** What Instagram does not know is the last part. */
  parts: readonly Share[];
  counted: number;
}

const countryName = (code: string) =>
  new Intl.DisplayNames(localeNow(), { type: "region", fallback: "code" }).of(code);
const genders: Record<string, string> = sentences({ F: "Women", M: "Men" });

/** Instagram's own word for what it does not know, such as `U` of genders. */
const isUnknown = (name: string) => /^(u|unknown|)$/i.test(name.trim());
/** In English: `sayText` has it in the reader's language. */
export const unknownName = sentence("Unknown");

function nameOf(kind: Demographic, name: string): string {
  if (isUnknown(name)) return unknownName;
  if (kind === "gender") return genders[name.toUpperCase()] ?? name;
  return kind === "country" && /^[A-Z]{2}$/.test(name) ? (countryName(name) ?? name) : name;
}

/** Largest first, ages from young to old; what Instagram does not know is last. */
function sharesOf(of: SharesOf["of"], found: readonly Omit<Share, "percent">[]): SharesOf {
  const all = sum(found.map(({ count }) => count));
  const parts = found.map((part) => ({
    ...part,
    percent: all === 0 ? 0 : (100 * part.count) / all,
  }));
  const known = parts.filter(({ name }) => name !== unknownName);
  if (of === "age") known.sort((one, other) => one.name.localeCompare(other.name, "en"));
  return {
    of,
    parts: [...known, ...parts.filter(({ name }) => name === unknownName)],
    counted: all,
  };
}

const ofFollowers = (kind: Demographic, shares: AudienceShares): SharesOf =>
  sharesOf(
    kind,
    shares.map(({ name, followers }) => ({ name: nameOf(kind, name), count: followers })),
  );

/** What is known of an audience: followers by country and the like, and views. */
export function audienceShares(audience: Audience): SharesOf[] {
  const { views } = audience;
  return allOf(
    ...demographics.flatMap((kind) => {
      const shares = audience[kind];
      return shares && shares.length > 0 ? [ofFollowers(kind, shares)] : [];
    }),
    views &&
      sharesOf(
        "views",
        allOf(
          { name: say`Followers`, count: views.followers },
          { name: say`Others`, count: views.others },
          views.unknown > 0 && { name: unknownName, count: views.unknown },
        ),
      ),
  );
}
