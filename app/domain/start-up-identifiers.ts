import type { Brand } from "./brand.ts";

/** What the page tells the operator's own scripts (spec 9, 'Global identifiers exposed at start-up'). */
export interface StartUpIdentifiers {
  /** Where subscription tracking goes; null where there is no such place. */
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
