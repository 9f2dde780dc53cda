import { chanceFrom } from "../histories/chance.ts";
import type { Clock } from "./clock.ts";
import { commentsOf, type SandboxComment } from "./comments.ts";
import { type Basis, basisOf } from "./of-history.ts";
import type { AccountPlan, AccountType, Scope } from "./plan.ts";
import { scopes } from "./plan.ts";
import { appScopedId, commentId, type PlannedPost, plannedPosts, userId } from "./posts.ts";

const day = 86_400_000;
/** Instagram's days, in UTC. */
const dayBegins = 7 * 3_600_000;

const audienceNames: Record<string, readonly string[]> = {
  country: ["DE", "US", "GB", "FR", "BR", "IN", "AT", "CH", "IT"],
  city: [
    "Berlin, Berlin",
    "London, England",
    "Hamburg, Hamburg",
    "São Paulo, São Paulo",
    "Vienna, Vienna",
    "Paris, Île-de-France",
    "New York, New York",
  ],
  age: ["25-34", "18-24", "35-44", "45-54", "13-17", "55-64", "65+"],
  gender: ["F", "M", "U"],
};

/** A post as it stands at the clock's `asOf`. */
export interface SandboxPost extends Omit<PlannedPost, "likes" | "comments"> {
  /** Whether or not they are hidden. */
  likes: number;
  /** With replies. */
  comments: number;
  /** Oldest first, those of `asOf`. */
  readComments(): SandboxComment[];
}

/**
 * An account of the sandbox. Every figure that its hosts answer comes from here, so that a test can compute what the app
 * must show. The app's own code is never asked.
 */
export class SandboxAccount {
  readonly plan: AccountPlan;
  readonly userId: string;
  readonly appScopedId: string;
  username: string;
  type: AccountType;
  granted: Set<Scope>;
  /** Hides the likes of every post. */
  hidesLikes = false;
  readonly deleted = new Set<string>();
  readonly #clock: Clock;
  readonly #number: number;
  readonly #start: number;
  #planned: PlannedPost[] | undefined;
  readonly #comments = new Map<string, SandboxComment[]>();
  #cached: { at: number; posts: SandboxPost[] } | undefined;

  constructor(plan: AccountPlan, accountNumber: number, clock: Clock) {
    this.plan = plan;
    this.#number = accountNumber;
    this.#clock = clock;
    this.#start = clock.asOf();
    this.userId = userId(accountNumber);
    this.appScopedId = appScopedId(accountNumber);
    this.username = plan.username;
    this.type = plan.type;
    this.granted = new Set(scopes.filter((scope) => !plan.withheld.includes(scope)));
  }

