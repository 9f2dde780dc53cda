import { speakAsPage } from "../../../platform/browser/page-voice.ts";
import { counted } from "../../../platform/values/numbers.ts";
import { say } from "../../../platform/values/say.ts";
import { hookSelector, hookValue } from "../../../platform/values/script-hooks.ts";
import { timesInRange } from "../../account/leaked-range.ts";

/**
 * Checks a password against known leaks by k-anonymity. The SHA-1 is computed in the page, only its first five
 * characters go to the range service, and the answer is searched here. The password never leaves the page.
 */
function offerPasswordCheck(): void {
  const section = document.querySelector<HTMLElement>(hookSelector("password-check"));
  const field = section?.querySelector("input");
  const button = section?.querySelector("button");
  const result = section?.querySelector("output");
  const service = hookValue(section, "password-check");
  // crypto.subtle exists on secure origins only; elsewhere the section stays hidden.
  if (!section || !field || !button || !result || !service || !globalThis.crypto?.subtle) return;

  const showResult = (text: string, tone: "found" | "clear" | "" = "") => {
    result.textContent = text;
    result.dataset.tone = tone;
  };
  const check = async () => {
    if (button.ariaBusy === "true") return;
    const password = field.value;
    if (password === "") {
      showResult(say`Enter the password that you want to check.`);
      return field.focus();
    }
    button.ariaBusy = "true";
    showResult(say`Checking…`);
    try {
      const count = await timesLeaked(password, service);
      // The answer is about the password before.
      if (field.value !== password) return;
      if (count > 0)
        showResult(
          say`This password is in known leaks: it was seen ${counted(count, "time")}. Stop using it, and change it everywhere you have used it.`,
          "found",
        );
      else
        showResult(
          say`This password is in no leak that is known today. Use it for one site only, and make it long.`,
          "clear",
        );
    } catch {
      if (field.value !== password) return;
      showResult(say`We could not check the password right now. Please try again in a moment.`);
    } finally {
      button.ariaBusy = null;
    }
  };

  button.addEventListener("click", check);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") check();
  });
  field.addEventListener("input", () => showResult(""));
  addEventListener("pagehide", () => {
    field.value = "";
    showResult("");
  });
  section.hidden = false;
}

/** How often the password was seen in leaks. Throws if the service gives no valid answer, so 0 means 'not found'. */
async function timesLeaked(password: string, service: string): Promise<number> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(password));
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
  const response = await fetch(`${service}/range/${hash.slice(0, 5)}`, {
    credentials: "omit",
    referrerPolicy: "no-referrer",
    cache: "no-store",
    signal: AbortSignal.timeout?.(5_000),
  });
  if (!response.ok) throw new Error("the range service failed");
  const times = timesInRange(await response.text(), hash.slice(5));
  if (times === undefined) throw new Error("the range service sent no list");
  return times;
}

speakAsPage();
offerPasswordCheck();
