import { z } from "zod";
import { isEmail, wrongEmail } from "~/domain/validation";

export const emailField = z.string({ error: wrongEmail }).trim().refine(isEmail, wrongEmail);

/** @param message shown where the password has fewer than 6 characters (spec 5) */
export const passwordField = (message: string) =>
  z.string({ error: message }).min(6, message).max(4_096, message);

/** The posted form; what is none, or a broken one, is an empty form, which each action refuses in its words. */
export const readForm = (request: Request): Promise<FormData> =>
  request.formData().catch(() => new FormData());

export type FieldErrors = Partial<Record<string, string>>;

export type ParsedForm<T> =
  | { ok: true; value: T }
  /** The first message for each field. */
  | { ok: false; errors: FieldErrors };

/** Checks a posted form; each field keeps its last value, files are no values. */
export function parseForm<S extends z.ZodType>(form: FormData, schema: S): ParsedForm<z.output<S>> {
  const values = Object.fromEntries([...form].filter(([, value]) => typeof value === "string"));
  const result = schema.safeParse(values);
  if (result.success) return { ok: true, value: result.data };
  const errors: FieldErrors = {};
  for (const { path, message } of result.error.issues)
    errors[String(path[0] ?? "form")] ??= message;
  return { ok: false, errors };
}

/** A posted text to show again in its field; secrets are never asked for. */
export function typed(form: FormData, name: string, longest = 1_000): string {
  const value = form.get(name);
  return typeof value === "string" ? value.slice(0, longest) : "";
}
