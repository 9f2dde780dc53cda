import { data } from "@remix-run/node";
import type { FieldErrors } from "~/platform/http/forms/parse-form.server";
import type { Subscriber } from "~/platform/session/session.server";

/** A form of the page that was sent. */
export interface SecurityPress {
  request: Request;
  form: FormData;
  subscriber: Subscriber;
  clientAddress: string;
  userAgent: string;
  /** When the request came, by `performance.now()`. */
  begun: number;
}

/** Why a press was refused; shown in its section. */
export interface PressRefusal {
  /** The section's id; `page`: above all sections. */
  section: "page" | "password" | "passkeys";
  message?: string;
  /** What to do next. */
  hint?: string;
  errors?: FieldErrors;
}

export const securityPressRefused = (refusal: PressRefusal, init: number | ResponseInit) =>
  data(refusal, init);

/** A redirect where the press was carried out. */
export type SecurityAnswer = Response | ReturnType<typeof securityPressRefused>;
