import { useRouteLoaderData } from "@remix-run/react";
import { formTokenField } from "~/domain/form-token";

/**
 * Stands in every form that posts: what the gate asks of browsers that do not say where a request comes from. For all
 * others it draws nothing.
 */
export function FormToken() {
  const root = useRouteLoaderData("root") as { formToken?: string } | undefined;
  return root?.formToken ? (
    <input type="hidden" name={formTokenField} value={root.formToken} />
  ) : null;
}
