import type { ActionFunctionArgs } from "@remix-run/node";
import { passkeysHere } from "~/features/ways-in/passkeys-here.server";
import {
  challengeLifetime,
  issueChallenge,
  keepPasskeyBrowser,
} from "~/features/ways-in/services/passkeys/challenge.server";

const headers = { "cache-control": "no-store" };

export function loader() {
  return Response.json(
    { message: "Use POST" },
    { status: 405, headers: { ...headers, allow: "POST" } },
  );
}

/** A challenge for this browser, for one sign-in. Nothing is read or kept: any page may ask for one. */
export async function action({ request }: ActionFunctionArgs) {
  if (!passkeysHere)
    return Response.json({ message: "No passkeys here" }, { status: 404, headers });
  const { browser, cookie } = await keepPasskeyBrowser(request);
  return Response.json(
    {
      challenge: issueChallenge({ to: "browser", browser }),
      rpId: passkeysHere.id,
      timeout: challengeLifetime,
      userVerification: "required",
    },
    { headers: { ...headers, "set-cookie": cookie } },
  );
}
