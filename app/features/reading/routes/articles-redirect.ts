import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireSubscriber } from "~/features/account/guards.server";
import { addresses, withoutSecrets } from "~/platform/values/addresses";

/** `/dashboard/articles…` redirects to `/articles…` (docs/product.md#reading). Without a topic there is no list, so from there to the dashboard. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  const { pathname, search } = withoutSecrets(new URL(request.url));
  const [, below] = /^\/dashboard\/articles\/*(.*)$/i.exec(pathname) ?? [];
  if (below === undefined) return redirect(addresses.dashboard, 301);
  return redirect((below ? addresses.articles(below) : "/articles") + search, 301);
}
