import words from "content:connect";
import { NamedIcon } from "~/design/icons";

const { professional } = words;

/** How a personal account becomes a creator account, in the words of Instagram's menus, and what that changes. */
export function Professional({ open }: { open: boolean }) {
  return (
    <details open={open} className="group mt-8 first:mt-0 card px-5 py-2 shadow-card">
      <summary className="flex min-h-11 list-none items-center justify-between font-bold [&::-webkit-details-marker]:hidden">
        {open ? professional.personal : professional.title}
        <NamedIcon
          name="forward"
          className="size-5 rotate-90 text-blue-ink transition-transform group-open:-rotate-90"
        />
      </summary>
      <p className="mt-1 text-muted">{professional.text}</p>
      <ol className="mt-4 flex flex-col gap-3">
        {professional.steps.map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-7 shrink-0 place-items-center rounded-full bg-tint text-sm font-extrabold text-blue-ink"
            >
              {index + 1}
            </span>
            <span className="pt-0.5">{step}</span>
          </li>
        ))}
      </ol>
      <h3 className="mt-6 font-bold">{professional.changes.title}</h3>
      <ul className="mt-2 mb-4 flex list-disc flex-col gap-2 ps-5 text-muted">
        {professional.changes.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </details>
  );
}
