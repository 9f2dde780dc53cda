import { redirect } from "@remix-run/node";
import { declinePasskeyOffer } from "~/features/account/settings.server";
import {
  type AddProblem,
  addPasskey,
  passkeyProblems,
} from "~/features/ways-in/add-passkey.server";
import { passkeysHere } from "~/features/ways-in/passkeys-here.server";
import { passkeyName } from "~/features/ways-in/rules/passkeys";
import { tellOfChange } from "~/features/ways-in/services/security/access-letters.server";
import { removePasskey, renamePasskey } from "~/features/ways-in/store/passkeys.server";
import { fieldText } from "~/platform/http/forms/parse-form.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { say } from "~/platform/values/say";
import type { Done } from "../press-results.ts";
import { type SecurityPress, securityPressRefused } from "../pressed.server.ts";

const done = (what: Done) => redirect(`${addresses.security}?done=${what}#passkeys`, 303);
const refuse = (message: string, status: number) =>
  securityPressRefused({ section: "passkeys", message }, status);

const statuses: Partial<Record<AddProblem, number>> = { stale: 403, full: 409, known: 409 };

async function add({ form, subscriber, userAgent }: SecurityPress) {
  if (!passkeysHere) return refuse(passkeyProblems().malformed, 404);
  const posted = {
    answer: fieldText(form, "answer", 65_536),
    userHandle: fieldText(form, "userHandle"),
    name: fieldText(form, "name"),
  };
  const problem = await addPasskey(subscriber, posted, userAgent);
  return problem
    ? refuse(passkeyProblems()[problem], statuses[problem] ?? 400)
    : done("passkey-added");
}

const gone = () => refuse(say`That passkey is not there any more. Nothing has changed.`, 404);

async function rename({ form, subscriber }: SecurityPress) {
  const name = passkeyName(fieldText(form, "name"));
  if (name === undefined) return refuse(say`Give the passkey a name.`, 400);
  const isThere = await renamePasskey(subscriber.uid, fieldText(form, "passkey"), name);
  return isThere ? done("passkey-named") : gone();
}

async function remove({ form, subscriber, userAgent }: SecurityPress) {
  if (!(await removePasskey(subscriber.uid, fieldText(form, "passkey")))) return gone();
  await tellOfChange(subscriber, "passkey-removed", userAgent);
  return done("passkey-removed");
}

/** No passkey is offered to this subscriber any more. */
async function declineOffer({ subscriber }: SecurityPress) {
  await declinePasskeyOffer(subscriber.uid);
  return redirect(addresses.dashboard, 303);
}

/** What is said if Firestore does not answer. It may have been done all the same. */
const orRefused =
  <T>(carryOut: (press: SecurityPress) => Promise<T>) =>
  (press: SecurityPress) =>
    orElse(carryOut(press), () =>
      refuse(
        say`We could not reach your passkeys, so this may not be saved. Check the list, and try again.`,
        503,
      ),
    );

export const passkeyPresses = {
  "passkey-add": orRefused(add),
  "passkey-rename": orRefused(rename),
  "passkey-remove": orRefused(remove),
  "passkey-no-offer": orRefused(declineOffer),
};
