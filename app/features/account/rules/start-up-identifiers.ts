import type { Brand } from "../brand.ts";

/** Values that the page exposes to the operator's own scripts (docs/product.md#plans). */
export interface StartUpIdentifiers {
  /** URL of the subscription tracking; null if none is configured. */
  readonly trackingBaseAddress: string | null;
  readonly courseId: string;
  readonly reportId: string;
  readonly premiumId: string;
  readonly giftId: string;
}

export function startUpIdentifiers(
  { plans }: Brand,
  trackingBaseAddress: string | undefined,
): StartUpIdentifiers {
  return {
    trackingBaseAddress: trackingBaseAddress ?? null,
    courseId: plans.pdfCourse,
    reportId: plans.profileReport,
    premiumId: plans.premiumOneMonth,
    giftId: plans.giftOneMonth,
  };
}
