import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Marked, type MarkedToken, type Token } from "marked";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { markdown } from "../../content/read.ts";
import { publish, titles } from "../../content/typeset/publish.ts";
import { everyCase, few } from "../setup/cases.ts";
import { readPdf } from "../setup/read-pdf.ts";

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';

/** Every piece of text that Markdown holds, block by block, in the order in which it is read. */
function texts(tokens: Token[]): string[] {
  return tokens.flatMap((token): string[] => {
    if (token.type === "list") return token.items.flatMap((item: Token) => texts([item]));
    if (token.type === "table")
      return [...token.header, ...token.rows.flat()].map((cell) => texts(cell.tokens).join(""));
    const within = "tokens" in token ? texts(token.tokens ?? []) : undefined;
    if (["blockquote", "list_item"].includes(token.type)) return within ?? [];
    if (within) return [within.join("")];
    return "text" in token ? [token.text] : [];
  });
}

const bare = (text: string) =>
  text.replace(/["“”]/g, '"').replace(/['‘’]/g, "'").replaceAll("...", "…").replace(/\s/g, "");

/** All tokens of one type in the order in which they are read. */
function tokensOf<T extends Token["type"]>(body: string, type: T) {
  const found: Extract<MarkedToken, { type: T }>[] = [];
  const marked = new Marked();
  marked.walkTokens(marked.lexer(body), (token) => {
    if (token.type === type) found.push(token as Extract<MarkedToken, { type: T }>);
  });
  return found;
}

describe("the books that are sold", () => {
  const root = join(import.meta.dirname, "../..");
  const sold = few(titles, 2);
  let out = "";
  beforeAll(async () => {
    out = await mkdtemp(join(tmpdir(), "books-"));
    await publish(everyCase ? root : await rootOf(sold), out);
  });
  afterAll(() => rm(out, { recursive: true }));

  /** Below `out`, with these books only. */
  async function rootOf(books: readonly { file: string }[]): Promise<string> {
    const some = join(out, "root");
    await mkdir(join(some, "content/course"), { recursive: true });
    await symlink(join(root, "public"), join(some, "public"));
    for (const { file } of books)
      await symlink(join(root, "content", file), join(some, "content", file));
    return some;
  }

  const read = new Map<string, ReturnType<typeof readPdf>>();
  /** Reads each once. */
  const bookOf = async (pdf: string) => {
    const book = read.get(pdf) ?? readPdf(await readFile(join(out, pdf)));
    read.set(pdf, book);
    return book;
  };

  test.each(sold)("$pdf holds all of $file in order, inside its pages", async (title) => {
    const { file, pdf, schema } = title;
    const { pages, tagged, outside } = await bookOf(pdf);
    const { body } = markdown(file, schema)(join(root, "content"));
    const said = bare(tagged);
    let from = 0;
    for (const text of texts(new Marked().lexer(body)).map(bare)) {
      const at = said.indexOf(text, from);
      expect(at, text).toBeGreaterThanOrEqual(from);
      from = at + text.length;
    }
    expect(pages.length).toBeGreaterThan(8);
    expect(outside).toEqual([]);
  });

  test.each(sold)("$pdf can be read aloud and found one's way in", async (title) => {
    const { file, pdf, schema, contents } = title;
    const { data, body } = markdown(file, schema)(join(root, "content"));
    const book = await bookOf(pdf);
    expect(book).toMatchObject({
      info: { Title: data.title, Subject: data.subTitle, Language: "en-US" },
      uaPart: "1",
      marked: { Marked: true, Suspects: false },
      preferences: { DisplayDocTitle: true },
      untagged: [],
    });
    expect([...book.fonts.values()].filter(({ embedded }) => !embedded)).toEqual([]);
    expect(book.links.map(({ url }) => url)).toEqual(
      tokensOf(body, "link").map(({ href }) => href),
    );

    const headings = tokensOf(body, "heading");
    const bookmarks = book.outline.flatMap(({ title, items }) => [
      title,
      ...items.map((item) => item.title),
    ]);
    expect(bookmarks.map(bare)).toEqual(headings.map(({ text }) => bare(text)));
    expect(book.tags.filter((tag) => /^H\d$/.test(tag))).toEqual([
      ...["H1", ...(contents ? ["H2"] : [])],
      ...headings.map(({ depth }) => `H${depth}`),
    ]);
  });
});

describe("publishing", () => {
  const folders: string[] = [];
  afterEach(async () => {
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
  });

  async function bookshelf() {
    const root = await mkdtemp(join(tmpdir(), "typeset-"));
    folders.push(root);
    await mkdir(join(root, "content/course"), { recursive: true });
    await mkdir(join(root, "public/images"), { recursive: true });
    await writeFile(join(root, "public/images/a.svg"), svg);
    for (const { file } of titles) {
      const source =
        "---\ntitle: A title\nsubTitle: More of it\nimage: /images/a.svg\n---\n\n## Words\n\nSome.\n";
      await writeFile(join(root, "content", file), source);
    }
    return { root, out: join(root, "out") };
  }

  test("writes ten lessons and the playbook, then only what changed", async () => {
    const { root, out } = await bookshelf();
    const first = await publish(root, out);
    expect(first).toMatchObject({ unchanged: [], problems: [] });
    const lessons = Array.from({ length: 10 }, (_, index) => `Lesson_n${index + 1}.pdf`);
    expect(first.written).toEqual([...lessons, "Reels_playbook.pdf"]);
    expect(await readdir(out)).toHaveLength(11);

    const changed = join(root, "content/course/lesson-02.md");
    await writeFile(changed, `${await readFile(changed, "utf8")}\nAnd more.\n`);
    const second = await publish(root, out);
    expect(second.written).toEqual(["Lesson_n2.pdf"]);
    expect(second.unchanged).toHaveLength(10);
    const { pages } = await readPdf(await readFile(join(out, "Lesson_n2.pdf")));
    expect(pages[1]).toContain("And more.");
  });

  test("names every file that is missing or does not fit", async () => {
    const { root, out } = await bookshelf();
    const written = (file: string, text: string) => writeFile(join(root, "content", file), text);
    const front = "---\ntitle: A title\nsubTitle: More\nimage: /images/b.svg\n---\n";
    await rm(join(root, "content/course/lesson-04.md"));
    await written("course/lesson-05.md", `${front}\nWords.\n`);
    await written("course/lesson-06.md", `${front.replace("b.svg", "a.svg")}\nFine.\n\n---\n`);
    await written("playbook.md", "---\ntitle: Only this\nimage: /images/a.svg\n---\n\nWords.\n");
    const { problems, written: others } = await publish(root, out);
    expect(problems.map(({ message }) => message)).toEqual([
      "course/lesson-04.md: file: missing",
      "course/lesson-05.md: image: no file /images/b.svg",
      'course/lesson-06.md: line 9: "hr" (---) cannot be typeset',
      expect.stringMatching(/^playbook\.md: subTitle: /),
    ]);
    expect(others).toHaveLength(7);
  });
});
