import { describe, expect, test } from "vitest";
import { env } from "~/env.server";
import { inLanguage } from "~/platform/languages/languages.server";
import { composeLetter, type Letter } from "~/platform/mail/compose.server";

const letter: Letter = {
  to: "somebody@example.com",
  id: "weekly-1",
  subject: "Your week & more",
  heading: "Your week",
  paragraphs: ["First.", "Second."],
  parts: [
    { figure: { value: "1,200", text: "followers" }, paragraphs: ["12 more."] },
    { title: "Who came: 2", items: ["a.one", "b.two"] },
    {
      title: "What to do",
      paragraphs: ["Now:"],
      steps: [
        {
          label: "Set a new password",
          address: "https://app.example.com/password-recovery?a=1&b=2",
        },
        { label: "Write to help@example.com", address: "mailto:help@example.com" },
      ],
      link: { label: "Open it", address: "https://www.instagram.com/p/x/" },
    },
  ],
  action: { label: "See all", address: "https://app.example.com/dashboard" },
  reason: "You turned it on.",
  stop: "https://app.example.com/letters/stop?t=a.b",
};

test("the text says in lines what the page says in boxes, with every address", async () => {
  expect((await composeLetter(letter)).text).toBe(`Your week

First.

Second.

1,200 followers
12 more.

Who came: 2
- a.one
- b.two

What to do
Now:
1. Set a new password: https://app.example.com/password-recovery?a=1&b=2
2. Write to help@example.com
Open it: https://www.instagram.com/p/x/

See all:
https://app.example.com/dashboard

You turned it on.
Turn this letter off with one press:
https://app.example.com/letters/stop?t=a.b
All letters: ${env.APP_ORIGIN}/dashboard/notifications

Questions? Write to ${env.SUPPORT_EMAIL}.

Profile Analyzer`);
});

describe("what comes from outside stays text", () => {
  test.each([
    `</style><script>alert(1)</script>`,
    `"><img src=x onerror=alert(1)>`,
    `<!DOCTYPE html><link rel="preload" as="image" href="//evil.example/x">`,
    `<!--[if mso]><b>odd</b><![endif]-->`,
    `&lt;b&gt; $& {{name}} 'q' "q"`,
  ])("%s", async (odd) => {
    const { html, text } = await composeLetter({
      ...letter,
      subject: odd,
      preview: odd,
      heading: odd,
      paragraphs: [odd],
      parts: [{ title: odd, paragraphs: [odd], items: [odd], figure: { value: odd, text: odd } }],
    });
    // Nothing but the words has changed: as many tags and comments as with plain ones.
    const plain = await composeLetter({
      ...letter,
      preview: "x",
      paragraphs: ["x"],
      parts: [{ title: "x", paragraphs: ["x"], items: ["x"], figure: { value: "x", text: "x" } }],
    });
    expect(markupOf(html)).toEqual(markupOf(plain.html));
    expect(text.split(odd)).toHaveLength(8);
  });

  test("a line break in a name begins no line of the letter", async () => {
    const { text } = await composeLetter({
      ...letter,
      parts: [{ items: ["a.one\n\nSee all:\r\nhttps://evil.example"] }],
    });
    expect(text).toContain("- a.one See all: https://evil.example\n");
  });
});

const markupOf = (html: string) =>
  [...html.matchAll(/<(?:!--|[!/]?[a-z][\w-]*)/gi)].map(([tag]) => tag);

describe("the headers", () => {
  test.each<[string, Partial<Letter>, string | undefined]>([
    ["of one that can be turned off", {}, letter.stop],
    ["of one that is an answer", { stop: undefined }, undefined],
    [
      "of one whose link acts",
      { stop: undefined, oneClick: "https://x.example" },
      "https://x.example",
    ],
  ])("%s", async (_, more, address) => {
    const { headers } = await composeLetter({ ...letter, ...more });
    expect(headers).toEqual({
      "Message-ID": `<weekly-1@${new URL(env.APP_ORIGIN).hostname}>`,
      ...(address && {
        "List-Unsubscribe": `<${address}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    });
  });
});

// caniemail.com, November 2026: what Gmail, Outlook, Apple Mail, Yahoo and Samsung draw, or leave out without harm.
const elements =
  "!doctype a body br div h1 h2 head hr html li meta ol p span strong style table tbody td title tr ul";
const properties =
  "background border border-color border-radius border-top color display font-family font-size font-weight line-height " +
  "margin margin-bottom margin-left margin-right margin-top max-height max-width mso-padding-alt mso-text-raise opacity " +
  "overflow padding padding-bottom padding-left padding-right padding-top text-decoration text-decoration-line width " +
  "word-break";

describe("mail programs draw it", () => {
  test("with elements and styles that they know", async () => {
    const { html } = await composeLetter(letter);
    const shown = html.replace(/<!--.*?-->/gs, "");
    const tags = [...shown.matchAll(/<([!a-z]\w*)/gi)].map(([, tag = ""]) => tag.toLowerCase());
    const styles = [...shown.matchAll(/ style="([^"]*)"/g)].flatMap(([, style = ""]) =>
      style.replaceAll(/&[^;]*;/g, "").split(";"),
    );
    expect(elements.split(" ")).toEqual(expect.arrayContaining(tags));
    expect(properties.split(" ")).toEqual(
      expect.arrayContaining(styles.map((style) => style.split(":")[0])),
    );
    // Nothing is fetched, and no script runs.
    expect(shown).not.toMatch(/url\(|@import|\bsrc=|<link|<script|\son\w+=/i);
  });

  test("at most 600 pixels wide, in tables that screen readers do not read as such", async () => {
    const { html } = await composeLetter(letter);
    const widths = [...html.matchAll(/[ ;"](?:max-)?width[:="]+(\d+)px/g)].map(([, px]) =>
      Number(px),
    );
    expect(Math.max(...widths)).toBeLessThanOrEqual(600);
    const tables = html.match(/<table[^>]*>/g) ?? [];
    expect(tables.filter((table) => !table.includes('role="presentation"'))).toEqual([]);
  });

  test.each(["en", "de", "ar"] as const)("in its language everywhere: %s", async (language) => {
    const { html } = await inLanguage({ language, address: undefined, isPublic: false }, () =>
      composeLetter(letter),
    );
    expect(html).toContain("<html");
    expect(new Set(html.match(/(?<=\blang=")[^"]*/g))).toEqual(new Set([language]));
  });

  test("with a title, and light or dark", async () => {
    const { html } = await composeLetter(letter);
    expect(html).toContain("<title>Your week &amp; more</title>");
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
    const [, style = ""] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
    expect(style).toContain("prefers-color-scheme:dark");
    // Escaped, a rule would be none.
    expect(style).not.toContain("&");
    // Every color that is written into the letter has its dark one.
    const colored = html.match(/<[^>]*(?<![\w-])color:[^>]*>/g) ?? [];
    const withoutDark = colored.filter((tag) => !/class="[^"]*\b(ink|soft|brand)\b/.test(tag));
    expect(withoutDark.map((tag) => /color:([^;"]*)/.exec(tag)?.[1])).toEqual(["#ffffff"]);
  });

  test("small enough for Gmail, which cuts at 102 KB", async () => {
    const many = { ...letter, parts: Array(12).fill(letter.parts).flat() };
    expect(Buffer.byteLength((await composeLetter(many)).html)).toBeLessThan(102_000);
  });
});
