import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "~/design/legal-page";
import { legalText } from "~/features/site/services/legal.server";
import { legalMeta } from "~/features/site/views/legal-meta";
import { addresses } from "~/platform/values/addresses";

export const loader = () => legalText("privacy");

export const meta = legalMeta(addresses.privacy);

export default function Privacy() {
  return (
    <LegalPage
      {...useLoaderData<typeof loader>()}
      other={{ title: "End User License Agreement", href: addresses.terms }}
    />
  );
}
