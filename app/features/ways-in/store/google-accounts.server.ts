import { z } from "zod";
import { type IdentityRefusal, isRefusal } from "~/features/account/identity.server";
import { askProvider, refusal } from "~/features/ways-in/store/passwords.server";

/** What the identity provider says of somebody whom Google has vouched for. */
export interface GoogleAccount {
  uid: string;
  /** The account has been made by this very sign-in. */
  isNew: boolean;
}

/**
 * Some refusals come as an answer. `needConfirmation`: an account has this address, and Google does not vouch for the
 * address, so the account is not the person's until its owner says so.
 */
const answered = z.union([
  z.object({ errorMessage: z.string().min(1) }),
  z.object({ needConfirmation: z.literal(true) }),
  z.object({ mfaPendingCredential: z.string() }),
  z.object({
    localId: z.string().min(1),
    email: z.string().min(1),
    isNewUser: z.boolean().default(false),
  }),
]);

/**
 * Signs in at the identity provider with Google's token: makes the account if there is none with this address, and adds
 * Google to the one that there is. The provider believes the token, so it must have been checked before.
 * @param requestUri the app's callback address
 */
export async function signInWithGoogle(
  idToken: string,
  requestUri: string,
): Promise<GoogleAccount | IdentityRefusal> {
  const answer = await askProvider(
    "write",
    "signInWithIdp",
    {
      postBody: new URLSearchParams({ id_token: idToken, providerId: "google.com" }).toString(),
      requestUri,
      returnIdpCredential: true,
      returnSecureToken: true,
    },
    answered,
  );
  if (isRefusal(answer)) return answer;
  if ("errorMessage" in answer) return refusal(answer.errorMessage);
  if ("needConfirmation" in answer)
    return { code: "auth/account-exists-with-different-credential" };
  if ("mfaPendingCredential" in answer) return { code: "auth/multi-factor-auth-required" };
  return { uid: answer.localId, isNew: answer.isNewUser };
}
