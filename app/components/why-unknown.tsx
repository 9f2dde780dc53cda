import type { Note } from "~/domain/analysis/analysis";
import { noteText } from "~/domain/analysis-notes";
import type { CategoryKey } from "~/domain/profile";
import { addresses } from "~/web/addresses";

interface WhyUnknownProps {
  note: Note;
  category?: CategoryKey;
  mayImport: boolean;
  /** `short` where the page has said it at length before. */
  length?: "short" | "long";
}

/** Why figures cannot be known, and the link to the import where that can tell. */
export function WhyUnknown({ note, category, mayImport, length = "long" }: WhyUnknownProps) {
  const { short, long, importLabel } = noteText(note, category);
  return (
    <p className="rounded-card bg-tint p-5 text-muted">
      {length === "long" ? long : `${short}.`}{" "}
      {mayImport && importLabel && (
        <a href={addresses.import} className="font-semibold text-blue-ink underline">
          {importLabel}
        </a>
      )}
    </p>
  );
}
