import { minute } from "~/platform/values/durations";
import { speakAsPage } from "../../../../platform/browser/page-voice.ts";
import { say } from "../../../../platform/values/say.ts";
import { hookSelector, hookValue } from "../../../../platform/values/script-hooks.ts";
import {
  askForOptions,
  askForPasskey,
  failureWords,
  hasPasskeys,
  type RequestOptions,
} from "./credentials.ts";

/** Milliseconds after which the challenge of the browser's suggestion is renewed. It is worth nothing after five minutes. */
const renewedAfter = 3.5 * minute;

const form = document.querySelector<HTMLFormElement>(hookSelector("passkey-sign-in"));
const answer = form?.querySelector<HTMLInputElement>("input[name=answer]");
const button = form?.querySelector("button");
const message = form?.querySelector<HTMLElement>("[role=alert]");

/** The browser has one question open at a time: a new one calls off the one before. */
let open: AbortController | undefined;
/** When the last suggestion was asked for, in epoch milliseconds: other clocks stand still while a device sleeps. */
let askedAt = 0;

async function ask(mediation?: CredentialMediationRequirement): Promise<void> {
  if (!form || !answer) return;
  open?.abort();
  const current = new AbortController();
  open = current;
  const address = hookValue(form, "passkey-sign-in") ?? "";
  const options = await askForOptions<RequestOptions>(form, address);
  if (current.signal.aborted) return;
  answer.value = await askForPasskey(options, {
    signal: current.signal,
    ...(mediation && { mediation }),
  });
  if (!current.signal.aborted) form.requestSubmit();
}

/** Has the browser suggest passkeys in the e-mail field. Where that fails, the button is left. */
async function suggest(): Promise<void> {
  askedAt = Date.now();
  const canSuggest = await PublicKeyCredential.isConditionalMediationAvailable?.();
  if (!canSuggest || !document.querySelector("input[autocomplete~=webauthn]")) return;
  // The button was pressed while the browser was asked what it can: a suggestion would abort that press.
  if (button?.ariaBusy === "true") return;
  await ask("conditional").catch(() => undefined);
}

/** Somebody may come back to a page that lay in the background. A system's sheet, too, hides it and shows it again. */
function renewSuggestion(): void {
  const isOld = Date.now() - askedAt >= renewedAfter;
  if (isOld && document.visibilityState === "visible" && button?.ariaBusy !== "true")
    void suggest();
}

async function press(): Promise<void> {
  if (!button || !message || button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  message.textContent = "";
  try {
    await ask();
  } catch (error) {
    message.textContent = failureWords(
      error,
      say`No passkey was used. Try again, or sign in another way.`,
    );
    button.ariaBusy = null;
    await suggest();
  }
}

function offerPasskeys(): void {
  if (!form || !button || !hasPasskeys(form)) return;
  form.hidden = false;
  for (const other of document.querySelectorAll<HTMLElement>(hookSelector("passkey-none")))
    other.hidden = true;
  button.addEventListener("click", press);
  void suggest();
  setInterval(renewSuggestion, minute);
  document.addEventListener("visibilitychange", renewSuggestion);
  document.addEventListener("focusin", renewSuggestion);
  // A page restored from the back-forward cache has an old challenge.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    button.ariaBusy = null;
    // Unless it was renewed as the page came into sight.
    if (Date.now() - askedAt > 1_000) void suggest();
  });
}

speakAsPage();
offerPasskeys();
