import { minute } from "~/platform/values/durations";
import { hookSelector, hookValue } from "../../../platform/values/script-hooks.ts";

/** Milliseconds after which the page is reloaded where the server refuses the events. */
const refusedFor = minute;

/** Reloads the page when the server reports by server-sent events that the data it waits for has changed. */
export function reloadOnUpdate(): void {
  const address = hookValue(document.querySelector(hookSelector("updates")), "updates");
  if (!address) return;
  const open = () => {
    const source = new EventSource(address);
    source.addEventListener("changed", () => {
      source.close();
      location.reload();
    });
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), refusedFor);
    });
    addEventListener("pagehide", () => source.close());
  };
  open();
  // The back-forward cache restores the page as it was left.
  addEventListener("pageshow", ({ persisted }) => persisted && open());
}
