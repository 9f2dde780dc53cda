import type { ActionFunctionArgs } from "@remix-run/node";
import { env } from "~/env.server";
import { sendActivation } from "~/features/ways-in/services/activation.server";
import {
  alreadySent,
  nothingToActivate,
  tryAgain,
} from "~/features/ways-in/services/recovery.server";
import { jsonAnswer } from "~/platform/http/responses/json-answer";
import { createLimit } from "~/platform/store/rate-limits.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { clientNetwork } from "~/platform/values/client-network";
import { hourInSeconds } from "~/platform/values/durations";
import { somethingWentWrong } from "~/platform/values/identity-messages";
import { isEmail, wrongEmail } from "~/platform/values/validation";
import { retryAfter } from "~/platform/values/waiting";
import { withinAnswerTime } from "~/platform/work/deadline.server";

const requestsOfClient = createLimit("activation-request", { points: 20, seconds: hourInSeconds });

/** Answers have the fields of docs/interfaces/app.yaml and no others: the link itself is only in the mail. */
const failed = (
  error: string,
  status: number,
  { headers, hasUser = false }: { headers?: Record<string, string>; hasUser?: boolean } = {},
) => jsonAnswer({ success: false, has_user: hasUser, error }, status, headers);

export const loader = () => failed("Use POST", 405, { headers: { allow: "POST" } });

export async function action({ request, params, context }: ActionFunctionArgs) {
  if (request.method !== "POST") return loader();
  if (params.bundle !== env.BUNDLE_ID) return failed("Unknown bundle", 404);
  const email = (params.email ?? "").trim();
  if (!isEmail(email)) return failed(wrongEmail, 400);
  const wait = await requestsOfClient.take(clientNetwork(context.clientAddress));
  if (wait !== undefined) return tooManyRequests("Too many requests.", { wait });
  return orElse(
    async () => {
      const activation = await withinAnswerTime(sendActivation(email));
      switch (activation.outcome) {
        case "sent":
          return jsonAnswer({ success: true, has_user: activation.hasUser });
        case "already-activated":
          return jsonAnswer({ success: false, has_user: true });
        case "no-subscription":
          return failed(nothingToActivate, 200);
        case "sent-recently":
          return tooManyRequests(`${alreadySent}.`, activation);
      }
    },
    () => failed(somethingWentWrong, 503),
  );
}

function tooManyRequests(error: string, { wait, hasUser }: { wait: number; hasUser?: boolean }) {
  const inWords = `${error} ${tryAgain(wait).words}`;
  return failed(inWords, 429, { headers: retryAfter(wait), hasUser });
}
