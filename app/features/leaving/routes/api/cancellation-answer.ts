import type { Cancellation } from "~/features/leaving/services/cancellation-wish.server";
import { somethingWentWrong } from "~/platform/values/identity-messages";

/** docs/interfaces/app.yaml: JSON with `success` or `error`, never cached. */
export function answer(
  body: { success: true } | { error: string },
  status: number,
  headers: Record<string, string> = {},
): Response {
  return Response.json(body, {
    status,
    headers: { "cache-control": "private, no-store", ...headers },
  });
}

export function cancellationWrongMethod(): Response {
  return answer({ error: "Use POST" }, 405, { allow: "POST" });
}

export const noSubscriptions = "No subscriptions";

/** 202 if the cancellation is in the outbox and billing has not confirmed it yet. */
export function answerCancellation(cancellation: Cancellation): Response {
  switch (cancellation.outcome) {
    case "canceled":
      return answer({ success: true }, 200);
    case "received":
      return answer({ success: true }, 202);
    case "declined":
      return answer({ error: cancellation.message }, 502);
    case "not-found":
      return answer({ error: noSubscriptions }, 404);
    case "failed":
    case "unknown":
      return answer({ error: somethingWentWrong }, 503);
  }
}
