import type { ListName } from "../export.ts";
import type { ReaderOfFile } from "./findings.ts";
import { mayBeUnderUnknownLabel, personOf } from "./relation-entry.ts";

const mainLists: readonly ListName[] = ["followers", "following"];
/** Keys of the lists, where they are not bare. */
const keys: Readonly<Record<ListName, string>> = {
  followers: "relationships_followers",
  following: "relationships_following",
  pendingRequests: "relationships_follow_requests_sent",
  recentRequests: "relationships_permanent_follow_requests",
  receivedRequests: "relationships_follow_requests_received",
  recentlyUnfollowed: "relationships_unfollowed_users",
  blocked: "relationships_blocked_users",
  closeFriends: "relationships_close_friends",
  restricted: "relationships_restricted_users",
  favorites: "relationships_feed_favorites",
  hideStoryFrom: "relationships_hide_stories_from",
  removedSuggestions: "relationships_dismissed_suggested_users",
};
const knownKeys = new Set(Object.values(keys));
/** How all keys of Threads begin, whose files may have been sent alone, without their folder. */
const threadsKey = "text_post_app_";
/** The size of the lists is checked once in so many people. */
const checkEvery = 4_096;

/**
 * Followers and following are under their own keys only. Any other list may be under a key that is no other list's, and
 * not one of Threads.
 */
const isKeyOf = (name: ListName, key: string): boolean =>
  key === "" ||
  key === keys[name] ||
  (!mainLists.includes(name) && !knownKeys.has(key) && !key.startsWith(threadsKey));

/** Lists of people. They go into the list at once, not at the end of the file: there may be a million. */
export const relationsReader: ReaderOfFile = (file, findings) => {
  const name = file.part as ListName;
  const list = findings.list(name);
  let people = 0;
  let nameless = 0;
  let ofUnknownLabel = 0;
  return {
    fits: (key) => isKeyOf(name, key),
    isEntry: (value) => personOf(value, () => {}) !== undefined,
    item(entry) {
      const person = personOf(entry, (label) => findings.unknownLabel(file.end, label));
      if (!person) {
        nameless += 1;
        if (mayBeUnderUnknownLabel(entry)) ofUnknownLabel += 1;
        return;
      }
      list.add(person.username, person.since);
      people += 1;
      if (people % checkEvery === 0) findings.checkSize();
    },
    commit() {
      findings.find(name);
      findings.checkSize();
      if (mainLists.includes(name)) findings.skipped += nameless;
      else findings.unreadable(file.end, nameless);
      if (name === "followers") findings.skippedByLabel += ofUnknownLabel;
    },
  };
};
