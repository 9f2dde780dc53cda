import { hookSelector } from "../values/script-hooks.ts";

/** The hidden test-error button also throws in the browser before its form reaches the server (docs/product.md#test-error). */
export function throwTestErrors(): void {
  document.addEventListener("submit", ({ target }) => {
    if ((target as HTMLFormElement).matches(hookSelector("test-error")))
      throw new Error("Test error");
  });
}
