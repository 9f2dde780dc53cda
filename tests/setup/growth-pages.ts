import type { Growth } from "~/features/growth/growth";
import { storeAnalysis } from "./analyses.ts";
import { newMember } from "./member.ts";

/** A subscriber whose analysis has this growth; their sources are what it has. */
export async function memberWithGrowth(growth: Growth | undefined) {
  const member = await newMember();
  const now = Date.now();
  const sources = growth && {
    ...(growth.exports && {
      export: { takenAt: growth.exports.imports.at(-1)?.takenAt, account: "ana" },
    }),
    ...((growth.posts.length > 0 || growth.isOtherAccount) && {
      connection: {
        readAt: now,
        account: growth.isOtherAccount ? "bea" : "ana",
        hasCommenters: true,
        isOtherAccount: growth.isOtherAccount,
      },
    }),
  };
  await storeAnalysis(member.uid, {
    profile: { _sources: sources ?? {} },
    ...(growth && { growth }),
  });
  return member;
}
