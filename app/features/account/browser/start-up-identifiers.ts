import { readDataBlock } from "../../../platform/browser/data-block.ts";
import type { StartUpIdentifiers } from "../rules/start-up-identifiers.ts";

declare global {
  interface Window {
    /** For the operator's own scripts. The same data is in the page's block `profile-analyzer-identifiers`. */
    readonly profileAnalyzer?: StartUpIdentifiers;
  }
}

export function exposeIdentifiers(): void {
  const value = readDataBlock("profile-analyzer-identifiers");
  if (value) Object.defineProperty(window, "profileAnalyzer", { value: Object.freeze(value) });
}
