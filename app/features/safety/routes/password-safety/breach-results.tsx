import type { ReactNode } from "react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { FoldSummary } from "~/design/fold";
import { FormToken } from "~/design/form-token";
import { fromOutside, OutsideWord } from "~/design/from-outside";
import {
  type AdvisedBreach,
  type BreachResult,
  byState,
  hasLostPasswords,
  isPasswordNewer,
} from "~/features/safety/breach";
import { addresses } from "~/platform/values/addresses";
import { formatDate } from "~/platform/values/dates";
import { counted } from "~/platform/values/numbers";
import type { BreachMark } from "./mark.server.ts";

/** The result of the check, with advice for each breach. */
export type ShownResult =
  | {
      outcome: "checked";
      /** Most serious first. */
      breaches: readonly AdvisedBreach[];
      /** Marks of the breaches that are dealt with; undefined while they cannot be read. */
      dealtWith: readonly string[] | undefined;
      /** When the password here was last set, in epoch milliseconds; undefined where that is not known. */
      passwordSetAt: number | undefined;
    }
  | Exclude<BreachResult, { outcome: "checked" }>;

/** What the check has found, in a few words: a screen reader says them as they come. */
export function BreachVerdict({ result, email }: { result: ShownResult; email: string }) {
  if (result.outcome === "rate-limited") return <Failure>Please try again later.</Failure>;
  if (result.outcome === "failed")
    return <Failure>Something went wrong. Please try again later.</Failure>;
  const { length } = result.breaches;
  return length === 0 ? <Safe /> : <Compromised email={email} count={length} />;
}

function Compromised({ email, count }: { email: string; count: number }) {
  const sites = counted(count, "breached site");
  return (
    <VerdictFrame
      image="compromised"
      badge="EMAIL COMPROMISED!"
      tone="bg-red-tint text-red-ink tracking-wide"
    >
      <h1 className="text-2xl font-extrabold wrap-anywhere">
        {`Your email "${email}" is compromised on ${sites}`}
      </h1>
      <p className="text-muted">
        This does not mean that somebody is reading your mail. These sites lost data that they held
        about you. The most serious breach comes first.
      </p>
    </VerdictFrame>
  );
}

/** What was lost, with what to do about it. */
export function Breaches({ result }: { result: ShownResult }) {
  if (result.outcome !== "checked" || result.breaches.length === 0) return null;
  const { breaches, dealtWith, passwordSetAt } = result;
  const { open, closed } = byState(breaches, dealtWith ?? []);
  return (
    <>
      <h2 className="sr-only">Breached sites</h2>
      {open.length === 0 ? (
        <p className="mt-8 rounded-card bg-green-tint p-5 font-bold text-green-ink">
          You have dealt with all of them.
        </p>
      ) : (
        <div className="mt-8">
          <BreachList
            breaches={open}
            isFirstOpen
            mark={dealtWith && "dealt-with"}
            passwordSetAt={passwordSetAt}
          />
        </div>
      )}
      {closed.length > 0 && (
        <>
          <h2 className="mt-10 mb-4 text-xl font-extrabold">Dealt with</h2>
          <BreachList breaches={closed} mark="open" passwordSetAt={passwordSetAt} />
        </>
      )}
      <p className="mt-6 text-muted">
        We can look once a month, and write to you if there is a new one:{" "}
        <a href={addresses.notifications} className="text-blue-ink underline">
          breach alerts
        </a>
        .
      </p>
    </>
  );
}

interface BreachListProps {
  breaches: readonly AdvisedBreach[];
  /** Whether the advice of the first is shown at once. */
  isFirstOpen?: boolean;
  /** What the buttons mark the breaches as; undefined, and no button, while marks cannot be read. */
  mark: BreachMark | undefined;
  /** When the password here was last set, in epoch milliseconds. */
  passwordSetAt: number | undefined;
}

function BreachList({ breaches, isFirstOpen = false, ...rest }: BreachListProps) {
  return (
    <ul className="flex flex-col gap-4">
      {breaches.map((breach, index) => (
        <li key={`${breach.name} ${breach.date}`}>
          <BreachCard breach={breach} open={isFirstOpen && index === 0} {...rest} />
        </li>
      ))}
    </ul>
  );
}

interface BreachCardProps extends Pick<BreachListProps, "mark" | "passwordSetAt"> {
  breach: AdvisedBreach;
  /** Whether the advice is shown at first. */
  open: boolean;
}

/** One breach: when, what was lost, and what to do about it (docs/product.md#password-safety). */
function BreachCard({ breach, open, mark, passwordSetAt }: BreachCardProps) {
  const { name, domain, date, dataClasses, advice } = breach;
  const moment = Date.parse(date);
  return (
    <article className="card p-5 shadow-card">
      <h3 className="text-lg font-extrabold">
        <bdi>{name}</bdi>
      </h3>
      {domain && (
        <p className="text-sm text-muted">
          <OutsideWord>{domain}</OutsideWord>
        </p>
      )}
      <dl className="mt-4 flex flex-col gap-3">
        <div>
          <dt className="text-sm text-muted">Breach Date</dt>
          <dd className="font-bold">
            {Number.isNaN(moment) ? (
              <OutsideWord>{date}</OutsideWord>
            ) : (
              <time dateTime={date}>{formatDate(moment)}</time>
            )}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">Compromised data</dt>
          <dd {...fromOutside()} className="font-bold">
            {dataClasses.join(", ")}
          </dd>
        </div>
      </dl>
      <PasswordAge breach={breach} setAt={passwordSetAt} />
      <details open={open} className="mt-4 border-t border-line pt-2">
        <FoldSummary>What to do about it</FoldSummary>
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

function Safe() {
  return (
    <VerdictFrame image="safe" badge="No breached accounts" tone="bg-green-tint text-green-ink">
      <h1 className="text-2xl font-extrabold">Good news!</h1>
      <p className="text-muted">Your email address is not associate with any data breaches</p>
    </VerdictFrame>
  );
}

function Failure({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 pt-4 text-center">
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

function VerdictFrame({
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
