import { SubmitButton } from "~/design/button";
import { FormToken } from "~/design/form-token";
import { NamedIcon } from "~/design/icons";
import { asEnglish } from "~/design/in-english";
import { type AdvisedBreach, hasLostPasswords, isPasswordNewer } from "~/features/safety/breach";
import { addresses } from "~/platform/values/addresses";
import { formatDate } from "~/platform/values/dates";
import type { BreachMark } from "./mark.server.ts";

interface BreachCardProps {
  breach: AdvisedBreach;
  /** Whether the advice is shown at first. */
  open: boolean;
  /** What its button makes of it; no button while that cannot be kept. */
  mark: BreachMark | undefined;
  /** When the password here was last set, in epoch milliseconds. */
  passwordSetAt: number | undefined;
}

/** One breach: when, what was lost, and what to do about it (docs/product.md#password-safety). */
export function BreachCard({ breach, open, mark, passwordSetAt }: BreachCardProps) {
  const { name, domain, date, dataClasses, advice } = breach;
  const moment = Date.parse(date);
  return (
    <article className="card p-5 shadow-card">
      <h3 className="text-lg font-extrabold">
        <bdi>{name}</bdi>
      </h3>
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
          <dd {...asEnglish()} className="font-bold">
            {dataClasses.join(", ")}
          </dd>
        </div>
      </dl>
      <PasswordAge breach={breach} setAt={passwordSetAt} />
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
              <ul className="mt-1.5 flex list-disc flex-col gap-1.5 ps-5 marker:text-blue">
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </details>
      {mark && <MarkForm name={name} mark={mark} />}
    </article>
  );
}

/** Whether the password that the subscriber has here may be the one that was lost. */
function PasswordAge({ breach, setAt }: { breach: AdvisedBreach; setAt: number | undefined }) {
  const isNewer = isPasswordNewer(breach, setAt);
  if (isNewer === undefined || setAt === undefined) return null;
  const day = <time dateTime={new Date(setAt).toISOString()}>{formatDate(setAt)}</time>;
  if (isNewer)
    return (
      <p className="mt-4 text-sm">Your password here is newer than this breach: set on {day}.</p>
    );
  return (
    <p className="mt-4 rounded-xl bg-red-tint px-4 py-3 text-sm">
      <strong className="text-red-ink">Your password here is older than this breach:</strong> set on{" "}
      {day}.
      {hasLostPasswords(breach) && (
        <>
          {" "}
          If you used the same one there,{" "}
          <a href={addresses.security} className="text-blue-ink underline">
            change it here
          </a>
          .
        </>
      )}
    </p>
  );
}

function MarkForm({ name, mark }: { name: string; mark: BreachMark }) {
  return (
    <form method="post" action={addresses.passwordSafety} className="mt-3">
      <FormToken />
      <input type="hidden" name="breach" value={name} />
      <SubmitButton name="press" value={mark} tone="quiet">
        <span>
          {mark === "dealt-with" ? "I have dealt with this" : "Not dealt with yet"}
          <span className="sr-only">: {name}</span>
        </span>
      </SubmitButton>
    </form>
  );
}
