import type { IncomingMessage } from "node:http";
import { prefersJson } from "~/platform/http/responses/negotiation.server";

/** Pages for which a program that prefers JSON is answered by another route (docs/interfaces/app.yaml). */
const pages = /^(\/dashboard\/import\/[\w-]+)\/?(?=\?|$)/;

/** The route patterns of those pages, and of the routes that answer in their place. Their answers say `Vary: accept`. */
export const variesByAccept: ReadonlySet<string> = new Set([
  "/dashboard/import/:id",
  "/dashboard/import/:id/as-json",
]);

/** The address that answers this request: the JSON route's if it prefers JSON to HTML, else its own. */
export function answeringAddress({ method, url = "", headers }: IncomingMessage): string {
  if (method === "POST" || !pages.test(url) || !prefersJson(headers.accept)) return url;
  return url.replace(pages, "$1/as-json");
}
