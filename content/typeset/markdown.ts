import { Marked, type Token, type Tokens } from "marked";
import { ContentError } from "../read.ts";

/** The types of Marked's tokens that blocks.typ typesets. */
const inlineTypes = /^(text|escape|codespan|br|strong|em|link)$/;
const blockTypes = /^(space|heading|paragraph|list|list_item|checkbox|blockquote|table)$/;
const entity = /&#?\w+;/g;
const entities: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&nbsp;": "\u00a0",
};

/**
 * Reads Markdown into Marked's tokens with typographic quotation marks, as blocks.typ takes them. What that cannot
 * set is refused, never dropped: a reader who paid for the text must get all of it.
 */
export function parseMarkdown(file: string, body: string, firstLine: number): Token[] {
  let line = firstLine;
  let before = " ";
  const cellStarts = new Set<Token | undefined>();
  const marked = new Marked();
  const tokens: Token[] = marked.lexer(body);
  for (const top of tokens) {
    marked.walkTokens([top], (token) => {
      const fault = faultOf(token, token === top);
      if (fault) throw new ContentError(`${file}: line ${line}: ${fault}`);
      if (token.type === "table")
        for (const cell of [token.header, ...token.rows].flat()) cellStarts.add(cell.tokens[0]);
      if (blockTypes.test(token.type) || token.type === "br" || cellStarts.has(token)) before = " ";
      if (token.type === "codespan") before = "x";
      if (!("text" in token) || "tokens" in token || token.type === "codespan") return;
      token.text = typographic(
        token.text.replace(entity, (name: string) => entities[name]),
        before,
      );
      before = token.text.at(-1) ?? before;
    });
    line += top.raw.split("\n").length - 1;
  }
  return tokens;
}

function faultOf(token: Token, top: boolean): string | undefined {
  if (!inlineTypes.test(token.type) && !blockTypes.test(token.type))
    return `"${token.type}" (${token.raw.trim()}) cannot be typeset`;
  if (token.type === "heading" && token.depth !== 2 && token.depth !== 3)
    return `a heading of level ${token.depth} cannot be typeset, only ## and ###`;
  if (!top && (token.type === "heading" || token.type === "table"))
    return `a ${token.type} inside a list or quotation cannot be typeset`;
  if (
    token.type === "list" &&
    new Set(token.items.map(({ task }: Tokens.ListItem) => task)).size > 1
  )
    return "a list of tasks and other items cannot be typeset";
  if (token.type === "link" && !/^(https:\/\/|mailto:)/.test(token.href))
    return `the link to "${token.href}" must start with https:// or mailto:`;
  const names: string[] = (token.type === "text" && token.text.match(entity)) || [];
  const unknown = names.find((name) => !entities[name]);
  return unknown && `the entity ${unknown} cannot be typeset`;
}

/** A quotation mark opens after a space, a bracket or another that opens, and closes anywhere else. */
function typographic(text: string, before: string): string {
  const open = (text: string) =>
    text.replace(/(?<=[\s([{“‘–—/])["']/g, (mark) => (mark === '"' ? "“" : "‘"));
  const opened = open(open(before + text.replaceAll("\n", " ").replaceAll("...", "…")));
  return opened.slice(before.length).replaceAll('"', "”").replaceAll("'", "’");
}
