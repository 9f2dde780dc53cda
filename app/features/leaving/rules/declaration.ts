import { z } from "zod";
import { moment } from "../../../platform/values/moment.ts";

export const declarationKinds = ["cancel", "withdraw"] as const;
export type DeclarationKind = (typeof declarationKinds)[number];

/** What a declaration counts as: after its period a withdrawal only cancels. */
export const declarationCounts = [...declarationKinds, "late-withdrawal"] as const;
export type DeclarationCounts = (typeof declarationCounts)[number];

/** How it came: by the public form, a page after sign-in, a mailed link, a mail program's own button, or the API. */
export const declarationWays = ["public", "signed-in", "link", "one-click", "api"] as const;
export type DeclarationWay = (typeof declarationWays)[number];

export const declarationStates = [
  "open",
  "carried-out",
  /** By an objection, or because the subscriber keeps the plan. */
  "stopped",
  /** Another open declaration says the same of the same subscription. */
  "same",
  /** The subscription had been canceled before, or was paid once and can be withdrawn from no more. */
  "already-canceled",
  /** The address has no subscription. */
  "no-subscription",
] as const;
export type DeclarationState = (typeof declarationStates)[number];

/** How far the entry of an open declaration has come. */
interface Entry {
  state: "open" | "done" | "declined" | "given-up";
  payload: { atOnce: boolean };
  progress: { handedOver: boolean };
}

/**
 * `waits`: it can still be stopped, or confirmed. `decided`: it was handed over to be canceled, or another way has ended the
 * subscription; it stays so where an operator gives up what is left of it. `stopped`: nothing comes of it.
 */
export type Phase = "waits" | "decided" | "stopped";

export function phaseOf({ state, payload: { atOnce }, progress: { handedOver } }: Entry): Phase {
  switch (state) {
    case "open":
      return handedOver || atOnce ? "decided" : "waits";
    case "done":
      return "decided";
    case "given-up":
      return handedOver ? "decided" : "stopped";
    case "declined":
      return "stopped";
  }
}

const time = z
  .unknown()
  .optional()
  .transform((value) => moment(value));

/**
 * A declaration to cancel or to withdraw, kept as proof in `declarations/{id}` (docs/data.md). Times in epoch
 * milliseconds.
 */
export const keptDeclaration = z.object({
  kind: z.enum(declarationKinds),
  /** Null while it is not known, or where there is none. */
  subscription: z.string().nullable(),
  how: z.enum(declarationWays),
  place: z.string().nullable(),
  /** The laws that held. */
  rules: z.array(z.string()).readonly(),
  /** SHA-256 of the text that was shown, in hexadecimal digits. */
  words: z.string(),
  declaredAt: time.transform((at) => at ?? 0),
  /** When it is to be carried out; null while that is not known. */
  dueAt: time.transform((at) => at ?? null),
  carriedOutAt: time,
  stoppedAt: time,
  /** Of a withdrawal: what is paid back, such as `13.99 USD`, and by when. */
  refund: z.string().optional().catch(undefined),
  refundDueAt: time,
  state: z.enum(declarationStates),
});
export type Declaration = z.output<typeof keptDeclaration>;
