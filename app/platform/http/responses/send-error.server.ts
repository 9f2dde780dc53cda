import type { IncomingMessage, ServerResponse } from "node:http";
import { isApiAddress } from "~/platform/http/responses/api-errors";
import { errorPage } from "~/platform/http/responses/error-page";
import { dress, languageHeaders } from "~/platform/languages/dress.server";
import { somethingWentWrong } from "~/platform/values/identity-messages";
import { say, sayText } from "~/platform/values/say";

/**
 * Refuses a request, or reports a failure, outside of any route: as a page, or as JSON for an API address. Closes the
 * connection, so that the rest of a refused body is not read.
 */
export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
): void {
  const asJson = isApiAddress(request);
  response.writeHead(status, {
    "content-type": asJson ? "application/json" : "text/html; charset=utf-8",
    "cache-control": "no-store",
    connection: "close",
    ...(status === 405 && { allow: "GET, HEAD, POST" }),
    ...(!asJson && languageHeaders()),
  });
  response.end(
    asJson
      ? JSON.stringify({ error: text })
      : dress(
          errorPage({
            title: sayText(somethingWentWrong),
            text,
            home: say`Back to home page`,
            cancel: say`Cancel contracts here`,
            withdraw: say`Withdraw from contract here`,
          }),
        ),
  );
}
