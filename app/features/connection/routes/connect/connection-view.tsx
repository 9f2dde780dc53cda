import words from "content:connect";
import { buttonStyle } from "~/design/button";
import { CheckAgain } from "~/design/check-again";
import { PageIcon, type PageIconName } from "~/design/page-icons";
import { addresses } from "~/platform/values/addresses";
import { scriptHook } from "~/platform/values/script-hooks";
import { ConnectForm } from "./connect-form.tsx";
import { Facts } from "./facts.tsx";
import type { ConnectionPage } from "./page-of.server.ts";

const good = "bg-green-tint text-green-ink";
const calm = "bg-tint text-blue-ink";

const looks: Record<ConnectionPage["state"], { icon: PageIconName; tone: string }> = {
  first: { icon: "pendingRequests", tone: calm },
  reading: { icon: "refollowed", tone: calm },
  connected: { icon: "check", tone: good },
  waiting: { icon: "pendingRequests", tone: calm },
  trouble: { icon: "warning", tone: calm },
  withdrawn: { icon: "warning", tone: "bg-red-tint text-red-ink" },
};

/** A connection, however it is. While it is being read, the page reloads when there is more to show. */
export function ConnectionView({ connection }: { connection: ConnectionPage }) {
  const { state, heading, mark, progress, figures, refresh } = connection;
  const { icon, tone } = looks[state];
  const { presses, states } = words;
  return (
    <div {...(mark && scriptHook("updates", `${addresses.connect}/updates?seen=${mark}`))}>
      <div className="flex items-start gap-4">
        <span className={`grid size-12 shrink-0 place-items-center rounded-full ${tone}`}>
          <PageIcon name={icon} />
        </span>
        <div className="min-w-0">
          <h1 className="text-2xl font-extrabold wrap-anywhere">{heading.title}</h1>
          <p className="mt-1 text-muted">{heading.text}</p>
        </div>
      </div>
      {state === "withdrawn" && <ConnectForm press="connect" label={presses.again} />}
      {state === "first" && (
        <>
          <Progress progress={progress} />
          <CheckAgain at={addresses.connect}>{states.first.lookAgain}</CheckAgain>
        </>
      )}
      {figures && <Facts title={states.first.soFar} facts={figures} />}
      {connection.hasFigures && (
        <a
          href={addresses.analytics}
          className={buttonStyle(state === "withdrawn" ? "quiet" : "primary", "mt-6 w-full")}
        >
          {presses.analytics}
        </a>
      )}
      {connection.otherAccount && (
        <section className="mt-6 rounded-card bg-tint p-5">
          <h2 className="font-extrabold">{words.otherAccount.title}</h2>
          <p className="mt-1 wrap-anywhere">{connection.otherAccount}</p>
        </section>
      )}
      <Missing missing={connection.missing} />
      {state !== "withdrawn" && connection.mayConnectAgain && (
        <ConnectForm press="connect" label={presses.again} tone="quiet" />
      )}
      <Facts facts={connection.facts} />
      {refresh?.now && <ConnectForm press="refresh" label={presses.refresh} tone="quiet" />}
      {refresh && !refresh.now && <p className="mt-2 text-sm text-muted">{refresh.text}</p>}
      <a href={addresses.disconnect} className={buttonStyle("plain", "mt-6 w-full")}>
        {presses.disconnect}
      </a>
    </div>
  );
}

/** How far the first reading is. */
function Progress({ progress }: { progress: ConnectionPage["progress"] }) {
  if (!progress) return <p className="mt-6 font-semibold">{words.states.first.begins}</p>;
  return (
    <div className="mt-6">
      <label htmlFor="read" className="font-semibold tabular-nums">
        {progress.text}
      </label>
      <progress
        id="read"
        value={progress.read}
        max={progress.of}
        className="mt-2 block h-2.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-line accent-blue [&::-moz-progress-bar]:bg-blue [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-blue"
      />
    </div>
  );
}

function Missing({ missing }: { missing: ConnectionPage["missing"] }) {
  if (missing.length === 0) return null;
  return (
    <section aria-labelledby="missing" className="mt-8">
      <h2 id="missing" className="text-xl font-extrabold">
        {words.missing.title}
      </h2>
      <ul className="mt-3 flex flex-col gap-3">
        {missing.map(({ part, why }) => (
          <li key={part} className="rounded-card bg-tint p-4">
            <span className="block font-bold">{part}</span>
            <span className="mt-0.5 block text-sm">{why}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
