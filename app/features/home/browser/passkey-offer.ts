import { hookSelector, hookValue } from "../../../platform/values/script-hooks.ts";

/** Shows the offer to add a passkey that is on the page, where one may be added and is wanted. */
export async function offerPasskey(): Promise<void> {
  const offer = document.querySelector<HTMLElement>(hookSelector("passkey-offer"));
  if (!offer || location.origin !== hookValue(offer, "passkey-origin")) return;
  // As `hasPasskeys` of `ways-in` has it: the page that it leads to offers nothing else.
  if (typeof PublicKeyCredential !== "function" || !("timeout" in AbortSignal)) return;
  // If the browser or the server cannot say whether to offer, nothing is offered.
  try {
    if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return;
    const answer = await fetch(hookValue(offer, "passkey-offer") ?? "");
    offer.hidden = !(answer.ok && (await answer.json()).offer === true);
  } catch {}
}
