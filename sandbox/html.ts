/** Safe markup. Only `html` creates it, so that no plain string goes out unescaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | null | undefined | false | readonly Markup[];

/** A tagged template that escapes its values, except nested templates. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Markup {
  let text = strings[0] ?? "";
  values.forEach((value, index) => {
    text += rendered(value) + (strings[index + 1] ?? "");
  });
  return new Markup(text);
}

/** Escapes plain text and turns its web addresses into links. */
export function linkify(text: string): Markup {
  const pieces = text.split(/(https?:\/\/[^\s<>"]+)/);
  const markup = pieces.map((piece, index) =>
    index % 2 === 1 ? html`<a href="${piece}">${piece}</a>` : html`${piece}`,
  );
  return html`${markup}`;
}

export function page(title: string, body: Markup, status = 200): Response {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Markup(stylesheet)}</style>
</head>
<body>
${body}
</body>
</html>
`;
  return new Response(document.text, {
    status,
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" },
  });
}

function rendered(value: Value): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Markup) return value.text;
  if (typeof value === "object") return value.map((markup) => markup.text).join("");
  return String(value)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

const stylesheet = `
:root { color-scheme: light dark; --ink: light-dark(#1a1d24, #e8eaf0); --soft: light-dark(#5b6270, #a3aab8);
  --line: light-dark(#dfe3ea, #343a46); --paper: light-dark(#fff, #171a21); --tint: light-dark(#f4f6fa, #1f242d);
  --blue: light-dark(#1d5fe8, #82a9ff); --red: light-dark(#b3152e, #ff8b9b); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 70rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem; }
p { margin: .4rem 0; max-width: 46rem; }
a { color: var(--blue); overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 1rem 0; }
.soft { color: var(--soft); }
.red { color: var(--red); font-weight: 600; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; }
table { border-collapse: collapse; width: 100%; font-size: .925rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .75rem; border-top: 1px solid var(--line); }
thead th { border-top: 0; background: var(--tint); font-weight: 600; white-space: nowrap; }
td.nowrap { white-space: nowrap; }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
code { background: var(--tint); padding: .1em .35em; border-radius: .25rem; }
pre { background: var(--tint); padding: 1rem; border-radius: .5rem; overflow-x: auto; white-space: pre-wrap;
  overflow-wrap: anywhere; max-width: none; }
form.row { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: end; margin: .75rem 0; }
label { display: grid; gap: .15rem; font-size: .875rem; color: var(--soft); }
label.choice { display: flex; gap: .6rem; align-items: center; }
label.choice input { min-height: 0; }
button, select, input { font: inherit; color: inherit; padding: .4rem .75rem; min-height: 2.5rem;
  border: 1px solid var(--line); border-radius: .4rem; background: var(--paper); }
button { background: var(--tint); cursor: pointer; }
button.main { background: #1d5fe8; border-color: #1d5fe8; color: #fff; }
@media (max-width: 40rem) {
  .people thead { display: none; }
  .people tr { display: block; padding: .5rem .75rem; border-top: 1px solid var(--line); }
  .people td { display: block; padding: .1rem 0; border: 0; }
}
:focus-visible { outline: 3px solid var(--blue); outline-offset: 2px; }
`;
