import { SubmitButton } from "~/design/button";
import { FormToken } from "~/design/form-token";
import { addresses } from "~/platform/values/addresses";

interface PlaceProps {
  /** As it was said; null where nothing was. */
  said: string | null;
  choices: readonly { place: string; name: string }[];
  isSaved: boolean;
}

/** Where the subscriber lives, which decides how they may leave (docs/law.md). */
export function PlaceChoice({ said, choices, isSaved }: PlaceProps) {
  return (
    <section aria-labelledby="where-you-live" className="mt-9">
      <h2 id="where-you-live" className="text-xl font-extrabold">
        Where you live
      </h2>
      <p className="mt-2 text-sm text-muted">
        Some places have rules on how you can cancel. Say where you live, and we follow those of
        your place.
      </p>
      <p role="status" className="mt-2 font-semibold text-green-ink empty:hidden">
        {isSaved && "Your place is saved."}
      </p>
      <form method="post" action={addresses.place} className="mt-3 flex flex-col gap-3">
        <FormToken />
        <select
          name="place"
          aria-labelledby="where-you-live"
          defaultValue={said ?? ""}
          className="block min-h-12 w-full rounded-xl border border-control bg-surface px-4 py-3"
        >
          <option value="">Somewhere else, or I do not say</option>
          {choices.map(({ place, name }) => (
            <option key={place} value={place}>
              {name}
            </option>
          ))}
        </select>
        <SubmitButton tone="quiet">Save</SubmitButton>
      </form>
    </section>
  );
}
