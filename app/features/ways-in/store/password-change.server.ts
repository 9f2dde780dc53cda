import { z } from "zod";
import { env } from "~/env.server";
import { functionAddress, functions } from "~/features/account/functions.server";

/** The account whose password was changed, or a refusal, which may contain the provider's code (docs/interfaces/functions.yaml). */
export type PasswordChange = { uid: string } | { code: string | undefined; message: string };

const words = z.string().trim();

const answer = z.union([
  z.object({ user_id: z.string().min(1) }).transform(({ user_id }) => ({ uid: user_id })),
  z
    .object({ error: z.object({ code: words.optional(), message: words.default("") }) })
    .transform(({ error }) => ({ code: error.code, message: error.message })),
  z
    .object({ error: words.min(1) })
    // Some errors are a bare code.
    .transform(({ error }) => ({
      code: error.startsWith("auth/") ? error : undefined,
      message: error,
    })),
]);

/** Sets the password of the account, if there is one, with the subscription's e-mail address. */
export async function changePassword(change: {
  email: string;
  subscriptionId: string;
  password: string;
}): Promise<PasswordChange> {
  const { body } = await functions.requestJson("write", {
    url: functionAddress("changePassword"),
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      email: change.email,
      id: change.subscriptionId,
      password: change.password,
      test: env.APP_ENV !== "production",
    }),
    schema: answer,
    // A refusal may have any 4xx status, except 429, which says nothing of the password.
    alsoAccept: (status) => status >= 400 && status < 500 && status !== 429,
  });
  return body;
}
