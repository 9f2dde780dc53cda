import { counted } from "../domain/numbers.ts";
import { hookSelector, hookValue } from "../domain/script-hooks.ts";

/**
 * Checks a password against known leaks: its SHA-1 is made in this page, the first five of its forty characters
 * go to the range service, and the search among the answers happens here. The password goes nowhere.
 */
function offerPasswordCheck(): void {
  const section = document.querySelector<HTMLElement>(hookSelector("password-check"));
  const field = section?.querySelector("input");
  const button = section?.querySelector("button");
  const result = section?.querySelector("output");
  const service = hookValue(section, "password-check");
  // Hashing needs a secure origin; where there is none nothing is offered.
  if (!section || !field || !button || !result || !service || !globalThis.crypto?.subtle) return;

  const say = (text: string, tone: "found" | "clear" | "" = "") => {
    result.textContent = text;
    result.dataset.tone = tone;
  };
  const check = async () => {
    if (button.ariaBusy === "true") return;
    const password = field.value;
    if (password === "") {
      say("Type the password that you want to check.");
      return field.focus();
    }
    button.ariaBusy = "true";
    say("Checking…");
    try {
      const count = await timesLeaked(password, service);
      if (count > 0)
        say(
          `This password is in known leaks: it was seen ${counted(count, "time")}. Do not use it any more, and change it wherever you do.`,
          "found",
        );
      else
        say(
          "This password is in no leak that is known today. Keep it for one site only, and make it long.",
          "clear",
        );
    } catch {
      say("We could not check the password right now. Please try again in a moment.");
    } finally {
      button.ariaBusy = null;
    }
  };

  button.addEventListener("click", check);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") check();
  });
  field.addEventListener("input", () => say(""));
  addEventListener("pagehide", () => {
    field.value = "";
    say("");
  });
  section.hidden = false;
}

/** How often the password was seen in leaks; 0 only where the service's answer says so. */
async function timesLeaked(password: string, service: string): Promise<number> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(password));
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
  const response = await fetch(`${service}/range/${hash.slice(0, 5)}`, {
    credentials: "omit",
    referrerPolicy: "no-referrer",
    cache: "no-store",
    signal: AbortSignal.timeout(5_000),
  });
  if (!response.ok) throw new Error("no answer");
  const lines = (await response.text()).trim().split(/\r?\n/);
  if (!lines.every((line) => /^[0-9A-Fa-f]{35}:\d+$/.test(line))) throw new Error("no list");
  const line = lines.find((one) => one.toUpperCase().startsWith(hash.slice(5)));
  return Number(line?.split(":")[1] ?? 0);
}

offerPasswordCheck();
