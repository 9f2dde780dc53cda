import { z } from "zod";
import { noticeSubjects, offerRules, unknownPlace } from "../app/features/leaving/rules/law.ts";
import { asTimeZone } from "../app/platform/values/time-zone.ts";

// The schema of the files in content/law/ (docs/law.md).

const text = z.string().trim().min(1);
const place = z.union([
  z.literal(unknownPlace),
  z.string().regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/, "ISO 3166"),
]);
const isoDay = z.iso.date();
const count = z.int().nonnegative();

const notice = z
  .strictObject({
    about: z.enum(noticeSubjects),
    opens: count,
    closes: count,
    longerThanDays: count.optional(),
    consent: z.boolean().optional(),
  })
  .refine(({ about, opens, closes }) => (about === "year" ? opens < closes : opens > closes), {
    message: "the window must open before it closes",
  });

const lawRule = z
  .strictObject({
    law: text,
    from: isoDay,
    until: isoDay.optional(),
    asks: text,
    unsure: text.optional(),
    words: z
      .strictObject({
        language: z.string().regex(/^[a-z]{2}$/, "a language"),
        cancel: text.optional(),
        confirmCancel: text.optional(),
        withdraw: text.optional(),
        confirmWithdrawal: text.optional(),
      })
      .optional(),
    way: z.literal("confirmation").optional(),
    summary: z.boolean().optional(),
    offers: z.enum(offerRules).optional(),
    plain: z.boolean().optional(),
    withdrawal: z
      .strictObject({
        days: z.int().positive(),
        atRenewal: z.boolean().optional(),
      })
      .optional(),
    notices: z.array(notice).min(1).optional(),
    proof: z.strictObject({ years: count, yearsAfterEnd: count }).optional(),
    source: text,
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
  within: place.optional(),
  zone: zone.optional(),
  zones: z.array(zone).min(2).optional(),
  members: z.array(z.string().regex(/^[A-Z]{2}$/, "ISO 3166-1")).optional(),
  rules: z.array(lawRule).min(1),
});
