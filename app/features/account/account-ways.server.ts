import { z } from "zod";
import { askForAccounts } from "~/features/account/identity.server";

/** The provider leaves the time out where it does not know it, as for an account without a password. */
const answer = z.object({
  users: z
    .array(
      z.object({
        localId: z.string(),
        passwordUpdatedAt: z.number().optional(),
        providerUserInfo: z.array(z.object({ providerId: z.string() })).default([]),
      }),
    )
    .default([]),
});

/**
 * The ways into an account that the identity provider keeps, not cached. firebase-admin does not tell when a password was
 * set. @returns undefined if there is no such account
 */
export async function waysOf(uid: string) {
  const { body } = await askForAccounts({ localId: [uid] }, answer);
  const user = body.users.find(({ localId }) => localId === uid);
  if (!user) return undefined;
  const providers = new Set(user.providerUserInfo.map(({ providerId }) => providerId));
  return {
    hasPassword: providers.has("password"),
    /** By whichever way it was last set, in epoch milliseconds; undefined where that is not known. */
    passwordSetAt: user.passwordUpdatedAt,
    hasGoogle: providers.has("google.com"),
  };
}
