import { Withdrawn } from "~/features/connection/services/readings/asker.server";
import {
  isOfOnePart,
  page,
  pageCounter,
  patientAttempts,
  verdictOf,
} from "~/features/connection/services/readings/pages.server";
import type { Session } from "~/features/connection/services/readings/session.server";
import { getAccount, getMediaPage } from "~/features/connection/store/instagram.server";
import { isAllPosts, joinList, joinPartOfList } from "~/features/history/deleted-posts";
import type { ListedPost, UnderWay } from "~/features/history/kept-reading";
import { noteFollowers, noteName } from "~/features/history/noted-figures";
import { log } from "~/platform/monitoring/log.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";

/** The latest posts and reels that are read (docs/product.md#connection). */
const latest = 200;

/**
 * Reads the account and the list of its latest posts, or the rest of it.
 * @param attempts that have failed so far: a list that is not whole is asked for once more before it is taken as it is
 */
export async function readAccount(session: Session, attempts: number): Promise<void> {
  const { kept, token } = session;
  const { value: account } = await session.ask(() => getAccount(token));
  if (account.userId !== session.payload.userId) {
    log.error("an access token has become another account's");
    throw new Withdrawn();
  }
  const { username, name, type: accountType, followers, following } = account;
  session.payload = { ...session.payload, username, name, accountType };
  noteName(kept, username);
  kept.followers = followers ?? kept.followers;
  kept.following = following ?? kept.following;
  if (followers !== null) noteFollowers(kept, followers, Date.now());
  // Where Instagram gives no count, an empty list is not believed of an account that had posts.
  const expected = Math.min(latest, account.posts ?? Math.min(1, kept.posts.length));
  await readList(session, expected, attempts);
}

async function readList(session: Session, expected: number, attempts: number): Promise<void> {
  const { underWay, refused } = session;
  let isSecondTry = false;
  const count = pageCounter();
  while (underWay.list !== null) {
    const { after, posts, skipped = 0, isAgain } = underWay.list;
    try {
      const get = (limit: number) =>
        session.ask(() => getMediaPage(session.token, { after, limit }));
      const { value: found } = await page(session, "media", latest - posts.length, get);
      count(found.after);
      const ids = new Set(posts.map(({ id }) => id));
      posts.push(...found.media.filter(({ id }) => !ids.has(id)).map(withShortAddresses));
      underWay.list.after = found.after;
      underWay.list.skipped = skipped + found.skipped;
      session.noteProgress();
      if (found.after !== null && posts.length < latest) continue;
      takeList(session, underWay.list, expected, attempts === 0 && !isAgain);
    } catch (error) {
      const verdict = verdictOf(error);
      if (verdict === "permission-missing" || (attempts >= patientAttempts && isOfOnePart(error))) {
        // What is known of posts stays as it is.
        refused.add("posts");
        underWay.list = null;
      } else if (verdict === "ask-without" && after !== null && !isSecondTry) {
        // The cursor is no longer valid.
        isSecondTry = true;
        underWay.list = { after: null, posts: [], ...(isAgain && { isAgain }) };
      } else throw error;
    }
  }
}

function takeList(
  { kept, underWay, refused }: Session,
  { posts, skipped = 0 }: NonNullable<UnderWay["list"]>,
  expected: number,
  mayAskAgain: boolean,
): void {
  const list = { posts: posts.slice(0, latest), skipped };
  if (isAllPosts(list, expected)) kept.posts = joinList(kept.posts, list.posts);
  else if (mayAskAgain) {
    underWay.list = { after: null, posts: [], isAgain: true };
    // Where no post is known yet, none can be lost: who has just connected need not wait for another run.
    if (kept.posts.length === 0) return;
    throw new UpstreamError("instagram", "malformed");
  } else {
    log.warn({ expected, posts: list.posts.length, skipped }, "a list of posts is not whole");
    kept.posts = joinPartOfList(kept.posts, list, latest);
    refused.add("posts");
  }
  kept.isListed ||= kept.posts.length > 0 || !refused.has("posts");
  underWay.list = null;
}

/** Longer ones would fill the document. Those of Instagram have 700 characters at most. */
const longestAddress = 1_000;

function withShortAddresses(post: ListedPost): ListedPost {
  const short = (url: string | null) => (url && url.length <= longestAddress ? url : null);
  return { ...post, permalink: short(post.permalink), pictureUrl: short(post.pictureUrl) };
}
