import type { Import } from "~/features/history/import";
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
  // Whoever says that the list is whole says that the number is not.
  followersShown: one.decision === "whole" ? null : one.followersShown,
});
