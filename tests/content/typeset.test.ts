import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Marked, type Token } from "marked";
import { getDocument, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { publish, titles } from "../../content/typeset/publish.ts";
import { type Script, typeset } from "../../content/typeset/typeset.ts";

const body = `## Say who it is for

A **strong** word, an *emphasized* one, a \`code\` and "quotes" with a
[place to read](https://help.instagram.com/) more.

- a bullet
- another, with an escape \\*

3. third
4. fourth

- [ ] to do
- [x] done

> A card with *two*
>
> paragraphs.

### Figures

| Rate | Value |
| --- | ---: |
| Sends | 22.9 |
| Saves | |
`;

const script: Script = {
  file: "course/lesson-03.md",
  body,
  bodyLine: 6,
  title: "Plan your content",
  subTitle: "A pace that you can keep",
  series: "Instagram PRO course",
  part: "Lesson 3 of 10",
  picture: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>',
  contents: false,
};

async function read(bytes: Uint8Array) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const pdf = await task.promise;
  const pages: string[] = [];
  const sizes: number[][] = [];
  const links: { url: string; spoken: string }[] = [];
  const tags: string[] = [];
  const fonts = new Map<string, { embedded: boolean }>();
  const untagged: string[] = [];
  const outside: string[] = [];
  let tagged = "";
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    sizes.push(page.view.slice(2));
    await page.getOperatorList();
    const open: string[] = [];
    let text = "";
    for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
      if (!("str" in item)) {
        if (item.type === "endMarkedContent") open.pop();
        else open.push((item as { tag?: string }).tag ?? "");
        continue;
      }
      const [, , , , x = 0, y = 0] = item.transform;
      text += `${item.str} `;
      if (!open.includes("Artifact")) tagged += item.str;
      if (open.length === 0 && item.str.trim()) untagged.push(item.str);
      if (x < 36 || x + item.width > 384.1 || y < 24) outside.push(item.str);
      const { name, missingFile } = page.commonObjs.get(item.fontName);
      fonts.set(name.replace(/^[A-Z]+\+/, ""), { embedded: !missingFile });
    }
    pages.push(text.replace(/\s+/g, " "));
    tags.push(...rolesIn(await page.getStructTree()));
    for (const note of await page.getAnnotations()) {
      if (note.url) links.push({ url: note.url, spoken: note.contentsObj.str });
    }
  }
  const outline = await pdf.getOutline();
  const { info, metadata } = await pdf.getMetadata();
  const marked = await pdf.getMarkInfo();
  const preferences = await pdf.getViewerPreferences();
  const xmp = metadata?.getRaw() ?? "";
  await task.destroy();
  return {
    ...{ pages, sizes, links, outline, info, xmp, marked, preferences },
    ...{ tags, fonts, tagged, untagged, outside },
  };
}

type Tagged = Awaited<ReturnType<PDFPageProxy["getStructTree"]>>;
type Leaf = Extract<Tagged["children"][number], { type: string }>;

/** The tags of a page in reading order. */
function rolesIn(node: Tagged | Leaf): string[] {
  return "role" in node ? [node.role, ...node.children.flatMap(rolesIn)] : [];
}

