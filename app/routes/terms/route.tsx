import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "~/components/legal-page";
import { legalText } from "~/services/legal.server";
import { addresses } from "~/web/addresses";
import type { PageHandle } from "~/web/document/page-handle";
import { publicPageMeta } from "~/web/document/page-meta";

export const handle: PageHandle = { scripts: false };

export const loader = () => legalText("terms");

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data
    ? publicPageMeta({ ...data, title: `${data.title} · Profile Analyzer`, path: addresses.terms })
    : [];

export default function Terms() {
  return (
    <LegalPage
      {...useLoaderData<typeof loader>()}
      other={{ title: "Privacy Policy", href: addresses.privacy }}
      home={addresses.home}
    />
  );
}
