import type { ReactNode } from "react";
import { buttonStyle } from "~/components/button";
import type { AdvisedBreach } from "~/domain/breach";
import { counted } from "~/domain/numbers";
import { addresses } from "~/web/addresses";
import { BreachCard } from "./breach-card.tsx";

/** The result of the check, with advice for each breach. */
export type ShownResult =
  | { outcome: "checked"; breaches: readonly AdvisedBreach[] }
  | { outcome: "rate-limited" }
  | { outcome: "failed" };

export function BreachResults({ result, email }: { result: ShownResult; email: string }) {
  if (result.outcome === "rate-limited") return <Failure>Please try again later.</Failure>;
  if (result.outcome === "failed")
    return <Failure>Something went wrong. Please try again later.</Failure>;
  const { breaches } = result;
  return breaches.length === 0 ? <Safe /> : <Compromised email={email} breaches={breaches} />;
}

function Compromised({ email, breaches }: { email: string; breaches: readonly AdvisedBreach[] }) {
  const sites = counted(breaches.length, "breached site");
  return (
    <>
      <Verdict
        image="compromised"
        badge="EMAIL COMPROMISED!"
        tone="bg-red-tint text-red-ink tracking-wide"
      >
        <h1 className="text-2xl font-extrabold wrap-anywhere">
          {`Your email "${email}" is compromised on ${sites}`}
        </h1>
        <p className="text-muted">
          This does not mean that somebody is reading your mail. These sites lost data that they
          held about you. The most serious breach comes first.
        </p>
      </Verdict>
      <h2 className="sr-only">Breached sites</h2>
      <ul className="mt-8 flex flex-col gap-4">
        {breaches.map((breach, index) => (
          <li key={`${breach.name} ${breach.date}`}>
            <BreachCard breach={breach} open={index === 0} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Safe() {
  return (
    <Verdict image="safe" badge="No breached accounts" tone="bg-green-tint text-green-ink">
      <h1 className="text-2xl font-extrabold">Good news!</h1>
      <p className="text-muted">Your email address is not associate with any data breaches</p>
    </Verdict>
  );
}

function Failure({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-4 pt-4 text-center">
      <img src="/images/states/failing.svg" alt="" width="280" height="220" className="h-33 w-42" />
      <h1 className="text-xl font-extrabold">{children}</h1>
      <p className="text-muted">
        We could not check your email, so we do not know whether it is in a data breach.
      </p>
      <a href={addresses.passwordSafety} className={buttonStyle("primary", "w-full")}>
        Try again
      </a>
    </div>
  );
}

function Verdict({
  image,
  badge,
  tone,
  children,
}: {
  image: "safe" | "compromised";
  badge: string;
  tone: string;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <p className={`rounded-full px-4 py-1.5 font-extrabold ${tone}`}>{badge}</p>
      <img
        src={`/images/breach/${image}.svg`}
        alt=""
        width="280"
        height="220"
        className="h-44 w-56"
      />
      {children}
    </div>
  );
}
