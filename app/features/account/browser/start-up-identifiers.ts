import { readDataBlock } from "../../../platform/browser/data-block.ts";

/** Values that the page exposes to the operator's own scripts (docs/product.md#plans). */
export interface StartUpIdentifiers {
  /** URL of the subscription tracking; null if none is configured. */
  readonly trackingBaseAddress: string | null;
  readonly courseId: string;
  readonly reportId: string;
  readonly premiumId: string;
  readonly giftId: string;
}

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
