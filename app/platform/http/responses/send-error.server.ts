import type { IncomingMessage, ServerResponse } from "node:http";
import { isApiAddress } from "~/platform/http/responses/api-errors";
import { dress, languageHeaders } from "~/platform/languages/dress.server";
import { somethingWentWrong } from "~/platform/values/identity-messages";
import { say, sayText, sentence } from "~/platform/values/say";

export const ourFault = sentence("The fault is on our side. Please try again in a moment.");

/** What an error page says. Inserted unescaped: fixed texts only. */
interface ErrorPage {
  title: string;
  text: string;
  home: string;
  /** The words of the two links for leaving, which every footer has. */
  cancel: string;
  withdraw: string;
}

/** A page for errors that occur outside of any Remix route: it needs nothing of the app. */
function errorPage({ title, text, home, cancel, withdraw }: ErrorPage): string {
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
<a href="/">${home}</a>
</main>
<footer>
<p><a href="/cancel">${cancel}</a> <a href="/withdraw">${withdraw}</a></p>
</footer>
</body>
</html>
`;
}

/**
 * Refuses a request, or reports a failure, outside of any route: as a page, or as JSON for an API address. Closes the
 * connection, so that the rest of a refused body is not read.
 */
export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  allow = "GET, HEAD, POST",
): void {
  const asJson = isApiAddress(request);
  response.writeHead(status, {
    "content-type": asJson ? "application/json" : "text/html; charset=utf-8",
    "cache-control": "no-store",
    connection: "close",
    ...(status === 405 && { allow }),
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
