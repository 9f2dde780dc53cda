import { z } from "zod";
import type { Offer } from "../app/features/account/offer.ts";
import type { Product } from "../app/features/account/product.ts";
import { partNames } from "../app/features/export/export.ts";
import { countFindings } from "../app/features/history/count-check.ts";
import {
  type ImportState,
  importProblems,
  importRefusals,
  importStates,
} from "../app/features/history/import.ts";
import { rangeEvidences } from "../app/features/history/range-evidence.ts";
import { reasons } from "../app/features/leaving/rules/unsubscribe-answers.ts";
import { allPromised } from "../app/platform/values/promises.ts";

// The schemas of everything that an editor may change. A file that does not match fails the build (content/plugin.ts).

const text = z.string().trim().min(1);
/** An address below /images, e.g. `/images/lessons/lesson-1.svg`. */
const image = z.string().regex(/^\/images\/[\w/.-]+$/, "an address below /images");
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "lower-case words joined by dashes");

const tip = z.strictObject({ title: text, description: text });

/** Sections are numbered by the page; a `tip` is the bold lead of a bullet, its `description` the rest. */
export const article = z.strictObject({
  title: text,
  overview: text.optional(),
  sections: z
    .array(
      z.strictObject({
        heading: text,
        description: text.optional(),
        details: z.array(z.strictObject({ tip: text, description: text })).default([]),
        /** Which analyses the section is about; it is left out with the others. */
        only: z.array(z.enum(allPromised)).optional(),
      }),
    )
    .min(1),
  conclusion: text.optional(),
});
export type Article = z.infer<typeof article>;

export const articleTopic = z.strictObject({
  title: text,
  description: text,
  image,
  blocks: z.array(z.strictObject({ title: text, description: text, path: slug })).min(1),
});
export type ArticleTopic = z.infer<typeof articleTopic>;

export const tips = z.strictObject({
  engagement: z.array(tip).min(1),
  followers: z.array(tip).min(1),
  summary: z.array(tip).min(1),
});
export type Tips = z.infer<typeof tips>;
export type Tip = z.infer<typeof tip>;

/** Front matter of `content/course/lesson-01.md` and its like; the Markdown below it becomes the lesson's PDF, and `image` its cover. */
export const lesson = z.strictObject({ title: text, subTitle: text, image });
export type Lesson = z.infer<typeof lesson>;

/** Front matter of `content/playbook.md`; `image` is its cover. */
export const playbook = z.strictObject({ title: text, subTitle: text, image });

/** Front matter of `content/legal/*.md`; `updated` is the date shown, in words. */
export const legal = z.strictObject({ title: text, description: text, updated: text });
export type LegalText = z.infer<typeof legal> & {
  html: string;
  /** The text's headings, in order, with the ids they carry. */
  sections: { id: string; title: string }[];
};

const words = z.string().regex(/^[a-z0-9]+( [a-z0-9]+)*$/, "lower-case words");
const toDo = z.strictObject({ lost: text, steps: z.array(text).min(1) });

/** What to do about a breach, by the kind of data lost, the most serious kind first. */
export const breachAdvice = z.strictObject({
  kinds: z.array(toDo.extend({ words: z.array(words).min(1) })).min(1),
  otherwise: toDo,
});

const dollarAmount = z.number().positive().multipleOf(0.01);
const template = text.refine((words) => words.includes("{price}"), "must contain {price}");
const offered = z.strictObject({
  name: text,
  summary: text,
  benefits: z.array(text).min(1),
  previous: dollarAmount.optional(),
});
const extra = offered.extend({ current: dollarAmount });

/** Every price. The offer of a plan takes its price from `plans`, so that the two cannot differ. */
export const offers = z
  .strictObject({
    plans: z.strictObject({
      weekly: dollarAmount,
      premiumOneMonth: dollarAmount,
      giftOneMonth: dollarAmount,
      threeMonth: dollarAmount,
    }),
    offers: z.strictObject({
      profileReport: extra,
      pdfCourse: extra,
      reelsPlaybook: extra,
      premiumOneMonth: offered,
      giftOneMonth: offered.extend({ firstMonthFree: z.boolean().default(false) }),
    }),
    terms: z.strictObject({ once: template, monthly: template, freeMonth: template }),
  })
  .transform(({ plans, offers: { premiumOneMonth, giftOneMonth, ...extras }, terms }) => {
    const once = (offer: z.infer<typeof extra>): Offer => ({
      ...offer,
      terms: terms.once,
    });
    const { firstMonthFree, ...gift } = giftOneMonth;
    const offers: Record<Product, Offer> = {
      profileReport: once(extras.profileReport),
      pdfCourse: once(extras.pdfCourse),
      reelsPlaybook: once(extras.reelsPlaybook),
      premiumOneMonth: {
        ...premiumOneMonth,
        current: plans.premiumOneMonth,
        terms: terms.monthly,
      },
      giftOneMonth: {
        ...gift,
        current: plans.giftOneMonth,
        dueNow: firstMonthFree ? 0 : plans.giftOneMonth,
        terms: firstMonthFree ? terms.freeMonth : terms.monthly,
      },
    };
    return { plans, offers };
  });

/** A section of the public page with a button to the subscription funnel. */
const banner = z.strictObject({ title: text, text, action: text, image });

export const landing = z.strictObject({
  description: text,
  hero: z
    .strictObject({ title: text, accent: text, text, action: text, note: text })
    .refine(({ title, accent }) => title.endsWith(accent), {
      path: ["accent"],
      message: "must be the end of the title",
    }),
  features: z.strictObject({
    title: text,
    text,
    cards: z.array(z.strictObject({ title: text, subtitle: text, image })).length(5),
  }),
  watchers: banner,
  feedback: z.strictObject({
    title: text,
    testimonials: z.array(z.strictObject({ id: slug, name: text, text, image })).length(3),
  }),
  growth: banner,
});

