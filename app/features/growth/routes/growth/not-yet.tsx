import { buttonStyle } from "~/design/button";
import type { Knowing } from "~/features/analysis/analysis-notes";
import { addresses } from "~/platform/values/addresses";

/** For an analysis that is older than this page: the next import or the next reading brings the figures. */
export function NotYet({ knowing }: { knowing: Knowing }) {
  return (
    <section className="card p-6 shadow-card @2xl:mx-auto @2xl:max-w-[46rem]">
      <h1 className="text-2xl leading-tight font-extrabold">
        Your growth comes with the next figures
      </h1>
      <p className="mt-3 text-muted">
        {knowing.isConnected
          ? "We read your Instagram account every day. Your growth is here after the next reading."
          : "Your analysis is older than this page. Import a new export, and your growth is here."}
      </p>
      {knowing.mayImport && (
        <a href={addresses.import} className={buttonStyle("primary", "mt-6 w-full")}>
          Import my export
        </a>
      )}
      <a
        href={addresses.analytics}
        className={buttonStyle(knowing.mayImport ? "quiet" : "primary", "mt-3 w-full")}
      >
        See my analysis
      </a>
    </section>
  );
}
