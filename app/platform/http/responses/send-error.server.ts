import type { IncomingMessage, ServerResponse } from "node:http";
import { getsErrorsAsJson } from "~/platform/http/responses/api-errors";
import { dress, languageHeaders } from "~/platform/languages/dress.server";
import { somethingWentWrong } from "~/platform/values/identity-messages";
import { say, sayText, sentence } from "~/platform/values/say";

export const ourFault = sentence("The fault is on our side. Please try again in a moment.");

/**
 * A page for errors that occur outside of any Remix route: it needs nothing of the app. Its texts are inserted unescaped:
 * fixed ones only.
 */
function errorPage(text: string): string {
  const title = sayText(somethingWentWrong);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Profile Analyzer</title>
<link rel="stylesheet" href="/plain.css">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
<main>
<img src="/images/states/failing.svg" alt="" width="160" height="126">
<h1>${title}</h1>
<p>${text}</p>
<a href="/">${say`Back to home page`}</a>
</main>
<footer>
<p><a href="/cancel">${say`Cancel contracts here`}</a> <a href="/withdraw">${say`Withdraw from contract here`}</a></p>
</footer>
</body>
</html>
`;
}

/**
 * Refuses a request, or reports a failure, outside of any route: as a page, or as JSON for a program. Closes the
 * connection, so that the rest of a refused body is not read.
 */
export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  allow = "GET, HEAD",
): void {
  const asJson = getsErrorsAsJson(request);
  response.writeHead(status, {
    "content-type": asJson ? "application/json" : "text/html; charset=utf-8",
    "cache-control": "private, no-store",
    connection: "close",
    ...(status === 405 && { allow }),
    ...(!asJson && languageHeaders()),
  });
  response.end(
    asJson ? JSON.stringify({ error: text }) : dress(errorPage(text), { isError: true }),
  );
}
