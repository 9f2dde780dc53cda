/** A page that needs nothing of the app: for what is refused before a route, or fails outside of one. */
export function plainPage(title: string, text: string): string {
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
<a href="/">Back to home page</a>
</main>
</body>
</html>
`;
}
