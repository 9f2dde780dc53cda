import { renderToStaticMarkup } from "react-dom/server";
import { Message, type MessageProps } from "./message.tsx";

/** A whole page of words, for addresses that otherwise answer with a file and so have no layout. */
export function messagePage({
  stylesheet,
  ...message
}: MessageProps & { stylesheet: string }): string {
  return `<!doctype html>${renderToStaticMarkup(
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
  )}`;
}