  get followers(): number {
    const days = Math.round((this.#clock.asOf() - this.#start) / day);
    const { followers } = this.#basis ?? this.plan;
    return followers + days * Math.ceil(followers / 500);
  }

  get following(): number {
    return (this.#basis ?? this.plan).following;
  }

  /** Newest first, without those that are deleted. All of them, though Instagram gives 10,000 at most. */
  posts(): readonly SandboxPost[] {
    const at = this.#clock.asOf();
    if (this.#cached?.at !== at) {
      this.#planned ??= plannedPosts(this.plan, this.#number, this.#start, this.#basis);
      const made = this.#planned.filter(({ postedAt }) => postedAt <= at);
      this.#cached = { at, posts: made.map((post) => this.#asOf(post, at)).reverse() };
    }
    return this.#cached.posts.filter(({ id }) => !this.deleted.has(id));
  }

  post(id: string): SandboxPost | undefined {
    return this.posts().find((post) => post.id === id);
  }

  /** Null where the owner hides them. */
  shownLikes(post: SandboxPost): number | null {
    return this.hidesLikes || post.hidesLikes ? null : post.likes;
  }

  /**
   * Reach of the days that end after `since` and not after `until`, oldest first. Instagram's days end at 07:00 UTC, and
   * the last one comes a day late.
   */
  reach(since: number, until: number): { endsAt: number; reach: number }[] {
    const known = Math.min(until, this.#clock.asOf() - day);
    const days = [];
    for (let end = Math.floor(since / day) * day + dayBegins; end <= known; end += day) {
      const share = chanceFrom(this.plan.seed + end / day).next();
      const reach = Math.round((this.#basis ?? this.plan).followers * (0.1 + share / 2));
      if (end > since) days.push({ endsAt: end, reach });
    }
    return days;
  }

  /**
   * How many followed and how many left on Instagram's days that lie in a time, wholly or in part; undefined where none of
   * them has ended, or is of the last 90 days.
   */
  follows(since: number, until: number): { followed: number; left: number } | undefined {
    const sum = { followed: 0, left: 0 };
    const [first, now] = [Math.floor((since - dayBegins) / day), this.#clock.asOf()];
    let days = 0;
    for (let from = first * day + dayBegins; from < until; from += day) {
      if (from < now - 91 * day || from + day > now) continue;
      const { followed, left } = this.#followsOf(from);
      sum.followed += followed;
      sum.left += left;
      days += 1;
    }
    return days > 0 ? sum : undefined;
  }

  #followsOf(from: number): { followed: number; left: number } {
    if (this.#basis && from < this.#start) {
      const ofDay = this.#basis.turnover.filter(({ at }) => at >= from && at < from + day);
      const left = ofDay.filter(({ isLoss }) => isLoss).length;
      return { followed: ofDay.length - left, left };
    }
    const gained = Math.ceil((this.#basis ?? this.plan).followers / 500);
    const left = chanceFrom(this.plan.seed + from / day).below(gained + 2);
    return { followed: gained + left, left };
  }

  /** Followers by country, city, age or gender, as far as Instagram counts them; of those who hide it, not. */
  demographics(kind: string): [name: string, followers: number][] {
    const names = audienceNames[kind] ?? [];
    const chance = chanceFrom(this.plan.seed + kind.length);
    const weights = names.map((_, at) => (1 + chance.next()) / (at + 1) ** 1.2);
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    return names.map((name, at) => [
      name,
      Math.round((this.followers * 0.93 * (weights[at] ?? 0)) / all),
    ]);
  }

  /** Views of a time, by who saw it. */
  views(since: number, until: number) {
    const all = this.reach(since, until).reduce((sum, { reach }) => sum + reach * 2, 0);
    const followers = Math.round(all * 0.58);
    const unknown = Math.round(all * 0.01);
    return { followers, unknown, others: all - followers - unknown };
  }

  /** Made when it is first asked for: a history takes a third of a second. */
  get #basis(): Basis | undefined {
    return this.plan.history ? basisOf(this.plan.history, this.#start) : undefined;
  }

  #asOf(post: PlannedPost, at: number): SandboxPost {
    // Half of what a post gets comes in its first day and a half.
    const share = 1 - 2 ** (-(at - post.postedAt) / (1.5 * day));
    const grown = (figure: number) => Math.round(figure * share);
    const readComments = () => this.#commentsAt(post, at);
    return {
      ...post,
      likes: grown(post.likes),
      get comments() {
        return readComments().reduce((sum, { replies }) => sum + 1 + replies.length, 0);
      },
      saved: grown(post.saved),
      shares: grown(post.shares),
      reach: grown(post.reach),
      views: grown(post.views),
      profileVisits: grown(post.profileVisits),
      follows: grown(post.follows),
      readComments,
    };
  }

  /** Somebody comments on a post of theirs. @param at epoch milliseconds */
  comment(post: PlannedPost, username: string, at: number): void {
    const all = this.#allComments(post);
    // Of the numbers that a post's comments have, the last are free.
    const id = commentId(this.#number, post.index, 499 - (all.length % 100));
    const author = { id: `8${all.length}`, username };
    all.push({ id, at, text: "Still here!", author, isOwner: false, replies: [] });
  }

  #allComments(post: PlannedPost): SandboxComment[] {
    let all = this.#comments.get(post.id);
    if (!all) {
      all = commentsOf(this.plan, this.#number, post, this.#basis?.commenters);
      this.#comments.set(post.id, all);
    }
    return all;
  }

  #commentsAt(post: PlannedPost, at: number): SandboxComment[] {
    const all = this.#allComments(post);
    const shown = (comments: readonly SandboxComment[]): SandboxComment[] =>
      comments
        .filter((comment) => comment.at <= at)
        .map((comment) => ({
          ...comment,
          author: comment.isOwner ? { id: this.userId, username: this.username } : comment.author,
          replies: shown(comment.replies),
        }));
    return shown(all);
  }
}
