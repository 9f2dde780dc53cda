import { useMatches, useRouteLoaderData } from "@remix-run/react";
import { formTokenField } from "~/platform/values/form-token";
import { whoseField, whoseIn } from "~/platform/values/whose";

/**
 * What every form that posts contains. The CSRF token is for browsers that send neither Origin nor Sec-Fetch-Site; the gate
 * requires it from them. A subscriber's page says whose it is, so that its forms act for nobody else, who may have signed in
 * in another tab (app/features/account/guards.server.ts). A list has one form for all its buttons: each placeholder cuts the
 * kept page.
 */
export function FormToken() {
  const root = useRouteLoaderData("root") as { formToken?: string } | undefined;
  const whose = whoseIn(useMatches());
  return (
    <>
      {root?.formToken && <input type="hidden" name={formTokenField} value={root.formToken} />}
      {/* No browser puts back what it had at another reader's time. */}
      {whose && <input type="hidden" name={whoseField} value={whose} autoComplete="off" />}
    </>
  );
}
