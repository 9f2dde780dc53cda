import { renderToStaticMarkup } from "react-dom/server";
import stylesheet from "~/design/styles.css?url";
import { dress, languageHeaders } from "~/platform/languages/dress.server";
import { Message, type MessageProps } from "./message.tsx";

/** Responds with a message page from a route that otherwise sends a file, and so has no layout. */
export function messagePage(
  status: number,
  message: MessageProps,
  headers: Record<string, string> = {},
): Response {
  const page = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${message.title} · Profile Analyzer`}</title>
        <link rel="stylesheet" href={stylesheet} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <Message {...message} />
      </body>
    </html>,
  );
  return new Response(dress(`<!doctype html>${page}`), {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "private, no-store",
      ...languageHeaders(),
      ...headers,
    },
  });
}
