import type { Note } from "~/domain/analysis/analysis";
import { noteTexts } from "~/domain/analysis-notes";
import { addresses } from "~/web/addresses";

interface WhyUnknownProps {
  note: Note;
  mayImport: boolean;
}

/** Why figures cannot be known, and the link to the import where that can tell. */
export function WhyUnknown({ note, mayImport }: WhyUnknownProps) {
  const { long, importLabel } = noteTexts[note];
  return (
    <p className="rounded-card bg-tint p-5 text-muted">
      {long}{" "}
      {mayImport && importLabel && (
        <a href={addresses.import} className="font-semibold text-blue-ink underline">
          {importLabel}
        </a>
      )}
    </p>
  );
}
