import { addresses } from "~/web/addresses";
import { buttonStyle } from "./button.tsx";

const steps = [
  "Ask Instagram for a copy of your followers and following. We show you how, step by step.",
  "Wait for Instagram's email. It comes within minutes, or within two days.",
  "Import the file here. Your figures are there at once, with the people behind them.",
];

/** Leads a subscriber who has no analysis yet to the import. */
export function FirstImport() {
  return (
    <section
      aria-labelledby="first-import"
      className="rounded-card border border-line bg-surface p-6 shadow-card"
    >
      <h1 id="first-import" className="text-2xl leading-tight font-extrabold">
        Start with your Instagram export
      </h1>
      <p className="mt-3 text-muted">
        Your analysis is made from the copy of your data that Instagram gives you. It never needs
        your Instagram password.
      </p>
      <ol className="mt-5 flex flex-col gap-4">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-8 shrink-0 place-items-center rounded-full bg-tint font-extrabold text-blue-ink"
            >
              {index + 1}
            </span>
            <span className="pt-1">{step}</span>
          </li>
        ))}
      </ol>
      <a href={addresses.import} className={buttonStyle("primary", "mt-6 w-full")}>
        Import my export
      </a>
    </section>
  );
}
