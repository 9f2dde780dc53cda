import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireSubscriber } from "~/features/account/guards.server";
import { addresses, withoutSecrets } from "~/platform/values/addresses";

/** `/dashboard/articles` and all below it redirect to `/articles` (docs/product.md#reading). There is no list without a topic: that leads to the dashboard. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireSubscriber(request);
  const { pathname, search } = withoutSecrets(new URL(request.url));
  const moved = /^\/dashboard\/articles(?:\/+(.*))?$/i.exec(pathname);
  if (!moved) return redirect(addresses.dashboard, 301);
  const target = moved[1] ? addresses.articles(moved[1]) : addresses.allArticles;
  return redirect(`${target}${search}`, 301);
}
