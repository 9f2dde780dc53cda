import { z } from "zod";
import { longestWait, type Usage, unsaidWait } from "./usage.ts";

/** The calls to Instagram, as logs, verdicts and the sandbox name them. */
export const instagramCalls = [
  "exchange",
  "long-lived",
  "refresh",
  "me",
  "media",
  "comments",
  "insights",
  "reach",
  "counts",
  "audience",
] as const;
export type InstagramCall = (typeof instagramCalls)[number];

/** An error as Instagram answers it. Its message is not kept: it may contain the token. */
export interface GraphError {
  code: number;
  subcode: number | null;
  /** Instagram says that the same call may work later. */
  transient: boolean;
  /** The error has the exchange's own form, whose codes are not in the table. */
  fromExchange: boolean;
  /** The asked fields or metrics that the message names. */
  pointsAt: (asked: readonly string[]) => string[];
}

const graphForm = z
  .object({
    error: z.object({
      code: z.coerce.number().int(),
      error_subcode: z.coerce.number().int().nullish(),
      is_transient: z.boolean().nullish(),
      message: z.string().catch(""),
    }),
  })
  .transform(
    ({ error }): GraphError => ({
      code: error.code,
      subcode: error.error_subcode ?? null,
      transient: error.is_transient ?? false,
      fromExchange: false,
      pointsAt: (asked) => pointedAt(error.message.slice(0, 500), asked),
    }),
  );

const exchangeForm = z.object({ error_type: z.string(), code: z.coerce.number().int() }).transform(
  ({ code }): GraphError => ({
    code,
    subcode: null,
    transient: false,
    fromExchange: true,
    pointsAt: () => [],
  }),
);

/** The error in an answer's body; undefined if there is none. */
export const readGraphError = (body: unknown): GraphError | undefined =>
  z.union([graphForm, exchangeForm]).safeParse(body).data;

/** Met: 'does not support the views metric', 'The metric shares is not supported', 'nonexisting field (name)', 'metric[2] must be …'. */
function pointedAt(message: string, asked: readonly string[]): string[] {
  const index = /\bmetric\[(\d+)\]/.exec(message)?.[1];
  if (index !== undefined) return asked.slice(Number(index), Number(index) + 1);
  const [, ...named] =
    /support the ([\w, ]+?) metrics?\b|\bmetrics? ([\w, ]+?) (?:is|are) not|field \((\w+)\)/.exec(
      message,
    ) ?? [];
  const words = named.flatMap((text) => text?.split(/\W+/) ?? []);
  return asked.filter((name) => words.includes(name.split("{", 1)[0] ?? name));
}

/** What follows from an error (docs/instagram.md#errors). */
export type InstagramVerdict =
  /** The person must connect again. What is known is kept. */
  | { kind: "needs-person" }
  /** Go on without this part: the permission was not given, or there are too few viewers for insights. */
  | { kind: "permission-missing" }
  /** The medium is no longer there. */
  | { kind: "gone" }
  /** A field, a metric or the cursor is wrong: ask without it. */
  | { kind: "ask-without" }
  /** A limit is reached, of this account or of all accounts of this app. `minutes`: until this account may ask again. */
  | { kind: "wait"; minutes: number; scope: "account" | "app" }
  /** Instagram's failure: try again later, with smaller pages. */
  | { kind: "later" };

const rateLimits = new Map<number, "account" | "app">([
  [4, "app"],
  [17, "account"],
  [32, "account"],
  [613, "account"],
  [80002, "account"],
  // HTTP's own, in the exchange's form.
  [429, "app"],
]);
const tokenCalls: readonly InstagramCall[] = ["exchange", "long-lived", "refresh"];
/** 'Media posted before business account conversion': it has no insights at all. */
const beforeConversion = 2_108_006;
const goneSubcode = 33;

/** The table of docs/instagram.md#errors. What is not in it is `later`: nothing is lost by asking again. */
export function verdictOn(error: GraphError, call: InstagramCall, usage: Usage): InstagramVerdict {
  const scope = rateLimits.get(error.code);
  // Checked first: Instagram calls its limits transient, too.
  if (scope) return { kind: "wait", minutes: waitFor(usage), scope };
  if (error.transient || error.code === 1 || error.code === 2) return { kind: "later" };
  if (error.code === 190) return { kind: "needs-person" };
  const isToken = tokenCalls.includes(call);
  // In this form, only the answer to a token's own call says anything about the token.
  if (error.fromExchange) return { kind: isToken && error.code < 500 ? "needs-person" : "later" };
  if (error.code === 10 || error.code === 200)
    return { kind: call === "me" || isToken ? "needs-person" : "permission-missing" };
  if (error.code !== 100 || isToken) return { kind: "later" };
  if (error.subcode === goneSubcode) {
    if (call === "me") return { kind: "needs-person" };
    // `media` lists all posts. Whether the account itself is gone, `/me` tells.
    return { kind: call === "media" ? "permission-missing" : "gone" };
  }
  if (error.subcode === beforeConversion) return { kind: "permission-missing" };
  return { kind: "ask-without" };
}

const waitFor = ({ regainMinutes }: Usage) =>
  Math.min(longestWait, Math.ceil(regainMinutes) || unsaidWait);