describe("a typeset document", () => {
  test("names its title, author and language", async () => {
    const { info, preferences, sizes } = await read(typeset(script));
    expect(info).toMatchObject({
      Title: "Plan your content",
      Subject: "A pace that you can keep",
      Author: "Profile Analyzer",
      Language: "en-US",
      CreationDate: "D:20250101000000Z",
    });
    expect(preferences).toMatchObject({ DisplayDocTitle: true });
    expect(sizes).toEqual([
      [420, 595],
      [420, 595],
    ]);
  });

  test("can be read aloud: it is PDF/UA-1, and all that it says is tagged for what it is", async () => {
    const { xmp, marked, tags, untagged } = await read(typeset({ ...script, contents: true }));
    expect(xmp).toContain("<pdfuaid:part>1</pdfuaid:part>");
    expect(marked).toMatchObject({ Marked: true, Suspects: false });
    expect(untagged).toEqual([]);
    expect(tags.filter((tag) => /^H\d/.test(tag))).toEqual(["H1", "H2", "H2", "H3"]);
    expect(tags).toEqual(
      expect.arrayContaining(["TOC", "TOCI", "P", "L", "LI", "Lbl", "LBody", "BlockQuote", "Link"]),
    );
    const cells = ["TR", "TH", "TH", "TBody", "TR", "TD", "TD", "TR", "TD", "TD"];
    expect(tags.slice(tags.indexOf("Table"))).toEqual(["Table", "THead", ...cells]);
  });

  test("carries its own fonts, and no other than Nunito Sans", async () => {
    const { fonts } = await read(typeset(script));
    expect(Object.fromEntries(fonts)).toEqual({
      "NunitoSans-Regular": { embedded: true },
      "NunitoSans-Italic": { embedded: true },
      "NunitoSans-Bold": { embedded: true },
      "NunitoSans-ExtraBold": { embedded: true },
    });
  });

  test("has a cover, then numbered pages with the whole text in reading order", async () => {
    const { pages } = await read(typeset(script));
    expect(pages).toHaveLength(2);
    for (const words of ["Profile Analyzer", "Lesson 3 of 10", "Plan your content"]) {
      expect(pages[0]).toContain(words);
    }
    const inOrder = [
      "Instagram PRO course",
      "Say who it is for",
      "strong",
      "emphasized",
      "code",
      "“quotes”",
      "place to read",
      "a bullet",
      "another, with an escape *",
      "3. third",
      "4. fourth",
      "to do",
      "done",
      "A card with",
      "two",
      "paragraphs.",
      "Figures",
      "Rate Value",
      "Sends 22.9",
      "Saves",
    ];
    let from = 0;
    for (const words of inOrder) {
      const at = pages[1]?.indexOf(words, from) ?? -1;
      expect(at, words).toBeGreaterThanOrEqual(from);
      from = at;
    }
    expect(pages[1]).toContain("2 / 2");
  });

  test("turns quotation marks the way they are read", async () => {
    const spoken = `**"Well,"** *she* said, "it's 'odd' ('very')."\n\n| A |\n|---|\n| x |\n| "y" |\n`;
    const { pages } = await read(typeset({ ...script, body: spoken }));
    expect(pages[1]).toContain("“Well,” she said, “it’s ‘odd’ (‘very’).”");
    expect(pages[1]).toContain("x “y”");
  });

  test("links its links and bookmarks its headings", async () => {
    const { links, outline } = await read(typeset(script));
    const link = { url: "https://help.instagram.com/", spoken: "https://help.instagram.com/" };
    expect(links).toEqual([link]);
    expect(outline.map(({ title }) => title)).toEqual(["Say who it is for"]);
    expect(outline[0]?.items.map(({ title }) => title)).toEqual(["Figures"]);
  });

  test("repeats the head of a table on each page that the table reaches", async () => {
    const rows = Array.from({ length: 60 }, (_, day) => `| Day ${day + 1} | Task |`).join("\n");
    const table = `## Plan\n\n| When | What |\n| --- | --- |\n${rows}\n`;
    const { pages } = await read(typeset({ ...script, body: table }));
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages.slice(1)) expect(page).toContain("When What");
    for (let day = 1; day <= 60; day += 1) {
      expect(pages.filter((page) => page.includes(`Day ${day} Task`))).toHaveLength(1);
    }
  });

  test("never leaves a heading at the foot of a page", async () => {
    for (let paragraphs = 8; paragraphs < 24; paragraphs += 1) {
      const filler = "One more line.\n\n".repeat(paragraphs);
      const after = "Its first words follow. And more comes after them. ".repeat(60);
      const text = `## Start\n\n${filler}### A heading in company\n\n${after}\n`;
      const { pages } = await read(typeset({ ...script, body: text }));
      const page = pages.find((each) => each.includes("A heading in company"));
      expect(page).toContain("Its first words follow.");
    }
  });

  test("lists the chapters with their pages where it is asked to", async () => {
    const filler = "A line of words that fills the page. ".repeat(120);
    const text = `## First\n\n${filler}\n\n## Second\n\n${filler}\n`;
    const { pages } = await read(typeset({ ...script, body: text, contents: true }));
    const second = pages.findIndex((page, index) => index > 1 && page.includes("Second"));
    expect(pages[1]).toContain(`First 3 Second ${second + 1}`);
  });

  test("is the same, byte for byte, each time", async () => {
    expect(typeset(script).equals(typeset(script))).toBe(true);
  });
});

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

describe("the books that are sold", () => {
  const root = join(import.meta.dirname, "../..");
  let out = "";
  beforeAll(async () => {
    out = await mkdtemp(join(tmpdir(), "books-"));
    await publish(root, out);
  }, 30_000);
  afterAll(() => rm(out, { recursive: true }));

  test.each(titles)("$pdf holds all of $file in order, inside its pages", async ({ file, pdf }) => {
    const { pages, tagged, outside, fonts, untagged } = await read(await readFile(join(out, pdf)));
    const source = await readFile(join(root, "content", file), "utf8");
    const [, , ...body] = source.split(/^---$/m);
    const said = bare(tagged);
    let from = 0;
    for (const text of texts(new Marked().lexer(body.join("---"))).map(bare)) {
      const at = said.indexOf(text, from);
      expect(at, text).toBeGreaterThanOrEqual(from);
      from = at + text.length;
    }
    expect(pages.length).toBeGreaterThan(8);
    expect({ outside, untagged }).toEqual({ outside: [], untagged: [] });
    expect([...fonts.values()].every(({ embedded }) => embedded)).toBe(true);
  });
});

describe("what cannot be typeset stops with the file and the line", () => {
  const refused: [string, string, RegExp][] = [
    [
      "raw HTML",
      "Fine.\n\n<div>no</div>",
      /lesson-03\.md: line 8: "html" \(<div>no<\/div>\) cannot be typeset/,
    ],
    ["inline HTML", "Some <b>bold</b>", /line 6: "html" \(<b>\) cannot/],
    ["an image", "![alt](https://a.example/x.png)", /line 6: "image"/],
    ["a code block", "```\ncode\n```", /line 6: "code"/],
    ["a rule", "Fine.\n\n---", /line 8: "hr"/],
    ["tasks among other items", "- [ ] to do\n- other", /line 6: a list of tasks and other items/],
    ["struck text", "~~gone~~", /line 6: "del"/],
    ["a heading of level 1", "# Title", /line 6: a heading of level 1/],
    ["a link without https", "[x](javascript:alert)", /line 6: the link to "javascript:alert"/],
    ["an unknown entity", "A &copy; sign", /line 6: the entity &copy;/],
    ["a character outside the font", "Tap → here", /03\.md: text: .*`"→"` could not be displayed/],
    [
      "a table that is too wide",
      `| ${"Immeasurably ".repeat(9).trim().replaceAll(" ", " | ")} |\n|${" --- |".repeat(9)}\n`,
      /lesson-03\.md: text: .* in the table Immeasurably/,
    ],
  ];
  test.each(refused)("%s", (_, text, message) => {
    expect(() => typeset({ ...script, body: text })).toThrow(message);
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
    await writeFile(join(root, "public/images/a.svg"), script.picture);
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
    const { pages } = await read(await readFile(join(out, "Lesson_n2.pdf")));
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
