import type { ActionFunctionArgs } from "@remix-run/node";
import { anothersPage } from "~/design/anothers-page";
import { isAnothers, subscriberOfProgram } from "~/features/account/guards.server";
import { passkeyOptions, passkeyProblems } from "~/features/ways-in/add-passkey.server";
import { passkeysHere } from "~/features/ways-in/passkeys-here.server";
import { readForm } from "~/platform/http/forms/parse-form.server";
import { jsonAnswer } from "~/platform/http/responses/json-answer";
import { createLimit } from "~/platform/store/rate-limits.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { hourInSeconds } from "~/platform/values/durations";
import { messageFor } from "~/platform/values/identity-messages";
import { say } from "~/platform/values/say";
import { whoseField } from "~/platform/values/whose";

/** Times that a subscriber may begin in an hour. */
const begun = createLimit("passkey-options", { points: 30, seconds: hourInSeconds });

const refuse = (message: string, status: number) => jsonAnswer({ message }, status);

const unreachable = () =>
  refuse(say`We cannot reach your passkeys right now. Please try again in a moment.`, 503);

export const loader = () => jsonAnswer({ message: "Use POST" }, 405, { allow: "POST" });

/** What the browser needs to make a passkey, for this session. Nothing is kept until it is made. */
export async function action({ request }: ActionFunctionArgs) {
  const asker = await subscriberOfProgram(request);
  if ("error" in asker)
    return asker.status === 401 ? refuse(passkeyProblems().stale, 401) : unreachable();
  const { subscriber } = asker;
  // The device would keep what is refused after it is made.
  if (isAnothers((await readForm(request)).get(whoseField), subscriber))
    return refuse(anothersPage(true).text, 409);
  if (!passkeysHere) return refuse("No passkeys here", 404);
  if ((await begun.take(subscriber.uid)) !== undefined)
    return refuse(messageFor("auth/too-many-requests"), 429);
  return orElse(
    passkeyOptions(subscriber, passkeysHere.id).then((made) =>
      made.options
        ? jsonAnswer(made.options)
        : refuse(passkeyProblems()[made.problem], made.problem === "full" ? 409 : 403),
    ),
    unreachable,
  );
}
