import { z } from "zod";
import {
  type Measure,
  measureKinds,
  type NumberMeasure,
  placeholdersOf,
} from "../app/features/analysis/rules/recommendations.ts";

const text = z.string().trim().min(1);

/** What is usual for accounts of a size (docs/analysis.md#engagement). */
export const engagementRates = z.strictObject({
  source: text,
  year: z.int(),
  sizes: z
    .array(z.strictObject({ below: z.int().positive().optional(), percent: z.number().positive() }))
    .min(1)
    .refine((sizes) => sizes.at(-1)?.below === undefined, "the last must not have `below`")
    .refine(
      (sizes) =>
        sizes.slice(0, -1).every(({ below = 0 }, index) => below > (sizes[index - 1]?.below ?? 0)),
      "must rise by `below`",
    ),
  other: z.strictObject({
    source: text,
    year: z.int(),
    lowestPercent: z.number().positive(),
    highestPercent: z.number().positive(),
    by: text,
  }),
  edges: z
    .array(z.number().positive())
    .length(4)
    .refine((edges) => edges.every((edge, index) => edge > (edges[index - 1] ?? 0)), "must rise"),
  levels: z.array(text).length(5),
});

const measure = z.enum(Object.keys(measureKinds) as Measure[]);
const numberMeasure = measure.refine(
  (name): name is NumberMeasure => measureKinds[name] !== "text",
  "must be a number",
);

/** Rules of which the subscriber gets those that their own figures bear. */
export const recommendations = z
  .array(
    z.strictObject({
      key: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "lower-case words joined by dashes"),
      weight: z.int().min(1).max(100),
      when: z
        .array(
          z
            .strictObject({
              measure: numberMeasure,
              atLeast: z.number().optional(),
              atMost: z.number().optional(),
            })
            .refine(
              ({ atLeast, atMost }) => atLeast !== undefined || atMost !== undefined,
              "needs `atLeast` or `atMost`",
            ),
        )
        .min(1),
      sentence: text
        .refine((sentence) => placeholdersOf(sentence).length > 0, "must contain a figure")
        .refine(
          (sentence) => placeholdersOf(sentence).every((name) => name in measureKinds),
          "has a placeholder that is no measure",
        ),
    }),
  )
  .min(1)
  .refine(
    (rules) => new Set(rules.map(({ key }) => key)).size === rules.length,
    "a key comes twice",
  );
