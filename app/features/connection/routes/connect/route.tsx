import words from "content:connect";
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { buttonStyle } from "~/design/button";
import { CheckAgain } from "~/design/check-again";
import { FormMessage } from "~/design/form-message";
import { PageIcon, type PageIconName } from "~/design/page-icons";
import { Unavailable } from "~/design/unavailable";
import { env } from "~/env.server";
import { sourceOf } from "~/features/analysis/profiles.server";
import { markOf, shownConnection } from "~/features/connection/services/shown.server";
import { isConnectProblem } from "~/features/history/connecting";
import { foundConnection } from "~/features/history/connections.server";
import { fieldText, readForm } from "~/platform/http/forms/parse-form.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { say } from "~/platform/values/say";
import { scriptHook } from "~/platform/values/script-hooks";
import { ConnectForm, type ConnectionPress, connectionPresses } from "./connect-form.tsx";
import { requireConnector } from "./guard.server.ts";
import { NotConnected } from "./not-connected.tsx";
import { type ConnectionPage, connectionPageOf } from "./page-of.server.ts";
import { carryOutConnectionPress, connectionPressRefused } from "./press.server.ts";

export const handle: PageHandle = {
  get title() {
    return words.title;
  },
};
export const meta: MetaFunction = () => pageMeta(words.title, words.intro);
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uid } = await requireConnector(request);
  const query = queryOf(request);
  const given = query.get("problem");
  const problem = isConnectProblem(given) ? given : undefined;
  const mayImport = env.ANALYSIS_SOURCES.has("export");
  return orElse(
    async () => {
      const now = Date.now();
      const { entry, malformed } = await foundConnection(uid);
      if (entry) {
        const shown = await shownConnection(entry, now);
        const connection = connectionPageOf(shown, now);
        // The page that waited for Instagram's answer is reloaded at the same address once the account is connected.
        const isOver = problem === "slow" && shown.state !== "withdrawn";
        const still = isOver ? undefined : problem;
        return { connection, problem: still, said: still ? undefined : connection.heading.title };
      }
      const source = await sourceOf(uid);
      // A refused form is shown here even then.
      if (source === "outside" && context.method !== "POST") return redirect(addresses.analytics);
      const mark = problem === "slow" ? markOf(undefined, now) : undefined;
      const mayConnect = source !== "outside";
      const isRotten = malformed !== undefined;
      const ended = query.get("disconnected");
      const { done, received } = words.disconnect;
      const said = ended === "erased" ? done : ended === "received" ? received : undefined;
      return { connection: undefined, mayConnect, mayImport, problem, mark, isRotten, said };
    },
    () => data({ unavailable: true as const }, 503),
  );
}

/** Connect, read now, disconnect (docs/product.md#connection). */
export async function action({ request }: ActionFunctionArgs) {
  const subscriber = await requireConnector(request);
  const pressed = fieldText(await readForm(request), "press");
  return orElse(carryOutConnectionPress(pressed, subscriber, request), () => {
    const press = connectionPresses.find((known) => known === pressed);
    return connectionPressRefused({ message: words.refusals.unavailable, press }, 503);
  });
}

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

interface FactsProps {
  title?: string;
  facts: readonly { label: string; value: string }[];
}

function Facts({ title, facts }: FactsProps) {
  return (
    <section className="mt-8">
      {title && <h2 className="text-xl font-extrabold">{title}</h2>}
      <dl className="mt-3 divide-y divide-line">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-3 py-2">
            <dt className="text-muted">{label}</dt>
            <dd className="text-end font-bold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A connection in any state. While it is being read, the page reloads when there is more to show. */
function ConnectionView({ connection }: { connection: ConnectionPage }) {
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

/** A press that can be made again, while nothing is known of the connection. */
function PressedAgain({ message, press }: { message?: string; press: ConnectionPress }) {
  const { title, presses, disconnect } = words;
  return (
    <>
      <FormMessage message={message} />
      <h1 className="mt-5 text-2xl font-extrabold">{title}</h1>
      {press === "disconnect" ? (
        <>
          <p className="mt-3">{disconnect.text}</p>
          <ConnectForm press={press} label={disconnect.confirm} tone="danger" />
        </>
      ) : (
        <ConnectForm press={press} label={presses[press]} />
      )}
    </>
  );
}

export default function Connect() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if ("unavailable" in page && answer?.press)
    return <PressedAgain {...answer} press={answer.press} />;
  if ("unavailable" in page)
    return (
      <Unavailable retry={addresses.connect}>
        We cannot reach your connection right now. Your data is safe.
      </Unavailable>
    );
  const problem = answer ? answer.problem : page.problem;
  // While Instagram's answer is awaited, `NotConnected` says it.
  const isAwaited = !page.connection && page.mark !== undefined;
  const said = problem && !isAwaited ? words.problems[problem] : undefined;
  const named = (text: string | undefined) =>
    text?.replaceAll("{username}", page.connection?.username ?? say`your account`);
  return (
    <>
      <div className="mb-5 empty:hidden">
        <FormMessage message={named(said?.text) ?? answer?.message} hint={named(said?.hint)} />
      </div>
      {page.connection ? (
        <ConnectionView connection={page.connection} />
      ) : (
        <NotConnected page={page} isPersonal={problem === "personal"} />
      )}
    </>
  );
}
