import { renderToStaticMarkup } from "react-dom/server";
import { buttonStyle } from "./button.tsx";

interface Message {
  stylesheet: string;
  title: string;
  text: string;
  links: readonly { label: string; href: string }[];
}

/** A whole page of words, for addresses that otherwise answer with a file and so have no layout. */
export function messagePage({ stylesheet, title, text, links }: Message): string {
  return `<!doctype html>${renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · Profile Analyzer`}</title>
        <link rel="stylesheet" href={stylesheet} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <main className="mx-auto flex min-h-dvh max-w-app flex-col items-center justify-center gap-4 bg-surface px-6 text-center sm:shadow-card">
          <img
            src="/images/states/empty.svg"
            alt=""
            width="160"
            height="120"
            className="h-30 w-40"
          />
          <h1 className="text-2xl font-extrabold">{title}</h1>
          <p className="text-muted">{text}</p>
          {links.map(({ label, href }, index) => (
            <a
              key={href}
              href={href}
              className={buttonStyle(index === 0 ? "primary" : "quiet", "w-full")}
            >
              {label}
            </a>
          ))}
        </main>
      </body>
    </html>,
  )}`;
}
