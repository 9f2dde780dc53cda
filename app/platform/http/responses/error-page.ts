/** What an error page says. Inserted unescaped: fixed texts only. */
interface ErrorPage {
  title: string;
  text: string;
  home: string;
  /** What the two ways out are called, which every footer has. */
  cancel: string;
  withdraw: string;
}

/** A page for errors that occur outside of any Remix route: it needs nothing of the app. */
export function errorPage({ title, text, home, cancel, withdraw }: ErrorPage): string {
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
