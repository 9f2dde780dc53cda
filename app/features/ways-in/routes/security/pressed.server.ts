import { data } from "@remix-run/node";
import type { FieldErrors } from "~/platform/http/forms/parse-form.server";
import type { Subscriber } from "~/platform/session/session.server";

/** A form of the page that was sent. */
export interface Press {
  request: Request;
  form: FormData;
  subscriber: Subscriber;
  clientAddress: string;
  userAgent: string;
  /** When the request came, by `performance.now()`. */
  begun: number;
}

/** Why a press was refused; shown in its section. */
export interface Refusal {
  /** The section's id; `page`: above all sections. */
  section: "page" | "password" | "passkeys";
  message?: string;
  /** What to do next. */
  hint?: string;
  errors?: FieldErrors;
}

export const refused = (refusal: Refusal, init: number | ResponseInit) => data(refusal, init);

/** A redirect where the press was carried out. */
export type Answer = Response | ReturnType<typeof refused>;
