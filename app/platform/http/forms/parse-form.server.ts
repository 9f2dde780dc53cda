import { z } from "zod";
import { isEmail, longPassword, wrongEmail } from "~/platform/values/validation";

export const emailField = z.string({ error: wrongEmail }).trim().refine(isEmail, wrongEmail);

/** @param message the error for a password of fewer than 6 characters (docs/product.md#sign-in) */
export const passwordField = (message: string) =>
  z.string({ error: message }).min(6, message).max(4_096, longPassword);

const forms = new WeakMap<Request, Promise<FormData>>();

/**
 * The posted form, for the guard as for the action. A malformed body counts as an empty form, which each action rejects with
 * its own message.
 */
export function readForm(request: Request): Promise<FormData> {
  const form = forms.get(request) ?? request.formData().catch(() => new FormData());
  forms.set(request, form);
  return form;
}

export type FieldErrors = Partial<Record<string, string>>;

/**
 * Validates a posted form. Of a repeated field the last value counts; files are ignored.
 * @returns its values, or the first error message of each field
 */
export function parseForm<S extends z.ZodType>(form: FormData, schema: S) {
  const values = Object.fromEntries([...form].filter(([, value]) => typeof value === "string"));
  const result = schema.safeParse(values);
  if (result.success) return { ok: true as const, value: result.data };
  const errors: FieldErrors = {};
  for (const { path, message } of result.error.issues)
    errors[String(path[0] ?? "form")] ??= message;
  return { ok: false as const, errors };
}

/** The text of a field, cut to `maxLength`. Used to fill a rejected form again, except for secrets. */
export function fieldText(form: FormData, name: string, maxLength = 1_000): string {
  const value = form.get(name);
  return typeof value === "string" ? value.slice(0, maxLength) : "";
}
