import type { NameList } from "../../platform/values/name-list.ts";
import type { PostFigures } from "../export/export.ts";

/** Seconds of follows that an export covers, both ends included. */
export interface Window {
  from: number;
  /** Infinity where it has no end. */
  to: number;
}

export const allTime: Window = { from: 0, to: Number.POSITIVE_INFINITY };

/** What is known of an import in use without its lists. */
export interface ImportSummary {
  id: string;
  /** Epoch milliseconds. */
  takenAt: number;
  account: string | null;
  window: Window;
  followers: number;
}

/** The lists of an import in use. */
export interface ImportLists {
  followers: NameList;
  following: NameList | undefined;
  pendingRequests: NameList | undefined;
  postTimes: number[];
  insights: PostFigures[] | undefined;
}

/** Problems that hold an import until the subscriber decides (docs/product.md#problems). */
export const holds = [
  "other-account",
  "partial-range",
  "count-mismatch",
  "needs-count",
  "mass-loss",
  "older-than-last",
] as const;
export type Hold = (typeof holds)[number];

/** What may have happened to a follower between two exports (docs/product.md#what-changed). */
export const changeKinds = ["lost", "new", "renamed", "returned", "refollowed"] as const;
export type ChangeKind = (typeof changeKinds)[number];

export interface ChangeCounts extends Record<ChangeKind, number> {
  /** Of one second, in different numbers before and after: some of them may have a new name. */
  unclear: number;
}

/** Why a total is null (docs/product.md#notes, `_notes`). */
export const notes = [
  "needs-export",
  "needs-second-export",
  "needs-following",
  "needs-connection",
  "needs-insights",
  "unknown-labels",
  "likes-hidden",
  "other-account",
] as const;
export type Note = (typeof notes)[number];

/** The people of a category, in the order in which pages and files show them. */
export interface ComputedCategory {
  /** A list that they all are in. Others may be in it, too: a list of a million is not copied for each category. */
  people: NameList;
  /** Their indices in `people`, in the order of what matters. */
  order: Uint32Array;
  /** Of `renamed`: the old names; a person had one of those with the same second (`formerNames`). */
  former?: NameList;
  /** Of those of whom the subscriber says so: the old name by the present one. They may share a second with others. */
  told?: ReadonlyMap<string, string>;
  /** Indices of those whom the subscriber has hidden: they are in every count, and nowhere by name. */
  hidden?: ReadonlySet<number>;
}

export type CategoryResult = ComputedCategory | { note: Note };
