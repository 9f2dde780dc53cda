import type { ActionFunctionArgs } from "@remix-run/node";
import { cancelByLink } from "~/features/leaving/cancellation.server";
import {
  answer,
  answerCancellation,
  cancellationWrongMethod,
  noSubscriptions,
} from "./cancellation-answer.ts";

export const loader = cancellationWrongMethod;

/** Cancels for the bearer of a mailed link's token (docs/interfaces/app.yaml). */
export async function action({ request, params }: ActionFunctionArgs) {
  const userAgent = request.headers.get("user-agent") ?? "";
  const cancellation = await cancelByLink(params.content ?? "", userAgent, "api");
  if (cancellation.outcome === "refused")
    return answer({ error: noSubscriptions }, cancellation.reason === "invalid" ? 403 : 410);
  return answerCancellation(cancellation);
}
