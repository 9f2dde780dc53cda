import { figuresPerPoint, type KeptPost, type KeptReading } from "../kept-reading.ts";

/** A post's latest points that are never thinned: its last month of daily readings, or more. */
const leastPoints = 30;

/**
 * The same with less, for a head that does not fit into a document: first without the comments under way, which only
 * resume a reading; then with every second one of the posts' older figures.
 * @returns undefined if nothing is left to leave out
 */
export function smallerReading(kept: KeptReading): KeptReading | undefined {
  const { underWay } = kept;
  if (underWay?.comments) return { ...kept, underWay: { ...underWay, comments: null } };
  const posts = kept.posts.map(thinned);
  return posts.some((post, at) => post !== kept.posts[at]) ? { ...kept, posts } : undefined;
}

/** The first point stays, as it says how the post began. */
function thinned(post: KeptPost): KeptPost {
  const points = post.history.length / figuresPerPoint;
  const older = points - leastPoints;
  const history = post.history.filter((_, at) => {
    const point = Math.floor(at / figuresPerPoint);
    return point % 2 === 0 || point >= older;
  });
  return history.length < post.history.length ? { ...post, history } : post;
}
