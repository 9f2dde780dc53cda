import { NamedIcon } from "~/components/icons";
import type { AdvisedBreach } from "~/domain/breach";
import { formatDate } from "~/domain/dates";

/** One breach: when, what was lost, and what to do about it (spec 2). */
export function BreachCard({ breach, open }: { breach: AdvisedBreach; open: boolean }) {
  const { name, domain, date, dataClasses, advice } = breach;
  const moment = Date.parse(date);
  return (
    <article className="rounded-card border border-line bg-surface p-5 shadow-card">
      <h3 className="text-lg font-extrabold">{name}</h3>
      {domain && <p className="text-sm text-muted">{domain}</p>}
      <dl className="mt-4 flex flex-col gap-3">
        <div>
          <dt className="text-sm text-muted">Breach Date</dt>
          <dd className="font-bold">
            {Number.isNaN(moment) ? date : <time dateTime={date}>{formatDate(moment)}</time>}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">Compromised data</dt>
          <dd className="font-bold">{dataClasses.join(", ")}</dd>
        </div>
      </dl>
      <details open={open} className="group mt-4 border-t border-line pt-2">
        <summary className="flex min-h-11 list-none items-center justify-between font-bold text-blue-ink [&::-webkit-details-marker]:hidden">
          What to do about it
          <NamedIcon
            name="forward"
            className="size-5 rotate-90 transition-transform group-open:-rotate-90"
          />
        </summary>
        <div className="flex flex-col gap-4 pt-2 pb-1">
          {advice.map(({ lost, steps }) => (
            <section key={lost}>
              <h4 className="text-sm font-bold text-muted">{lost}</h4>
              <ul className="mt-1.5 flex list-disc flex-col gap-1.5 pl-5 marker:text-blue">
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </details>
    </article>
  );
}
