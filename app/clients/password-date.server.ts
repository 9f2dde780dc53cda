import { z } from "zod";
import { adminToken } from "~/clients/firebase.server";
import { base, upstream } from "~/clients/identity.server";
import { env } from "~/env.server";

/** The provider leaves it out where it does not know it, as for an account without a password. */
const answer = z.object({
  users: z
    .array(z.object({ localId: z.string(), passwordUpdatedAt: z.number().optional() }))
    .default([]),
});

/**
 * When the account's password was last set, here or by the provider's mail: epoch milliseconds. firebase-admin does not
 * tell it. @returns undefined where it is not known
 */
export async function passwordSetAt(uid: string): Promise<number | undefined> {
  const { body } = await upstream.requestJson("read", {
    url: `${base}/projects/${encodeURIComponent(env.FIREBASE_PROJECT_ID)}/accounts:lookup`,
    headers: { "content-type": "application/json" },
    bearer: adminToken,
    body: JSON.stringify({ localId: [uid] }),
    schema: answer,
  });
  return body.users.find(({ localId }) => localId === uid)?.passwordUpdatedAt;
}
