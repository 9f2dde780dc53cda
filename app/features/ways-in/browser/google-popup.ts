import { readDataBlock } from "../../../platform/browser/data-block.ts";
import { inPageLanguage } from "../../../platform/browser/page-language.ts";
import { hookSelector, hookValue } from "../../../platform/values/script-hooks.ts";
import { type GoogleWords, googleChannel, isGoogleAnswer } from "../rules/google-popup.ts";

/** docs/product.md#google: the popup's size, how often it is looked at, and how long after it was closed it is called off. */
const width = 500;
const height = 600;
const lookEvery = 800;
const callOffAfter = 8_000;

interface Attempt {
  /** Ends it: its answer is not heard any more. Calls it off, unless it has been answered. */
  end(): void;
}

/** Signs in with Google in a popup. Without this script the link leads to a page. */
function offerPopup(): void {
  const link = document.querySelector<HTMLAnchorElement>(`a${hookSelector("google-popup")}`);
  const status = document.querySelector<HTMLElement>(hookSelector("google-status"));
  const words = readDataBlock("google-words") as GoogleWords | undefined;
  if (!link || !status || !words || typeof BroadcastChannel === "undefined") return;
  const target = hookValue(link, "google-popup") ?? "/";
  const say = (text: string) => {
    status.textContent = text;
  };
  const goOn = (address: string) => {
    current?.end();
    location.assign(address);
  };
  let current: Attempt | undefined;
  /** Neither answered nor called off. */
  let isUnderWay = false;
  let isBlocked = false;
  const sayEnd = (text: string) => {
    isUnderWay = false;
    say(text);
  };

  link.addEventListener("click", (event) => {
    // A click for another tab, or after a popup was blocked: the link leads to the page.
    if (isBlocked || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const id = randomId();
    const popup = openPopup(link.href, id);
    if (!popup) {
      isBlocked = true;
      return say(words.blocked);
    }
    say(isUnderWay ? words.superseded : words.open);
    isUnderWay = true;
    current?.end();
    const callOff = () => navigator.sendBeacon(link.href, new URLSearchParams({ popup: id }));
    current = watch(popup, id, callOff, {
      closed: () => sayEnd(words.closed),
      "signed-in": () => goOn(target),
      "no-subscription": () => goOn(inPageLanguage(words.noPlan)),
      refused: sayEnd,
    });
  });
  // An open channel would keep the browser from showing this page again as it was left.
  addEventListener("pagehide", () => {
    current?.end();
    current = undefined;
    sayEnd("");
  });
}

interface Outcomes {
  closed(): void;
  "signed-in"(): void;
  "no-subscription"(): void;
  refused(words: string): void;
}

/**
 * Looks whether the popup was closed, and waits for its answer. The answer counts even after the popup was called off:
 * it may have closed itself, and only our own origin speaks on the channel.
 * @param callOff tells the server that nobody may be signed in by it any more
 */
function watch(popup: Window, id: string, callOff: () => void, outcomes: Outcomes): Attempt {
  /** Neither answered nor called off. */
  let isOpen = true;
  const callOffOnce = () => {
    if (isOpen) callOff();
    isOpen = false;
  };
  const channel = new BroadcastChannel(googleChannel(id));
  let callingOff: ReturnType<typeof setTimeout> | undefined;
  const looking = setInterval(() => {
    if (!popup.closed) return;
    clearInterval(looking);
    callingOff = setTimeout(() => {
      callOffOnce();
      outcomes.closed();
    }, callOffAfter);
  }, lookEvery);
  const end = () => {
    clearInterval(looking);
    clearTimeout(callingOff);
    callOffOnce();
    channel.close();
    popup.close();
  };
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (!isGoogleAnswer(data)) return;
    isOpen = false;
    end();
    if (data.outcome === "refused") outcomes.refused(data.words);
    else outcomes[data.outcome]();
  });
  return { end };
}

function openPopup(address: string, id: string): Window | null {
  const url = new URL(address);
  url.searchParams.set("popup", id);
  const left = Math.round(screenX + (outerWidth - width) / 2);
  const top = Math.round(screenY + (outerHeight - height) / 2);
  const place = `left=${Math.max(0, left)},top=${Math.max(0, top)}`;
  return open(url, `google-${id}`, `popup,width=${width},height=${height},${place}`);
}

/** `crypto.randomUUID` exists on secure origins only. */
const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

offerPopup();
