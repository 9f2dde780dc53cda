import { buttonStyle } from "~/design/button";
import { addresses } from "~/platform/values/addresses";

interface CompareFormProps {
  imports: readonly { id: string; label: string }[];
  from: string | undefined;
  to: string | undefined;
}

/** Offers any two of the imports in use. */
export function CompareForm({ imports, from, to }: CompareFormProps) {
  if (imports.length < 2)
    return (
      <>
        <p className="mt-5 rounded-card bg-tint p-5 text-muted">
          This needs two exports in use. With your next one, you see here who came and who left in
          between.
        </p>
        <a href={addresses.import} className={buttonStyle("primary", "mt-5 w-full")}>
          Import an export
        </a>
      </>
    );
  return (
    <form method="get" action={addresses.compare} className="mt-5 flex flex-col gap-4">
      <Choice name="from" label="From" imports={imports} chosen={from} />
      <Choice name="to" label="To" imports={imports} chosen={to} />
      <button type="submit" className={buttonStyle("primary", "w-full")}>
        Compare
      </button>
    </form>
  );
}

function Choice({
  name,
  label,
  imports,
  chosen,
}: Pick<CompareFormProps, "imports"> & {
  name: string;
  label: string;
  chosen: string | undefined;
}) {
  return (
    <label className="flex flex-col gap-1.5 font-semibold">
      {label}
      <select
        name={name}
        defaultValue={chosen}
        className="min-h-12 w-full rounded-xl border border-control bg-surface px-3 font-normal text-ink"
      >
        {imports.map((one) => (
          <option key={one.id} value={one.id}>
            {one.label}
          </option>
        ))}
      </select>
    </label>
  );
}
