import { useRouteLoaderData } from "@remix-run/react";
import { formTokenField } from "~/platform/values/form-token";

/**
 * The CSRF token for browsers that send neither Origin nor Sec-Fetch-Site; the gate requires it from them. Every form
 * that posts contains it. Renders nothing for all other browsers.
 */
export function FormToken() {
  const root = useRouteLoaderData("root") as { formToken?: string } | undefined;
  return root?.formToken ? (
    <input type="hidden" name={formTokenField} value={root.formToken} />
  ) : null;
}
