import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "~/design/legal-page";
import { legalText } from "~/features/site/services/legal.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { publicPageMeta } from "~/platform/pages/page-meta";
import { addresses } from "~/platform/values/addresses";
import { sayText } from "~/platform/values/say";

export const handle: PageHandle = { scripts: false };

export const loader = () => legalText("privacy");

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data
    ? publicPageMeta({
        ...data,
        title: `${sayText(data.title)} · Profile Analyzer`,
        description: sayText(data.description),
        path: addresses.privacy,
      })
    : [];

export default function Privacy() {
  return (
    <LegalPage
      {...useLoaderData<typeof loader>()}
      other={{ title: "End User License Agreement", href: addresses.terms }}
      home={addresses.home}
    />
  );
}
