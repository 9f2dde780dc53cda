import type { Note } from "~/domain/analysis/analysis";
import { noteText } from "~/domain/analysis-notes";
import type { CategoryKey } from "~/domain/profile";
import { addresses } from "~/web/addresses";

interface WhyUnknownProps {
  note: Note;
  category?: CategoryKey;
  mayImport: boolean;
}

/** Why figures cannot be known, and the link to the import where that can tell. */
export function WhyUnknown({ note, category, mayImport }: WhyUnknownProps) {
  const { long, importLabel } = noteText(note, category);
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
