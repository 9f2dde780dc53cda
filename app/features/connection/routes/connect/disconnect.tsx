import words from "content:connect";
import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { buttonStyle } from "~/design/button";
import { Unavailable } from "~/design/unavailable";
import { hasImports } from "~/features/connection/services/shown.server";
import { foundConnection } from "~/features/history/connections.server";
import { pageMeta } from "~/platform/pages/page-meta";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { ConnectForm } from "./connect-form.tsx";
import { requireConnector } from "./guard.server.ts";

export const meta: MetaFunction = () => pageMeta(words.presses.disconnect);

const layout = () => ({ title: words.title, back: addresses.connect });

/** Asks before a connection is erased. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { uid } = await requireConnector(request);
  return orElse(
    async () => {
      const { entry, malformed } = await foundConnection(uid);
      if (!entry && !malformed) return redirect(addresses.connect);
      // A connection whose document cannot be read has no username.
      const username = entry?.payload.username;
      return { ...layout(), username, imports: await hasImports(uid) };
    },
    () => data({ ...layout(), unavailable: true as const }, 503),
  );
}

export default function Disconnect() {
  const page = useLoaderData<typeof loader>();
  const { disconnect } = words;
  if ("unavailable" in page)
    return (
      <Unavailable retry={addresses.disconnect}>
        We cannot reach your connection right now. Your data is safe.
      </Unavailable>
    );
  return (
    <>
      <h1 className="text-2xl font-extrabold wrap-anywhere">
        {page.username
          ? disconnect.title.replace("{username}", page.username)
          : disconnect.untitled}
      </h1>
      <p className="mt-3">{disconnect.text}</p>
      <p className="mt-3">{page.imports ? disconnect.imports : disconnect.noImports}</p>
      <p className="mt-3 text-sm text-muted">{disconnect.elsewhere}</p>
      <ConnectForm press="disconnect" label={disconnect.confirm} tone="danger" />
      <a href={addresses.connect} className={buttonStyle("plain", "mt-2 w-full")}>
        {disconnect.keep}
      </a>
    </>
  );
}
