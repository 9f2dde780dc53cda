import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireSubscriber } from "~/features/account/guards.server";
import { addresses, withoutSecrets } from "~/platform/values/addresses";

/** `/dashboard/articles/…` redirects to `/articles/…` (docs/product.md#reading). Without a topic there is no list, so to the dashboard. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  const { pathname, search } = withoutSecrets(new URL(request.url));
  const [, topicPath] = /^\/dashboard\/articles\/+(.+)$/i.exec(pathname) ?? [];
  return redirect(
    topicPath ? `${addresses.articles(topicPath)}${search}` : addresses.dashboard,
    301,
  );
}
