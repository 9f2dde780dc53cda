import { SubmitButton } from "~/components/button";
import { FormToken } from "~/components/form-token";
import type { Press } from "~/domain/imports/import";

interface ShownPress {
  press: Press;
  label: string;
  text: string;
}

/** What the subscriber may decide about an import, each with what it means. */
export function Presses({ presses }: { presses: readonly ShownPress[] }) {
  if (presses.length === 0) return null;
  return (
    <form method="post" className="mt-8 flex flex-col gap-5">
      <FormToken />
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
