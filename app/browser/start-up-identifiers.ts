import type { StartUpIdentifiers } from "../domain/start-up-identifiers.ts";
import { readDataBlock } from "./data-block.ts";

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
