/**
 * A page for errors that occur outside of any Remix route: it needs nothing of the app.
 * @param title inserted unescaped, as are the others: fixed texts only
 */
export function errorPage(title: string, text: string, home: string): string {
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
</body>
</html>
`;
}
