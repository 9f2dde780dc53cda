import type { ActionFunctionArgs } from "@remix-run/node";
import { subscriberOfProgram } from "~/features/account/guards.server";
import { cancelOwn } from "~/features/leaving/cancellation.server";
import { readJsonObject } from "~/platform/http/forms/json-body.server";
import { answer, answerCancellation, cancellationWrongMethod } from "./cancellation-answer.ts";

export const loader = cancellationWrongMethod;

/** Cancels a subscription of the signed-in subscriber (docs/interfaces/app.yaml). */
export async function action({ request }: ActionFunctionArgs) {
  const asker = await subscriberOfProgram(request);
  if ("error" in asker) return answer({ error: asker.error }, asker.status);
  const { id: given } = (await readJsonObject(request)) ?? {};
  // The subscription service may give ids as numbers.
  const id = typeof given === "number" ? String(given) : given;
  if (typeof id !== "string" || id === "") return answer({ error: "id is required" }, 400);
  const userAgent = request.headers.get("user-agent") ?? "";
  return answerCancellation(await cancelOwn(asker.subscriber, userAgent, { id, how: "api" }));
}
