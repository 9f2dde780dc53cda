import { z } from "zod";
import { functionAddress, functions } from "~/clients/functions.server";
import { env } from "~/env.server";

/** `user_id`'s account has the new password now; a refusal may carry the provider's code (contract 4). */
export type PasswordChange = { uid: string } | { code: string | undefined; message: string };

const words = z.string().trim();

const answer = z.union([
  z.object({ user_id: z.string().min(1) }).transform(({ user_id }) => ({ uid: user_id })),
  z
    .object({ error: z.object({ code: words.optional(), message: words.default("") }) })
    .transform(({ error }) => ({ code: error.code, message: error.message })),
  z
    .object({ error: words.min(1) })
    // Some of its errors are the code alone.
    .transform(({ error }) => ({
      code: error.startsWith("auth/") ? error : undefined,
      message: error,
    })),
]);

/** Sets the password of the account that belongs to the subscription's e-mail, where there is one. */
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
    // A refusal may come with a status of its own; these two say that the function is not well.
    alsoAccept: (status) => status >= 400 && status < 500 && status !== 408 && status !== 429,
  });
  return body;
}
