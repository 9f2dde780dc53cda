import { type FaultKind, type Part, partOf, type System } from "../cell.ts";

/** What an address has to answer. */
export interface Expected {
  status: number | readonly number[];
  /** Stands in the body, or in the address that the answer leads to. */
  words: RegExp;
}

export interface Ask {
  path: string;
  form?: Record<string, string>;
  json?: object;
  /** The page whose form is sent, with the trap's fields in it. */
  formOf?: string;
}

/** What was prepared for a cell while all was well. */
export interface Prepared {
  cell: number;
  /** Tokens of mailed cancellation links. */
  links: Record<"linker" | "bearer", string>;
  /** The address of a picture on this cell's own pages. */
  picture: string;
}

type Down = Expected | ((kind: FaultKind) => Expected | undefined);

export interface Visit {
  name: string;
  /** Who is signed in. */
  as?: Part;
  ask: (prepared: Prepared) => Ask;
  well: Expected;
  /** The systems it needs, and what it answers without them; without any other it answers as ever. */
  down?: Partial<Record<System, Down>>;
  /** What it may answer instead on a machine that is so busy that its own time is over. */
  late?: Expected;
  /** Whether it may be asked a second time: a press that has gone through may not. */
  once?: true;
  /** What it answers where an earlier press went through, though its answer came too late. */
  again?: Expected;
  /** Where the press was taken although the system was down, its effect follows. */
  effect?: { of: Part; operation: "cancel" | "create" };
}

export const page = (words: RegExp): Expected => ({ status: 200, words });
export const leadsTo = (words: RegExp, status = 302): Expected => ({ status, words });
export const unavailable = (words: RegExp): Expected => ({ status: 503, words });

/** What it answers without Firestore. That profiles, and they alone, have a wrong shape (../cell.ts) changes nothing here. */
export const withoutFirestore =
  (answer: Expected): Down =>
  (kind) =>
    kind === "wrong-shape" ? undefined : answer;

export const wrong = /Something went wrong/;
export const success = page(/"success":true/);

/** docs/interfaces/billing.yaml takes any words with an `error` for billing's refusal, and any JSON without one for a yes. */
export const billingDown =
  ({ refused, unknown, taken }: { refused: Expected; unknown: Expected; taken: Expected }): Down =>
  (kind) =>
    kind.startsWith("status") ? refused : kind === "wrong-shape" ? taken : unknown;

export const member = (cell: number, part: Part) => partOf(cell, part);
export const firstId = (cell: number, part: Part) => member(cell, part).subscriptions[0]?.id ?? "";
export const bundle = "profile-analyzer";
