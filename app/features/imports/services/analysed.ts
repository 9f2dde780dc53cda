import type { Import } from "~/features/history/import";
import { isBorneOut } from "~/features/history/partial-signs";
import type { AnalysedImport } from "~/features/imports/rules/work";

/** What the thread is told of an import. */
export const analysed = ({ counts, ...one }: Import): AnalysedImport => ({
  id: one.id,
  takenAt: one.takenAt,
  account: one.account,
  ownNames: one.ownNames ?? [],
  window: one.window,
  followers: counts.followers,
  following: counts.following,
  followersShown: speaksAgainstIt(one, counts) ? null : one.followersShown,
});

/** Whoever says that the list is whole says that a number which speaks against it is wrong. */
const speaksAgainstIt = (
  { decision, followersShown }: Pick<Import, "decision" | "followersShown">,
  { followers }: Import["counts"],
): boolean =>
  decision === "whole" && followersShown !== null && !isBorneOut(followers, followersShown);
