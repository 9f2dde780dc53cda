import laws from "content:law";
import { type Obligations, obligationsFor, type PlanLengths } from "~/features/leaving/rules/law";

const noPlan: PlanLengths = { term: 0, trial: 0 };

/** What holds in a place at a time, in epoch milliseconds. Without a plan there are no notices of its terms. */
export const obligationsOn = (place: string | null, at: number, plan = noPlan): Obligations =>
  obligationsFor(laws, place, plan, new Date(at).toISOString().slice(0, 10));
