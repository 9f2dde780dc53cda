import { Field } from "~/design/field";

export interface ShownCountFieldProps {
  label: string;
  hint: string;
  error: string | undefined;
  /** What was typed before. */
  typed?: string | undefined;
}

/** The field for the number of followers that Instagram shows. */
export function ShownCountField({ label, hint, error, typed }: ShownCountFieldProps) {
  return (
    <div>
      <Field
        name="followersShown"
        label={label}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        defaultValue={typed}
        error={error}
        hintId="followersShown-hint"
      />
      <p id="followersShown-hint" className="mt-1.5 text-sm text-muted">
        {hint}
      </p>
    </div>
  );
}
