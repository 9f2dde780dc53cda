import type { AccountState, ListedPerson } from "./account-state.ts";
import { relationEntry } from "./export-entries.ts";
import { type ExportFile, isOld, listFile, pickEvery } from "./export-file.ts";
import { type ExportOptions, rangeOf } from "./export-options.ts";

const day = 86_400;

/** The lists of people. A range cuts the followers; everything else stays whole. */
export function connectionFiles(state: AccountState, options: ExportOptions): ExportFile[] {
  const folder = isOld(options)
    ? "followers_and_following/"
    : "connections/followers_and_following/";
  const list = (name: string, people: Iterable<ListedPerson>, wrapper?: string) =>
    listFile(`${folder}${name}.json`, eachAsEntry(people, options), options, wrapper);
  const { from, to } = rangeOf(options);
  const followers = state.followers(from, to);
  const friends = state.friends();
  const some = (every: number) => pickEvery(friends, every);
  const unfollowed = state.unfollowed(options.at - 60 * day);
  const count = isOld(options) ? 1 : Math.max(1, Math.ceil(followers.size / options.perFile));
  const pages = Array.from({ length: count }, (_, page) =>
    isOld(options)
      ? list("followers", followers, "relationships_followers")
      : list(`followers_${page + 1}`, followers.page(page * options.perFile, options.perFile)),
  );
  return [
    ...pages,
    list("following", state.following(), "relationships_following"),
    list("pending_follow_requests", state.requested(), "relationships_follow_requests_sent"),
    list("recent_follow_requests", state.requested(), "relationships_permanent_follow_requests"),
    list(
      isOld(options) ? "recently_unfollowed_accounts" : "recently_unfollowed_profiles",
      unfollowed,
      "relationships_unfollowed_users",
    ),
    list(
      isOld(options) ? "blocked_accounts" : "blocked_profiles",
      state.blocked(),
      "relationships_blocked_users",
    ),
    list("close_friends", some(20), "relationships_close_friends"),
    list("restricted_profiles", some(90), "relationships_restricted_users"),
    list("profiles_you've_favorited", some(50), "relationships_feed_favorites"),
    list("hide_story_from", some(70), "relationships_hide_stories_from"),
    list("removed_suggestions", [], "relationships_dismissed_suggested_users"),
    list("follow_requests_you've_received", [], "relationships_follow_requests_received"),
  ];
}

function eachAsEntry(people: Iterable<ListedPerson>, options: ExportOptions): Iterable<object> {
  return {
    *[Symbol.iterator]() {
      for (const person of people) {
        const since = person.since - (person.since % options.secondsTo);
        yield relationEntry({ ...person, since }, options);
      }
    },
  };
}
