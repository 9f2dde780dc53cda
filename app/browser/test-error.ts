import { hookSelector } from "../domain/script-hooks.ts";

/** The hidden test-error button throws here as well, on its way to the server's error (spec 2). */
export function throwTestErrors(): void {
  document.addEventListener("submit", ({ target }) => {
    if (target instanceof HTMLFormElement && target.matches(hookSelector("test-error")))
      throw new Error("Test error");
  });
}
