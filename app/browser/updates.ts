import { hookSelector, hookValue } from "../domain/script-hooks.ts";

/** Shows the page anew when the server says that what it waits for is there. */
export function awaitUpdates(): void {
  const address = hookValue(document.querySelector(hookSelector("updates")), "updates");
  if (!address) return;
  const source = new EventSource(address);
  source.addEventListener("changed", () => {
    source.close();
    location.reload();
  });
  addEventListener("pagehide", () => source.close());
}
