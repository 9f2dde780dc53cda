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
  followersShown: one.followersShown,
});
