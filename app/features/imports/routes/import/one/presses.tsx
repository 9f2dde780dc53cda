import { SubmitButton } from "~/design/button";
import { FormToken } from "~/design/form-token";
import type { ImportPress } from "~/features/history/import";
import { ShownCountField } from "../shown-count-field.tsx";

interface ShownPress {
  press: ImportPress;
  label: string;
  text: string;
}

/** What the subscriber may decide about an import, each with what it means. */
export function Presses({
  presses,
  count,
  countError,
}: {
  presses: readonly ShownPress[];
  /** Where the number of followers is asked for: the words of its field. */
  count?: { label: string; hint: string } | undefined;
  countError?: string | undefined;
}) {
  if (presses.length === 0) return null;
  return (
    <form method="post" className="mt-8 flex flex-col gap-5">
      <FormToken />
      {count && <ShownCountField {...count} error={countError} />}
      {presses.map(({ press, label, text }, index) => (
        <div key={press}>
          <SubmitButton
            name="press"
            value={press}
            tone={index > 0 || press === "discard" ? "quiet" : "primary"}
            aria-describedby={`${press}-text`}
          >
            {label}
          </SubmitButton>
          <p id={`${press}-text`} className="mt-1.5 text-center text-sm text-muted">
            {text}
          </p>
        </div>
      ))}
    </form>
  );
}
