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
import { FormMessage } from "~/design/form-message";
import { Unavailable } from "~/design/unavailable";
import { env } from "~/env.server";
import { profileOf } from "~/features/analysis/profiles.server";
import { presentMark, shownConnection } from "~/features/connection/services/shown.server";
import {
  type ConnectionState,
  type ConnectProblem,
  isConnectProblem,
} from "~/features/history/connecting";
import { isConnectionRotten } from "~/features/history/connections.server";
import { fieldText, readForm } from "~/platform/http/forms/parse-form.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { say } from "~/platform/values/say";
import { ConnectionView } from "./connection-view.tsx";
import { requireConnector } from "./guard.server.ts";
import { type DisconnectionEnd, NotConnected, saidAtEnd } from "./not-connected.tsx";
import { connectionPageOf } from "./page-of.server.ts";
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
  const ended = endOf(query.get("disconnected"));
  const mayImport = env.ANALYSIS_SOURCES.has("export");
  return orElse(
    async () => {
      const now = Date.now();
      const shown = await shownConnection(uid, now);
      if (shown) {
        const connection = connectionPageOf(shown, now);
        const still = stillTrue(problem, shown.state);
        return { connection, problem: still, said: still ? undefined : connection.heading.title };
      }
      const { source } = await profileOf(uid);
      // A refused form is shown here even then.
      if (source === "outside" && context.method !== "POST") return redirect(addresses.analytics);
      const mark = problem === "slow" ? await presentMark(uid) : undefined;
      const mayConnect = source !== "outside";
      const isRotten = await isConnectionRotten(uid);
      const said = saidAtEnd(ended);
      return { connection: undefined, mayConnect, mayImport, problem, ended, mark, isRotten, said };
    },
    () => data({ unavailable: true as const }, 503),
  );
}

/** The page that waited for Instagram's answer is reloaded at the same address once the account is connected. */
const stillTrue = (problem: ConnectProblem | undefined, state: ConnectionState) =>
  problem === "slow" && state !== "withdrawn" ? undefined : problem;

const endOf = (outcome: string | null): DisconnectionEnd =>
  outcome === "erased" || outcome === "received" ? outcome : undefined;

/** Connect, read now, disconnect (docs/product.md#connection). */
export async function action({ request }: ActionFunctionArgs) {
  const subscriber = await requireConnector(request);
  const press = fieldText(await readForm(request), "press");
  return orElse(carryOutConnectionPress(press, subscriber), () =>
    connectionPressRefused({ message: words.refusals.unavailable }, 503),
  );
}

export default function Connect() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if ("unavailable" in page)
    return (
      <Unavailable retry={addresses.connect}>
        {answer?.message ?? "We cannot reach your connection right now. Your data is safe."}
      </Unavailable>
    );
  const problem = answer ? answer.problem : page.problem;
  // A notice that looks again says it itself.
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
