import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "~/components/legal-page";
import { legalText } from "~/services/legal.server";
import { addresses } from "~/web/addresses";
import type { PageHandle } from "~/web/document/page-handle";
import { publicPageMeta } from "~/web/document/page-meta";

export const handle: PageHandle = { scripts: false };

export const loader = () => legalText("privacy");

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data
    ? publicPageMeta({
        ...data,
        title: `${data.title} · Profile Analyzer`,
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
