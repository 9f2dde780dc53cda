import type { AccountReading } from "../history/account-reading.ts";
import { mayBeRoundedDown } from "../history/shown-count.ts";
import type { Turnover } from "../history/turnover.ts";
import { coversAll, secondsOf } from "../history/window.ts";
import type { UsedExports } from "./built-in-profile.ts";
import type { KnownCount } from "./engagement.ts";

/** An import in use, with how many followers Instagram showed then, if the subscriber said so. */
export type UsedImport = UsedExports["imports"][number] & { followersShown: number | null };

/** All that is known of an account: of its exports in use and its connection, or of one of them. */
export interface AccountSources {
  exports:
    | (Pick<UsedExports, "fold" | "newest" | "counts"> & {
        imports: readonly UsedImport[];
        /** Of each of the imports. */
        turnovers: readonly Turnover[];
      })
    | undefined;
  reading: AccountReading | undefined;
}

/**
 * Counts of followers for rates, each with its time: as Instagram showed them to the last one, else of the known list where it is
 * complete, else rounded down: a rate is then too high by 1 %, and by 9 % at most.
 */
export const countsOfExports = (
  imports: readonly UsedImport[],
  turnovers: readonly Turnover[],
): KnownCount[] =>
  imports.flatMap(({ takenAt, followersShown }, index) => {
    const known = coversAll(imports.slice(0, index + 1)) ? turnovers[index]?.known : undefined;
    const isCount = followersShown !== null && !mayBeRoundedDown(followersShown);
    const followers = isCount ? followersShown : (known ?? followersShown);
    return followers === null ? [] : [{ at: secondsOf(takenAt), followers }];
  });
