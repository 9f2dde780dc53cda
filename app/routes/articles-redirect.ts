import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { addresses } from "~/web/addresses";
import { requireSubscriber } from "~/web/session/guards.server";

/** `/dashboard/articles/…` is `/articles/…` (contract 9); without a topic there is no list to show. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  const { pathname, search } = new URL(request.url);
  const [, below] = /^\/dashboard\/articles\/+(.+)$/i.exec(pathname) ?? [];
  return redirect(below ? `${addresses.articles(below)}${search}` : addresses.dashboard, 301);
}
