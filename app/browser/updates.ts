import { hookSelector, hookValue } from "../domain/script-hooks.ts";

/** Reloads the page when the server reports by server-sent events that the data it waits for has changed. */
export function reloadOnUpdate(): void {
  const address = hookValue(document.querySelector(hookSelector("updates")), "updates");
  if (!address) return;
  const source = new EventSource(address);
  source.addEventListener("changed", () => {
    source.close();
    location.reload();
  });
  addEventListener("pagehide", () => source.close());
}
