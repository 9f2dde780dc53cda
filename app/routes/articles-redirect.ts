import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { addresses } from "~/web/addresses";
import { requireSubscriber } from "~/web/session/guards.server";

/** `/dashboard/articles/…` redirects to `/articles/…` (contract 9). Without a topic there is no list, so to the dashboard. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  const { pathname, search } = new URL(request.url);
  const [, topicPath] = /^\/dashboard\/articles\/+(.+)$/i.exec(pathname) ?? [];
  return redirect(
    topicPath ? `${addresses.articles(topicPath)}${search}` : addresses.dashboard,
    301,
  );
}
