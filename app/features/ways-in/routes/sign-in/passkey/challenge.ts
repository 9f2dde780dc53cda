import type { ActionFunctionArgs } from "@remix-run/node";
import { passkeysHere } from "~/features/ways-in/passkeys-here.server";
import {
  challengeLifetime,
  issueChallenge,
  keepPasskeyBrowser,
} from "~/features/ways-in/services/passkeys/challenge.server";
import { jsonAnswer } from "~/platform/http/responses/json-answer";

export const loader = () => jsonAnswer({ message: "Use POST" }, 405, { allow: "POST" });

/** A challenge for this browser, for one sign-in. Nothing is read or kept: any page may ask for one. */
export async function action({ request }: ActionFunctionArgs) {
  if (!passkeysHere) return jsonAnswer({ message: "No passkeys here" }, 404);
  const { browser, cookie } = await keepPasskeyBrowser(request);
  const options = {
    challenge: issueChallenge({ to: "browser", browser }),
    rpId: passkeysHere.id,
    timeout: challengeLifetime,
    userVerification: "required",
  };
  return jsonAnswer(options, 200, { "set-cookie": cookie });
}
