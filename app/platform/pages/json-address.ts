import type { IncomingMessage } from "node:http";

/** Pages for which a program that asks for JSON is answered by another route (docs/interfaces/app.yaml). */
const pages = /^(\/dashboard\/import\/[\w-]+)(?=\?|$)/;

/** The address that answers this request: the JSON route's if it accepts JSON and no HTML, else its own. */
export function answeringAddress({ method, url = "", headers }: IncomingMessage): string {
  const accept = headers.accept?.toLowerCase() ?? "";
  const wantsJson = accept.includes("application/json") && !accept.includes("text/html");
  return method !== "POST" && wantsJson ? url.replace(pages, "$1/as-json") : url;
}
