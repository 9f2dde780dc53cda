import { addresses } from "~/platform/values/addresses";
import { withCommas } from "~/platform/values/numbers";

/** How many of a list are hidden, with the way to them. */
export function HiddenNote({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="mt-2 text-sm text-muted">
      <a href={addresses.category("hidden")} className="font-semibold text-blue-ink underline">
        {withCommas(count)} hidden
      </a>
    </p>
  );
}
