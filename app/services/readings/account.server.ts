import { getAccount, getMediaPage } from "~/clients/instagram.server";
import { log } from "~/clients/log.server";
import { joinList, noteFollowers } from "~/domain/instagram/kept-reading";
import { Withdrawn } from "~/services/readings/break-off.server";
import { page, pageCounter, verdictOf } from "~/services/readings/pages.server";
import type { Session } from "~/services/readings/session.server";

/** The latest posts and reels that are read (contract 11). */
const latest = 200;

/** Reads the account and the list of its latest posts, unless a run before has. */
export async function readAccount(session: Session): Promise<void> {
  const { kept, underWay, token } = session;
  if (underWay.list === null) return;
  const { value: account } = await session.ask(() => getAccount(token));
  if (account.userId !== session.payload.userId) {
    log.error("an access token has become another account's");
    throw new Withdrawn();
  }
  const { username, name, type: accountType, followers, following } = account;
  session.payload = { ...session.payload, username, name, accountType };
  kept.username = username;
  kept.followers = followers ?? kept.followers;
  kept.following = following ?? kept.following;
  if (followers !== null) noteFollowers(kept, followers, Date.now());
  await readList(session);
}

async function readList(session: Session): Promise<void> {
  const { kept, underWay } = session;
  let isSecondTry = false;
  const count = pageCounter();
  while (underWay.list !== null) {
    const { after, posts } = underWay.list;
    try {
      const found = await nextPage(session, after, latest - posts.length);
      count(found.after);
      const ids = new Set(posts.map(({ id }) => id));
      posts.push(...found.media.filter(({ id }) => !ids.has(id)).map(withShortAddresses));
      underWay.list.after = found.after;
      if (found.after !== null && posts.length < latest) continue;
      kept.posts = joinList(kept.posts, posts.slice(0, latest));
      underWay.list = null;
    } catch (error) {
      const verdict = verdictOf(error);
      if (verdict === "permission-missing") {
        // What is known of posts stays as it is.
        session.refused.add("posts");
        underWay.list = null;
      } else if (verdict === "ask-without" && after !== null && !isSecondTry) {
        // The cursor is no longer valid.
        isSecondTry = true;
        underWay.list = { after: null, posts: [] };
      } else throw error;
    }
  }
}

const nextPage = async (session: Session, after: string | null, most: number) => {
  const get = (limit: number) =>
    session.ask(() => getMediaPage(session.token, { after: after ?? undefined, limit }));
  return (await page(session, "media", most, get)).value;
};

/** Longer ones would fill the document. Those of Instagram have 700 characters at most. */
const longestAddress = 2_000;

function withShortAddresses<T extends { permalink: string | null; pictureUrl: string | null }>(
  post: T,
): T {
  const short = (url: string | null) => (url && url.length <= longestAddress ? url : null);
  return { ...post, permalink: short(post.permalink), pictureUrl: short(post.pictureUrl) };
}
