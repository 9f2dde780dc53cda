import { asEnglish } from "~/design/in-english";
import { recommendationLabel } from "~/features/analysis/analysis-labels";

interface RecommendationsProps {
  recommendations: readonly string[];
  /** Those of the outside system are in English; ours are in the reader's language. */
  areFromOutside: boolean;
}

export function Recommendations({ recommendations, areFromOutside }: RecommendationsProps) {
  if (recommendations.length === 0)
    return (
      <p className="rounded-card bg-tint p-5 text-muted">
        Your recommendations will appear here once enough of your posts have been analyzed.
      </p>
    );
  return (
    <ol className="flex flex-col gap-3 @2xl:grid @2xl:grid-cols-2 @2xl:[&>:last-child:nth-child(odd)]:col-span-2">
      {recommendations.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes and texts may repeat
        <li key={index} className="card p-4 shadow-card">
          <h3 className="text-sm font-bold text-blue-ink">{recommendationLabel(index)}</h3>
          <p {...(areFromOutside && asEnglish())} className="mt-1">
            {text}
          </p>
        </li>
      ))}
    </ol>
  );
}
