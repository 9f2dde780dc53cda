import { chanceFrom } from "../histories/chance.ts";
import { usernameOf } from "../histories/names.ts";
import type { AccountPlan } from "./plan.ts";
import { commentId, type PlannedPost } from "./posts.ts";

/** Seconds. */
const usualDelay = 50_000;

export interface SandboxComment {
  id: string;
  /** Epoch milliseconds, whole seconds. */
  at: number;
  text: string;
  /** Null: the commenter's account is gone, and Instagram gives no `from`. */
  author: { id: string; username: string } | null;
  isOwner: boolean;
  replies: SandboxComment[];
}

const texts = ["Love this!", "Where was that?", "🔥🔥", "So good", "Que lindo 😍", "First!"];

/** Every comment that a post will ever have, oldest first. The same few people write many of them. */
export function commentsOf(
  plan: AccountPlan,
  account: number,
  post: PlannedPost,
  commenters: readonly string[] | undefined,
): SandboxComment[] {
  const chance = chanceFrom(plan.seed * 100_003 + post.index);
  const people = commenters?.length ?? Math.max(8, Math.min(plan.followers, 4_000));
  let serial = 0;
  const somebody = (): SandboxComment["author"] => {
    const number = Math.floor(people * chance.next() ** 2.5);
    const username = commenters ? (commenters[number] ?? "") : usernameOf(number);
    return chance.below(50) === 0 ? null : { id: `9${100_000 + number}`, username };
  };
  const write = (after: number, isOwner: boolean): SandboxComment => ({
    id: commentId(account, post.index, serial++),
    at: after + 60_000 + Math.floor(-Math.log(1 - chance.next()) * usualDelay) * 1_000,
    text: texts[chance.below(texts.length)] ?? "",
    author: isOwner ? null : somebody(),
    isOwner,
    replies: [],
  });
  const comments: SandboxComment[] = [];
  for (let left = post.comments; left > 0; left -= 1) {
    const comment = write(post.postedAt, false);
    comments.push(comment);
    if (chance.below(6) > 0) continue;
    for (let replies = 1 + chance.below(3); replies > 0 && left > 1; replies -= 1, left -= 1) {
      comment.replies.push(write(comment.at, chance.below(2) === 0));
    }
    comment.replies.sort((one, other) => one.at - other.at);
  }
  return comments.sort((one, other) => one.at - other.at);
}
