import type { IncomingMessage } from "node:http";

/** Pages that are answered as JSON where a program asks for it, by a route of their own (docs/interfaces/app.yaml). */
const pages = /^(\/dashboard\/import\/[\w-]+)(?=\?|$)/;

/** The address that answers this request: another than its own where it accepts JSON and no HTML. */
export function answeringAddress({ method, url = "", headers }: IncomingMessage): string {
  const accept = headers.accept?.toLowerCase() ?? "";
  const wantsJson = accept.includes("application/json") && !accept.includes("text/html");
  return method !== "POST" && wantsJson ? url.replace(pages, "$1/as-json") : url;
}