/** Who runs the service, and its claims. A claim that is left out is not shown. */
export const operator = z.strictObject({
  companyName: text,
  governingLaw: text,
  claims: z
    .strictObject({ users: text.optional(), rating: z.number().min(0).max(5).optional() })
    .default({}),
});

/** What home and the cancellation by mail say of the analysis. */
export const promises = z.strictObject({
  home: z.strictObject({ analytics: text, admirers: text }),
  cancelByMail: z.strictObject({ people: text, recommendations: text }),
});

/** The texts of the unsubscribe flow. There must be a text for every reason and no others. */
export const unsubscribe = z.strictObject({
  benefits: z.strictObject({ title: text, text, items: z.array(tip).min(1) }),
  wait: z.strictObject({ title: text, text }),
  currentPlan: z.strictObject({ title: text, text }),
  planChange: z.strictObject({ title: text, text }),
  madeTheMost: z.strictObject({
    title: text,
    text,
    suggestions: z
      .array(
        tip.extend({
          page: z.enum(["insights", "admirers", "topTrends", "topHacks", "course", "news"]),
        }),
      )
      .min(1),
  }),
  survey: z.strictObject({ title: text, text, reasons: z.record(z.enum(reasons), text) }),
  feedback: z.strictObject({ title: text, text, label: text, placeholder: text }),
  freeMonth: z.strictObject({ title: text, text }),
  loseItAll: z.strictObject({ title: text, text, items: z.array(text).min(1), terms: text }),
});

const titled = z.strictObject({ title: text, text });
const pressed = z.strictObject({ label: text, text });
/** `short` stands above its figures. */
const reading = z.strictObject({ short: text, label: text, text });

/** A part of one of Instagram's menus, for a drawing. */
const screen = z.strictObject({
  alt: text,
  title: text,
  rows: z
    .array(
      z.strictObject({
        label: text.optional(),
        press: z.boolean().optional(),
        chosen: z.boolean().optional(),
        value: text.optional(),
      }),
    )
    .min(1),
});

/** The pages of the import. Every state and every problem of docs/product.md#imports has its words. */
export const importPages = z.strictObject({
  title: text,
  intro: text,
  privacy: text,
  howTo: z.strictObject({
    title: text,
    note: text,
    page: z.strictObject({ text, address: z.url() }),
    screens: z.record(z.string(), screen),
    ways: z
      .array(
        z.strictObject({
          name: text,
          kind: z.enum(["phone", "browser"]),
          steps: z.array(z.strictObject({ text, screen: text.optional() })).min(1),
        }),
      )
      .min(1),
  }),
  form: z.strictObject({
    title: text,
    files: text,
    filesHint: text,
    noFileYet: text,
    howToLink: text,
    exampleLink: text,
    shown: text,
    shownHint: text,
    submit: text,
    again: text,
    onDevice: text,
    onDeviceHint: text,
    cancel: text,
    sendWhole: text,
  }),
  earlier: z.strictObject({ title: text }),
  /** Of documents that cannot be read; `several` and `removesOne` where there is more than one. */
  unreadable: z.strictObject({
    title: text,
    several: text,
    text,
    todo: text,
    uploaded: text,
    undated: text,
    remove: text,
    removesOne: text,
  }),
  states: z.record(z.enum(importStates), text),
  pages: z.strictObject({
    ...Object.fromEntries(importStates.map((state) => [state, titled])),
    refusedFound: text,
    brokenOff: text,
  } as Record<ImportState, typeof titled> & Record<"refusedFound" | "brokenOff", typeof text>),
  /** `first` is said where nothing was known before, `shown` where Instagram shows more, and `several` of several exports. */
  problems: z.record(
    z.enum(importProblems),
    z.strictObject({
      text,
      first: text.optional(),
      shown: text.optional(),
      several: text.optional(),
    }),
  ),
  /** Why it counts as whole, or is doubted. */
  evidence: z.strictObject({
    title: text,
    kinds: z.record(z.enum(rangeEvidences), text),
    /** In place of `count`, where the list is longer than the number. */
    longer: text,
    /** What the subscriber said. */
    whole: text,
    /** The number fits well enough for a list that was asked about, and is no proof. */
    shown: text,
    range: text,
  }),
  parts: z.record(z.enum(partNames), text),
  /** Followed by their names. */
  unknownLabels: text,
  changes: z.strictObject({
    title: text,
    first: text,
    earliest: text,
    next: text,
    earlier: text,
    none: text,
    unclear: z.strictObject({ title: text, text, before: text, after: text, others: text }),
  }),
  /** Beside what Instagram counted at that time; `one` is said of a single person. */
  counted: z.record(z.enum(countFindings), z.strictObject({ text, one: text.optional() })),
  wayOn: z.strictObject({
    analytics: text,
    another: text,
    compare: text,
    howTo: text,
    lookAgain: text,
  }),
  count: z.strictObject({ label: text, optional: text, hint: text }),
  presses: z.strictObject({
    use: reading,
    useRange: reading,
    useCount: pressed,
    whole: reading,
    discard: pressed,
    discardUsed: pressed,
  }),
  readings: z.strictObject({
    title: text,
    known: text,
    new: text,
    lost: text,
    renamed: text,
    returned: text,
    refollowed: text,
    unclear: text,
  }),
  refusals: z.record(z.enum(importRefusals), text),
});

/** English sentences, and what stands in their place. */
/** An empty text is one that nobody has translated yet. */
export const messages = z.record(z.string(), z.string());
