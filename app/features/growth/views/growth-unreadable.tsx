import { addresses } from "~/platform/values/addresses";
import { SubmitButton } from "../../../design/button.tsx";
import { FormMessage } from "../../../design/form-message.tsx";
import { FormToken } from "../../../design/form-token.tsx";

/** What the button of `GrowthUnreadableMessage` posts to the growth page, as `press`. */
export const computeAnew = "compute-anew";

/** Stands for growth whose stored figures are damaged. They follow from the imports and readings, so nothing is lost. */
export function GrowthUnreadableMessage({ error }: { error?: string | undefined }) {
  return (
    <section className="card p-6 shadow-card">
      <h1 className="text-2xl leading-tight font-extrabold">
        Your growth has to be computed again
      </h1>
      <p className="mt-3 text-muted">
        The stored figures of your growth are damaged. Your imports and what we read at Instagram
        are kept separately: your growth is computed from them, which takes some seconds.
      </p>
      <div className="mt-4 empty:hidden">
        <FormMessage message={error} />
      </div>
      <form method="post" action={addresses.growth} className="mt-6">
        <FormToken />
        <SubmitButton name="press" value={computeAnew}>
          Compute my growth again
        </SubmitButton>
      </form>
    </section>
  );
}
