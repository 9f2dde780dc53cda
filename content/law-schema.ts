import { z } from "zod";
import {
  noticeSubjects,
  offerRules,
  unknownPlace,
} from "../app/features/leaving/rules/law-terms.ts";
import { asTimeZone } from "../app/platform/values/time-zone.ts";

// The schema of the files in content/law/ (docs/law.md).

const text = z.string().trim().min(1);
const place = z.union([
  z.literal(unknownPlace),
  z.string().regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/, "ISO 3166"),
]);
const isoDay = z.iso.date();
const count = z.int().nonnegative();

/**
 * A notice is a letter that must go out within a window of days: for `year` after the start or the notice before, else
 * before the event. Renewals are counted from the last day on which somebody can cancel.
 */
const notice = z
  .strictObject({
    about: z.enum(noticeSubjects),
    opens: count,
    closes: count,
    /** Only for trials, or for terms, of more days. */
    longerThanDays: count.optional(),
    /** The change may not be made unless the subscriber agrees. */
    consent: z.boolean().optional(),
  })
  .refine(({ about, opens, closes }) => (about === "year" ? opens < closes : opens > closes), {
    message: "the window must open before it closes",
  });

const lawRule = z
  .strictObject({
    law: text,
    /** First and last day on which it holds. */
    from: isoDay,
    until: isoDay.optional(),
    /** What it asks, in a sentence. */
    asks: text,
    /** What only one source says. */
    unsure: text.optional(),
    /** Words that a law prescribes. They are never translated. */
    words: z
      .strictObject({
        language: z.string().regex(/^[a-z]{2}$/, "a language"),
        cancel: text.optional(),
        confirmCancel: text.optional(),
        withdraw: text.optional(),
        confirmWithdrawal: text.optional(),
      })
      .optional(),
    /** `confirmation`: no steps before the one that cancels. */
    way: z.literal("confirmation").optional(),
    /** What is declared is shown before the press that counts. */
    summary: z.boolean().optional(),
    offers: z.enum(offerRules).optional(),
    /** The title of the step that cancels says what it does, and not what is lost. */
    plain: z.boolean().optional(),
    withdrawal: z
      .strictObject({
        /** After the day on which the subscription started, to the end of the last. */
        days: z.int().positive(),
        /** A second period begins when a term is renewed. */
        atRenewal: z.boolean().optional(),
      })
      .optional(),
    notices: z.array(notice).min(1).readonly().optional(),
    /** How long declarations are kept: after them, and after the end of the subscription. */
    proof: z.strictObject({ years: count, yearsAfterEnd: count }).optional(),
    source: text,
    /** The day on which the source was read. */
    read: isoDay,
  })
  .refine(({ from, until }) => until === undefined || from <= until, {
    path: ["until"],
    message: "must not be before `from`",
  });

const zone = z.string().refine((name) => asTimeZone(name) === name, "an IANA name");

export const lawOfPlace = z.strictObject({
  place,
  name: text,
  /** A larger place whose rules hold here, too. */
  within: place.optional(),
  /** Its time zone, by which wished days are read; left out where there are several. */
  zone: zone.optional(),
  /** Its time zones, if several: every one that has summer time. A day ends when it has ended in all of them. */
  zones: z.array(zone).min(2).readonly().optional(),
  /** Countries that have no file of their own, and fall under this one. */
  members: z
    .array(z.string().regex(/^[A-Z]{2}$/, "ISO 3166-1"))
    .readonly()
    .optional(),
  rules: z.array(lawRule).min(1).readonly(),
});
export type LawOfPlace = z.output<typeof lawOfPlace>;
