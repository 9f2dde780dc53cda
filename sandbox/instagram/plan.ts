import type { HistoryOptions } from "../histories/history.ts";

/** The permissions that the app may ask for. */
export const scopes = [
  "instagram_business_basic",
  "instagram_business_manage_insights",
  "instagram_business_manage_comments",
] as const;
export type Scope = (typeof scopes)[number];

export type AccountType = "BUSINESS" | "MEDIA_CREATOR" | "PERSONAL";

/** How an account is invented. The same plan gives the same account. */
export interface AccountPlan {
  /** Names it on the log-in page, in the console and in tests. */
  key: string;
  /** For people who choose on the log-in page. */
  about: string;
  username: string;
  name: string;
  type: AccountType;
  seed: number;
  followers: number;
  following: number;
  postsPerWeek: number;
  /** Days since its first post. */
  age: number;
  /** `some`: every third post hides its likes. */
  hiddenLikes: "none" | "some" | "all";
  /** Permissions that this person does not give. */
  withheld: readonly Scope[];
  /** The person presses 'Not now'. */
  refuses: boolean;
  /** The token host answers in the flat form, with the id as a bare number, and puts `#_` behind the code. */
  flatAnswers: boolean;
  /**
   * What insights refuse: `shares` names the metric, `vague` refuses `views` and does not say so, `few-viewers` has none
   * (code 10), `converted` has none for posts older than 60 days (code 100, subcode 2108006).
   */
  insights: "all" | "shares" | "vague" | "few-viewers" | "converted";
  /** Every fourth post comes without `media_url` and `thumbnail_url`. */
  lacksPictures: boolean;
  /** Calls of a day; none: those of `limits`. */
  budget: number | null;
  /** The history that the exports of the same person tell of: its posts, its people. None: all is invented apart. */
  history: Partial<HistoryOptions> | null;
}

export function planOf(
  given: Partial<AccountPlan> & Pick<AccountPlan, "key" | "seed">,
): AccountPlan {
  return {
    about: "",
    username: given.key.replaceAll("-", "."),
    name: given.key,
    type: "MEDIA_CREATOR",
    followers: 1_200,
    following: 340,
    postsPerWeek: 3,
    age: 500,
    hiddenLikes: "none",
    withheld: [],
    refuses: false,
    flatAnswers: false,
    insights: "all",
    lacksPictures: false,
    budget: null,
    history: null,
    ...given,
  };
}
