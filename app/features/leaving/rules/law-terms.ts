/** What a notice (a letter that a law asks for) is about: a year that has passed, a new price, the end of a trial, the renewal of a term. */
export const noticeSubjects = ["year", "price", "trial", "renewal"] as const;

/** How freely the steps may show an offer to stay, from the freest to none. */
export const offerRules = ["free", "beside-cancel", "on-request", "none"] as const;
export type OfferRule = (typeof offerRules)[number];

/** The file of the rules that hold where a place is not known. */
export const unknownPlace = "unknown";
