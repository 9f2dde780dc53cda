import { storedAnalysis } from "~/features/history/analyses.server";
import { isOtherAccount } from "~/features/history/exported-account";
import { hiddenPeopleOf } from "~/features/history/people-choices.server";
import type { PersonCourse } from "~/features/history/person-course";
import { keptForThread } from "~/features/history/turnovers.server";
import { coversAll } from "~/features/history/window";
import type { PersonResult } from "~/features/imports/rules/work";
import { analysed } from "~/features/imports/services/analysed";
import { connectedOf } from "~/features/imports/services/connected.server";
import { piecesOf } from "~/features/imports/services/kept-pieces.server";
import { lookThrough, usedImports } from "~/features/imports/services/look-through.server";
import { createCache } from "~/platform/store/cache.server";
import { within } from "~/platform/upstream/upstream.server";
import { minute } from "~/platform/values/durations";

const courses = createCache<NonNullable<PersonResult["course"]> | null>("people", {
  ttl: 10 * minute,
  maxBytes: 1_048_576,
});

/** Milliseconds after which a page says that it is not ready. */
const patience = 8_000;

/** Somebody's comments on the posts that were read. */
interface Comments {
  comments: number;
  posts: number;
  /** Epoch milliseconds of the newest of these posts. */
  newest: number;
}

export interface FoundPerson extends PersonCourse {
  commented: Comments | undefined;
  /** Whether the exports cover all time: else who is in none of them may follow all the same. */
  followersKnown: boolean;
}

/**
 * All that is known of a person, by any name that they have had.
 * @param username in lower case
 * @returns undefined for somebody who is in no import and no comments; `late` while they are still being looked for
 * @throws SearchRefused, UpstreamError
 */
export async function findPerson(
  uid: string,
  username: string,
): Promise<FoundPerson | undefined | "late"> {
  // In this order: imports of before would be kept under the revision of after.
  const { remains } = await storedAnalysis(uid);
  const used = await usedImports(uid);
  const key = [uid, remains?.revision, username].join(" ");
  const looked = courses.get(key, async () => {
    if (used.length === 0) return null;
    const [kept, hidden] = await Promise.all([keptForThread(uid, remains), hiddenPeopleOf(uid)]);
    const { course } = await lookThrough(uid, used, (thread) =>
      thread.find(
        { username, used: used.map(analysed), hidden, ...kept },
        { pieceOf: piecesOf(used, { ahead: 4 }) },
      ),
    );
    return course ?? null;
  });
  // Nobody may be waiting any more when it fails.
  looked.catch(() => {});
  const course = await within(patience, looked);
  if (course === undefined) return "late";
  // Comments under a name that may be one of several people's count for nobody.
  const commented = await commentsOf(uid, used, new Set(course ? course.writtenAs : [username]));
  if (!course && !commented) return undefined;
  const followersKnown = coversAll(used.map(analysed));
  return { username, otherNames: [], events: [], ...course, commented, followersKnown };
}

async function commentsOf(
  uid: string,
  used: Awaited<ReturnType<typeof usedImports>>,
  names: ReadonlySet<string>,
): Promise<Comments | undefined> {
  const connected = await connectedOf(uid);
  if (!connected || isOtherAccount(connected.reading, used)) return undefined;
  const found = connected.reading.posts.flatMap(({ postedAt, commenters }) => {
    const comments = commenters
      .filter(([name]) => names.has(name.toLowerCase()))
      .reduce((sum, [, count]) => sum + count, 0);
    return comments > 0 ? [{ comments, postedAt }] : [];
  });
  if (found.length === 0) return undefined;
  return {
    comments: found.reduce((sum, { comments }) => sum + comments, 0),
    posts: found.length,
    newest: Math.max(...found.map(({ postedAt }) => postedAt)),
  };
}
