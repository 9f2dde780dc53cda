import words from "content:connect";
import { buttonStyle } from "~/design/button";
import { CheckAgain } from "~/design/check-again";
import { FoldSummary } from "~/design/fold";
import { NamedIcon } from "~/design/icons";
import { addresses } from "~/platform/values/addresses";
import { scriptHook } from "~/platform/values/script-hooks";
import { ConnectForm } from "./connect-form.tsx";

const { professional } = words;

/** How a personal account becomes a creator account, in the words of Instagram's menus, and what that changes. */
function Professional({ open }: { open: boolean }) {
  return (
    <details open={open} className="mt-8 first:mt-0 card px-5 py-2 shadow-card">
      <FoldSummary className="font-bold">
        {open ? professional.personal : professional.title}
      </FoldSummary>
      <p className="mt-1 text-muted">{professional.text}</p>
      <ol className="mt-4 flex flex-col gap-3">
        {professional.steps.map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-7 shrink-0 place-items-center rounded-full bg-tint text-sm font-extrabold text-blue-ink"
            >
              {index + 1}
            </span>
            <span className="pt-0.5">{step}</span>
          </li>
        ))}
      </ol>
      <h3 className="mt-6 font-bold">{professional.changes.title}</h3>
      <ul className="mt-2 mb-4 flex list-disc flex-col gap-2 ps-5 text-muted">
        {professional.changes.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </details>
  );
}

interface NotConnectedProps {
  page: {
    mayConnect: boolean;
    mayImport: boolean;
    /** How a disconnection has just ended. */
    said: string | undefined;
    /** Set while the answer of Instagram is still awaited: the page reloads when it is there. */
    mark: string | undefined;
    /** There is a connection that nobody can read. */
    isRotten: boolean;
  };
  isPersonal: boolean;
}

/** What is read and what never is, and the way to Instagram. */
export function NotConnected({ page, isPersonal }: NotConnectedProps) {
  const { mayConnect, mayImport, said, mark, isRotten } = page;
  const { presses } = words;
  const { slow } = words.problems;
  return (
    <div {...(mark && scriptHook("updates", `${addresses.connect}/updates?seen=${mark}`))}>
      {said && (
        <p
          role="status"
          className="mb-5 rounded-xl bg-green-tint px-4 py-3 font-semibold text-green-ink"
        >
          {said}
        </p>
      )}
      {mark && (
        <CheckAgain at={addresses.connect}>
          {slow.text} {slow.hint}
        </CheckAgain>
      )}
      {isPersonal && <Professional open />}
      <h1 className={`text-2xl font-extrabold ${isPersonal ? "mt-9" : ""}`}>{words.title}</h1>
      <p className="mt-2 text-muted">{words.intro}</p>
      {isRotten && <Rotten />}
      {mayConnect && (
        <>
          <Points {...words.reads} icon="check" tone="bg-green-tint text-green-ink" />
          <Points {...words.never} icon="close" tone="bg-red-tint text-red-ink" />
          <p className="mt-5 text-sm text-muted">{words.ending}</p>
          <ConnectForm press="connect" label={presses.connect} />
          {mayImport && (
            <a href={addresses.import} className={buttonStyle("plain", "mt-2 w-full")}>
              {presses.import}
            </a>
          )}
          {!isPersonal && <Professional open={false} />}
        </>
      )}
    </div>
  );
}

/** A connection whose document cannot be read: it can be made anew, or erased. */
function Rotten() {
  const { title, text } = words.rotten;
  return (
    <section className="mt-5 rounded-card bg-tint p-5">
      <h2 className="font-extrabold">{title}</h2>
      <p className="mt-1">{text}</p>
      <ConnectForm press="connect" label={words.presses.again} />
      <a href={addresses.disconnect} className={buttonStyle("plain", "mt-2 w-full")}>
        {words.presses.disconnect}
      </a>
    </section>
  );
}

interface PointsProps {
  title: string;
  points: readonly string[];
  icon: "check" | "close";
  tone: string;
}

function Points({ title, points, icon, tone }: PointsProps) {
  return (
    <section className="mt-5 card p-5 shadow-card">
      <h2 className="text-lg font-extrabold">{title}</h2>
      <ul className="mt-3 flex flex-col gap-3">
        {points.map((point) => (
          <li key={point} className="flex gap-3">
            <span className={`mt-0.5 grid size-6 shrink-0 place-items-center rounded-full ${tone}`}>
              <NamedIcon name={icon} className="size-4" />
            </span>
            <span>{point}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
