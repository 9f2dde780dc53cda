import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "~/design/legal-page";
import type { legalText } from "~/features/site/services/legal.server";
import { publicPageMeta } from "~/platform/pages/public-page-meta";
import { addresses } from "~/platform/values/addresses";
import { say, sayText } from "~/platform/values/say";

type Loader = () => ReturnType<typeof legalText>;

/** Title, description and preview of a legal text. */
export const legalMeta: MetaFunction<Loader> = ({ data }) =>
  data
    ? publicPageMeta({
        ...data,
        title: `${sayText(data.title)} · Profile Analyzer`,
        description: sayText(data.description),
      })
    : [];

/** The page of a legal text, with a link to the other one. */
export function Legal() {
  const text = useLoaderData<Loader>();
  const other =
    text.path === addresses.privacy
      ? { title: say`End User License Agreement`, href: addresses.terms }
      : { title: say`Privacy Policy`, href: addresses.privacy };
  return <LegalPage {...text} other={other} />;
}
