import { PageIcon, type PageIconName } from "~/design/page-icons";
import type { ImportState } from "~/features/history/import";

const looks: Record<ImportState, { icon: PageIconName; tone: string }> = {
  reading: { icon: "pendingRequests", tone: "bg-tint text-blue-ink" },
  held: { icon: "warning", tone: "bg-tint text-blue-ink" },
  used: { icon: "check", tone: "bg-green-tint text-green-ink" },
  refused: { icon: "warning", tone: "bg-red-tint text-red-ink" },
  discarded: { icon: "returned", tone: "bg-tint text-blue-ink" },
};

/** What became of an import, in a sentence, and what is odd about it. */
export function ImportOutcome({
  state,
  heading: { title, text },
  problems,
}: {
  state: ImportState;
  heading: { title: string; text: string };
  problems: readonly string[];
}) {
  const { icon, tone } = looks[state];
  return (
    <>
      <div className="flex items-start gap-4">
        <span className={`grid size-12 shrink-0 place-items-center rounded-full ${tone}`}>
          <PageIcon name={icon} />
        </span>
        <div>
          <h1 className="text-2xl font-extrabold">{title}</h1>
          <p className="mt-1 text-muted">{text}</p>
        </div>
      </div>
      {problems.length > 0 && (
        <ul className="mt-5 flex flex-col gap-3">
          {problems.map((problem) => (
            <li
              key={problem}
              className={`rounded-card p-4 ${state === "refused" ? `font-semibold ${tone}` : "bg-tint"}`}
            >
              {problem}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
