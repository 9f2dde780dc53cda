import type { ActionFunctionArgs } from "@remix-run/node";
import { env } from "~/env.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { somethingWentWrong } from "~/platform/values/identity-messages";

const answer = (body: object, status: number, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers: { "cache-control": "private, no-store", ...headers } });

export function metaWrongMethod(): Response {
  const missing = !env.ANALYSIS_SOURCES.has("instagram");
  return missing ? notFound() : answer({ error: "Use POST" }, 405, { allow: "POST" });
}

const notFound = () => answer({ error: "There is nothing at this address." }, 404);

/**
 * Answers a call of Meta's servers (docs/interfaces/app.yaml). No cookie and no form token comes with it: its signature authorizes it.
 * @param carryOut gets the `signed_request`; returns the answer, or undefined if it is not Meta's
 */
export async function answerMeta(
  { request }: ActionFunctionArgs,
  carryOut: (signedRequest: string) => Promise<object | undefined>,
): Promise<Response> {
  if (!env.ANALYSIS_SOURCES.has("instagram")) return notFound();
  const form = await request.formData().catch(() => new FormData());
  const signedRequest = form.get("signed_request");
  return orElse(
    async () => {
      const done = typeof signedRequest === "string" ? await carryOut(signedRequest) : undefined;
      return done ? answer(done, 200) : answer({ error: "The signed_request is not valid" }, 400);
    },
    () => answer({ error: somethingWentWrong }, 503, { "retry-after": "60" }),
  );
}
