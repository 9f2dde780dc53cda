import type { IncomingMessage } from "node:http";
import { addresses } from "~/platform/values/addresses";
import { somethingWentWrong } from "~/platform/values/identity-messages";
import { say } from "~/platform/values/say";

/** Whether the address is an API for programs, every answer of which is JSON (docs/interfaces/app.yaml). */
export function isApiAddress({ url = "" }: { url?: string | undefined }): boolean {
  const path = url.split("?", 1)[0] ?? "";
  return (
    /^\/(api\/|(event|healthz|readyz|instagram\/(deauthorize|data-deletion))\/?$)/i.test(path) &&
    !path.endsWith(".data")
  );
}

/** Whether errors are JSON: those of an API, and of the data copy for a program (docs/product.md#own-data). */
export function getsErrorsAsJson({ url = "", headers }: IncomingMessage): boolean {
  const path = url.split("?", 1)[0]?.replace(/\/$/, "").toLowerCase();
  const isProgram = !headers.accept?.includes("text/html");
  return isApiAddress({ url }) || (path === addresses.myData && isProgram);
}

/** Turns an error response that Remix made itself into JSON. Other responses pass unchanged. */
export function toApiError(response: Response): Response {
  const { headers } = response;
  // Remix's own JSON has no `error`.
  const isOurs =
    headers.get("content-type")?.startsWith("application/json") && !headers.has("x-remix-error");
  if (response.status < 400 || isOurs) return response;
  return Response.json(
    { error: wordsFor(response.status) },
    { status: response.status, headers: { "cache-control": "private, no-store" } },
  );
}

function wordsFor(status: number): string {
  if (status === 404) return say`There is nothing at this address.`;
  return status === 405 ? say`This address does not take such a request.` : somethingWentWrong;
}
