import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "~/design/legal-page";
import { legalText } from "~/features/site/services/legal.server";
import { legalMeta } from "~/features/site/views/legal-meta";
import { addresses } from "~/platform/values/addresses";

export const loader = () => legalText("terms");

export const meta = legalMeta(addresses.terms);

export default function Terms() {
  return (
    <LegalPage
      {...useLoaderData<typeof loader>()}
      other={{ title: "Privacy Policy", href: addresses.privacy }}
    />
  );
}
