import { type Knowing, noteText } from "~/features/analysis/analysis-notes";
import type { CategoryKey } from "~/features/analysis/profile";
import type { Note } from "~/features/history/history";
import { addresses } from "~/platform/values/addresses";

interface WhyUnknownProps {
  note: Note;
  category?: CategoryKey;
  knowing: Knowing;
  /** `short` where the page has said it at length before. */
  length?: "short" | "long";
}

/** Why figures cannot be known, and the link to what can tell. */
export function WhyUnknown({ note, category, knowing, length = "long" }: WhyUnknownProps) {
  const { short, long, way } = noteText(note, knowing, category);
  return (
    <p className="rounded-card bg-tint p-5 text-muted">
      {length === "long" ? long : `${short}.`}{" "}
      {way && (
        <a href={addresses[way.to]} className="font-semibold text-blue-ink underline">
          {way.label}
        </a>
      )}
    </p>
  );
}
