import { Marked, type Token, type Tokens } from "marked";
import { ContentProblem } from "./problem.ts";

export interface Run {
  text: string;
  bold: boolean;
  italic: boolean;
  code: boolean;
  href: string | undefined;
}

export interface Cell {
  runs: Run[];
  align: "left" | "center" | "right";
}

export interface Item {
  blocks: Block[];
  /** Undefined where the item is no task. */
  checked: boolean | undefined;
}

export type Block =
  | { kind: "heading"; level: 2 | 3; runs: Run[] }
  | { kind: "paragraph"; runs: Run[] }
  | { kind: "list"; ordered: boolean; start: number; items: Item[] }
  | { kind: "quote"; blocks: Block[] }
  | { kind: "table"; header: Cell[]; rows: Cell[][] };

type Style = Omit<Run, "text">;

const plain: Style = { bold: false, italic: false, code: false, href: undefined };
const entities: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&nbsp;": "\u00a0",
};

/**
 * Reads Markdown into the blocks that the typesetter draws. What it cannot draw is refused, never dropped: a reader
 * who paid for the text must get all of it.
 */
export function parseMarkdown(file: string, body: string, firstLine = 1): Block[] {
  const reader = new Reader(file, firstLine);
  return reader.topLevel(new Marked().lexer(body));
}

/** The words of the runs without their styles. */
export function plainText(runs: Run[]): string {
  return runs.map((run) => run.text).join("");
}

class Reader {
  readonly #file: string;
  #line: number;

  constructor(file: string, firstLine: number) {
    this.#file = file;
    this.#line = firstLine;
  }

  topLevel(tokens: Token[]): Block[] {
    return tokens.flatMap((token) => {
      const blocks = this.#block(token, true);
      this.#line += token.raw.split("\n").length - 1;
      return blocks;
    });
  }

  #blocks(tokens: Token[]): Block[] {
    return tokens.flatMap((token) => this.#block(token, false));
  }

  #block(token: Token, top: boolean): Block[] {
    switch (token.type) {
      case "space":
      // Marked puts a task's box among its item's tokens as well; the item itself carries its state.
      case "checkbox":
        return [];
      case "heading":
        return [this.#heading(token as Tokens.Heading, top)];
      case "paragraph":
      case "text": {
        const { tokens } = token as Tokens.Paragraph;
        return [{ kind: "paragraph", runs: this.#runs(tokens) }];
      }
      case "list":
        return [this.#list(token as Tokens.List)];
      case "blockquote":
        return [{ kind: "quote", blocks: this.#blocks((token as Tokens.Blockquote).tokens) }];
      case "table":
        if (!top) throw this.#problem("a table inside a list or quotation cannot be typeset");
        return [this.#table(token as Tokens.Table)];
      default:
        throw this.#problem(`"${token.type}" cannot be typeset`);
    }
  }

  #heading(token: Tokens.Heading, top: boolean): Block {
    if (!top) throw this.#problem("a heading inside a list or quotation cannot be typeset");
    if (token.depth !== 2 && token.depth !== 3) {
      throw this.#problem(`a heading of level ${token.depth} cannot be typeset, only ## and ###`);
    }
    return { kind: "heading", level: token.depth, runs: this.#runs(token.tokens) };
  }

  #list(token: Tokens.List): Block {
    const items = token.items.map((item) => ({
      blocks: this.#blocks(item.tokens),
      checked: item.task ? Boolean(item.checked) : undefined,
    }));
    return { kind: "list", ordered: token.ordered, start: Number(token.start) || 1, items };
  }

  #table(token: Tokens.Table): Block {
    const cell = (from: Tokens.TableCell): Cell => ({
      runs: this.#runs(from.tokens),
      align: from.align ?? "left",
    });
    return {
      kind: "table",
      header: token.header.map(cell),
      rows: token.rows.map((r) => r.map(cell)),
    };
  }

  #runs(tokens: Token[]): Run[] {
    return withTypographicQuotes(this.#inline(tokens, plain));
  }

  #inline(tokens: Token[], style: Style): Run[] {
    return tokens.flatMap((token): Run[] => {
      switch (token.type) {
        case "text":
          if (token.tokens) return this.#inline(token.tokens, style);
          return [{ ...style, text: this.#decoded(token.text) }];
        case "escape":
          return [{ ...style, text: token.text }];
        case "codespan":
          return [{ ...style, code: true, text: token.text }];
        case "br":
          return [{ ...style, text: "\n" }];
        case "strong":
          return this.#inline(token.tokens ?? [], { ...style, bold: true });
        case "em":
          return this.#inline(token.tokens ?? [], { ...style, italic: true });
        case "link":
          return this.#inline(token.tokens ?? [], { ...style, href: this.#address(token.href) });
        default:
          throw this.#problem(`"${token.type}" (${token.raw.trim()}) cannot be typeset`);
      }
    });
  }

  #address(href: string): string {
    if (/^(https:\/\/|mailto:)/.test(href)) return href;
    throw this.#problem(`the link to "${href}" must start with https:// or mailto:`);
  }

  #decoded(text: string): string {
    return text.replaceAll("\n", " ").replace(/&#?\w+;/g, (entity) => {
      const character = entities[entity];
      if (character === undefined) throw this.#problem(`the entity ${entity} cannot be typeset`);
      return character;
    });
  }

  #problem(wrong: string): ContentProblem {
    return new ContentProblem(this.#file, `line ${this.#line}`, wrong);
  }
}

function withTypographicQuotes(runs: Run[]): Run[] {
  let before = " ";
  return runs.map((run) => {
    if (run.code) {
      before = run.text.at(-1) ?? before;
      return run;
    }
    let text = "";
    for (const character of run.text.replaceAll("...", "…")) {
      const opens = /[\s([{“‘–—/]/.test(before);
      let set = character;
      if (character === '"') set = opens ? "“" : "”";
      if (character === "'") set = opens ? "‘" : "’";
      text += set;
      before = set;
    }
    return { ...run, text };
  });
}
