import { addresses } from "~/platform/values/addresses";
import { sentences } from "~/platform/values/say";
import { buttonStyle } from "../../design/button.tsx";

const byExport = sentences({
  title: "Start with your Instagram export",
  text: "Your analysis is made from the copy of your data that Instagram gives you. It never needs your Instagram password.",
  steps: [
    "Ask Instagram for a copy of your followers and following. We show you how, step by step.",
    "Wait for Instagram's email. It comes within minutes, or within two days.",
    "Import the file here. Your figures are there at once, with the people behind them.",
  ],
});

const byConnection = sentences({
  title: "Start by connecting Instagram",
  text: "Your analysis is made from what Instagram's own interface tells of your professional account. It never needs your Instagram password.",
  steps: [
    "Have a business or creator account. A personal one becomes one for free, in Instagram's settings.",
    "Connect it here, and confirm on Instagram's page what we may read.",
    "See your likes, comments and reach as they come in. We read them anew every day.",
  ],
});

interface FirstStepProps {
  mayImport: boolean;
  mayConnect: boolean;
  /** Whether the account is connected, and its first figures are not there yet. */
  isBeingRead: boolean;
}

/** Leads a subscriber who has no analysis yet to what it can be made from. */
export function FirstStep({ mayImport, mayConnect, isBeingRead }: FirstStepProps) {
  if (isBeingRead) return <BeingRead />;
  const { title, text, steps } = mayImport ? byExport : byConnection;
  return (
    <section
      aria-labelledby="first-step"
      className="card p-6 shadow-card @2xl:mx-auto @2xl:max-w-[46rem]"
    >
      <h1 id="first-step" className="text-2xl leading-tight font-extrabold">
        {title}
      </h1>
      <p className="mt-3 text-muted">{text}</p>
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
      {mayImport && (
        <a href={addresses.import} className={buttonStyle("primary", "mt-6 w-full")}>
          Import my export
        </a>
      )}
      {mayImport && (
        <a href={addresses.example} className={buttonStyle("quiet", "mt-3 w-full")}>
          See an example
        </a>
      )}
      {mayConnect && (
        <a
          href={addresses.connect}
          className={buttonStyle(mayImport ? "quiet" : "primary", "mt-3 w-full")}
        >
          {mayImport ? "Or connect a professional account" : "Connect Instagram"}
        </a>
      )}
    </section>
  );
}

function BeingRead() {
  return (
    <section aria-labelledby="first-step" className="card p-6 shadow-card">
      <h1 id="first-step" className="text-2xl leading-tight font-extrabold">
        Your account is connected
      </h1>
      <p className="mt-3 text-muted">
        We are waiting for your first figures from Instagram. They will appear here.
      </p>
      <a href={addresses.connect} className={buttonStyle("primary", "mt-6 w-full")}>
        See how far it is
      </a>
    </section>
  );
}
