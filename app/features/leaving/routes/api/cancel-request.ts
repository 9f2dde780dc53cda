import type { ActionFunctionArgs } from "@remix-run/node";
import { env } from "~/env.server";
import { knownDevice } from "~/features/account/device-cookie.server";
import { requestCancellationMailByEmail } from "~/features/leaving/services/cancellation-mail.server";
import { readJsonObject } from "~/platform/http/forms/json-body.server";
import { createLimit } from "~/platform/store/rate-limits.server";
import { clientNetwork } from "~/platform/values/client-network";
import { hourInSeconds } from "~/platform/values/durations";
import { somethingWentWrong } from "~/platform/values/identity-messages";
import { isEmail, wrongEmail } from "~/platform/values/validation";
import { retryAfter, waitInWords } from "~/platform/values/waiting";
import { answer, cancellationWrongMethod } from "./cancellation-answer.ts";

const requestsOfClient = createLimit("cancellation-request", {
  points: 20,
  seconds: hourInSeconds,
});

export const loader = cancellationWrongMethod;

/**
 * Mails the cancellation link to the subscription's own address (docs/interfaces/app.yaml). The response is the same for an
 * unknown address, so that it does not reveal who has subscribed.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { email: given, code } = (await readJsonObject(request)) ?? {};
  const email = typeof given === "string" ? given.trim() : "";
  if (!isEmail(email)) return answer({ error: wrongEmail }, 400);
  if (code !== env.BUNDLE_ID) return answer({ error: "Unknown bundle" }, 400);
  const device = await knownDevice(request, email);
  const wait = device
    ? undefined
    : await requestsOfClient.take(clientNetwork(context.clientAddress));
  if (wait !== undefined) return tooManyRequests(wait);
  const result = await requestCancellationMailByEmail(email, device !== undefined);
  if (result.outcome === "limited") return tooManyRequests(result.wait);
  if (result.outcome === "unavailable") return answer({ error: somethingWentWrong }, 503);
  return answer({ success: true }, 200);
}

function tooManyRequests(wait: number): Response {
  const error = `Too many requests. Try again in ${waitInWords(wait)}.`;
  return answer({ error }, 429, retryAfter(wait));
}
