import type { Trap } from "~/design/trap-fields";
import type { RefusedSignInLink } from "~/features/ways-in/services/sign-in-by-link.server";

/** The form that asks for an address. */
export interface AskView {
  view: "ask";
  trap: Trap | undefined;
  email?: string;
  /** Shown beside the field. */
  error?: string | undefined;
  message?: string;
  /** When to try again. */
  hint?: string | undefined;
  /** The mail was asked for. */
  sent?: boolean;
  /** For the title. */
  said?: string;
  /** The account that was signed in with has no running main plan. */
  missingSubscription?: boolean;
}

/** What the page of a mailed link says. In the first four the link can still be used. */
export type PressState = "ready" | "somebody-else" | "unavailable" | "limited" | RefusedSignInLink;

/** What a mailed link opens. */
export interface PressView {
  view: "press";
  state: PressState;
  /** For the form; undefined if the link is of no more use. */
  token?: string;
  /** Whom it signs in: one may have been mailed somebody else's link. */
  email?: string;
  /** When to try again. */
  hint?: string | undefined;
}
