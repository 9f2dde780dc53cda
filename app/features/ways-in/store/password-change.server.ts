import { z } from "zod";
import { env } from "~/env.server";
import { functionAddress, functions } from "~/features/account/functions.server";

/** The account whose password was changed, or a refusal, which may contain the provider's code (docs/interfaces/functions.yaml). */
export type PasswordChange = { uid: string } | { code: string | undefined; message: string };

const words = z.string().trim();

const refusal = z.union([
  z
    // A code of another form, such as an HTTP status, says nothing; its message does.
    .object({
      error: z.object({ code: words.nullish().catch(undefined), message: words.nullish() }),
    })
    .transform(({ error }) => ({ code: error.code ?? undefined, message: error.message ?? "" })),
  z
    .object({ error: words.min(1) })
    // Some errors are a bare code.
    .transform(({ error }) => ({
      code: error.startsWith("auth/") ? error : undefined,
      message: error,
    })),
]);

const answer = z.union([
  z.object({ user_id: z.string().min(1) }).transform(({ user_id }) => ({ uid: user_id })),
  refusal,
]);

/**
 * A refusal may have any status. With 5xx and 429 only the provider's code tells it from the words of whatever stands in
 * the function's place, such as "Internal Server Error"; of `auth/internal-error` nobody knows who failed.
 */
const coded = refusal.refine(
  ({ code }) => code?.startsWith("auth/") && code !== "auth/internal-error",
);

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
    alsoAccept: () => true,
    errorSchema: (status) => (status >= 500 || status === 429 ? coded : refusal),
  });
  return body;
}
