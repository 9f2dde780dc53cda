import { speakAsPage } from "../../../../platform/browser/page-voice.ts";
import { say } from "../../../../platform/values/say.ts";
import { hookSelector, hookValue } from "../../../../platform/values/script-hooks.ts";
import {
  askForOptions,
  type CreationOptions,
  failureWords,
  hasPasskeys,
  makePasskey,
} from "./credentials.ts";

/** Shows the form that adds a passkey, where the browser can make one. */
function offerToAdd(): void {
  const form = document.querySelector<HTMLFormElement>(hookSelector("passkey-add"));
  const button = form?.querySelector("button");
  // The message below the button: the field of the name has its own.
  const message = form?.querySelector<HTMLElement>(":scope > [role=alert]");
  if (!form || !button || !message || !hasPasskeys(form)) return;

  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  const add = async () => {
    if (button.ariaBusy === "true") return;
    button.ariaBusy = "true";
    message.textContent = "";
    try {
      const address = hookValue(form, "passkey-add") ?? "";
      const options = await askForOptions<CreationOptions>(form, address);
      field("answer").value = await makePasskey(options);
      field("userHandle").value = options.user.id;
      form.requestSubmit();
    } catch (error) {
      message.textContent = failureWords(error, say`No passkey was made. Nothing has changed.`);
      button.ariaBusy = null;
    }
  };
  button.addEventListener("click", add);
  // Enter in the name's field would post the form without a passkey.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target === button) return;
    event.preventDefault();
    void add();
  });
  form.hidden = false;
  for (const other of document.querySelectorAll<HTMLElement>(hookSelector("passkey-none")))
    other.hidden = true;
}

speakAsPage();
offerToAdd();
