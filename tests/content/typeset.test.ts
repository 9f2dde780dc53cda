import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterEach, describe, expect, test } from "vitest";
import { lesson } from "../../content/schema.ts";
import { readFrontMatter } from "../../content/typeset/front-matter.ts";
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
  file: "content/course/lesson-03.md",
  body,
  bodyLine: 6,
  title: "Plan your content",
  subTitle: "A pace that you can keep",
  series: "Instagram PRO course",
  part: "Lesson 3 of 10",
  motif: "calendar",
  contents: false,
};

async function read(bytes: Uint8Array) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const pdf = await task.promise;
  const pages: string[] = [];
  const links: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str : "")).join(" "));
    for (const note of await page.getAnnotations()) if (note.url) links.push(note.url);
  }
  const outline = await pdf.getOutline();
  const { info } = await pdf.getMetadata();
  const marked = await pdf.getMarkInfo();
  await task.destroy();
  return { pages: pages.map((page) => page.replace(/\s+/g, " ")), links, outline, info, marked };
}

describe("a typeset document", () => {
  test("names its title, author and language, and is tagged", async () => {
    const { info, marked } = await read(await typeset(script));
    expect(info).toMatchObject({
      Title: "Plan your content",
      Subject: "A pace that you can keep",
      Author: "Profile Analyzer",
      Language: "en-US",
    });
    expect(marked?.Marked).toBe(true);
  });

  test("has a cover, then numbered pages with the whole text in reading order", async () => {
    const { pages } = await read(await typeset(script));
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

  test("links its links and bookmarks its headings", async () => {
    const { links, outline } = await read(await typeset(script));
    // A link that is broken over two lines is a place to tap on each of them.
    expect(new Set(links)).toEqual(new Set(["https://help.instagram.com/"]));
    expect(outline.map(({ title }) => title)).toEqual(["Say who it is for"]);
    expect(outline[0]?.items.map(({ title }) => title)).toEqual(["Figures"]);
  });

  test("repeats the head of a table on each page that the table reaches", async () => {
    const rows = Array.from({ length: 60 }, (_, day) => `| Day ${day + 1} | Task |`).join("\n");
    const table = `## Plan\n\n| When | What |\n| --- | --- |\n${rows}\n`;
    const { pages } = await read(await typeset({ ...script, body: table }));
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
      const { pages } = await read(await typeset({ ...script, body: text }));
      const page = pages.find((each) => each.includes("A heading in company"));
      expect(page).toContain("Its first words follow.");
    }
  });

  test("lists the chapters with their pages where it is asked to", async () => {
    const filler = "A line of words that fills the page. ".repeat(120);
    const text = `## First\n\n${filler}\n\n## Second\n\n${filler}\n`;
    const { pages } = await read(await typeset({ ...script, body: text, contents: true }));
    const second = pages.findIndex((page, index) => index > 1 && page.includes("Second"));
    expect(pages[1]).toContain(`First 3 Second ${second + 1}`);
  });

  test("is the same, byte for byte, each time", async () => {
    const [once, again] = [await typeset(script), await typeset(script)];
    expect(once.equals(again)).toBe(true);
  });
});

describe("what cannot be typeset stops with the file and the line", () => {
  const refused: [string, string, RegExp][] = [
    ["raw HTML", "Fine.\n\n<div>no</div>", /lesson-03\.md: line 8: "html" cannot be typeset/],
    ["inline HTML", "Some <b>bold</b>", /line 6: "html" \(<b>\) cannot/],
    ["an image", "![alt](https://a.example/x.png)", /line 6: "image"/],
    ["a code block", "```\ncode\n```", /line 6: "code"/],
    ["a rule", "Fine.\n\n---", /line 8: "hr"/],
    ["struck text", "~~gone~~", /line 6: "del"/],
    ["a heading of level 1", "# Title", /line 6: a heading of level 1/],
    ["a link without https", "[x](javascript:alert)", /line 6: the link to "javascript:alert"/],
    ["an unknown entity", "A &copy; sign", /line 6: the entity &copy;/],
    ["a character outside the font", "Tap → here", /text: the font has no "→" \(U\+2192\)/],
    [
      "a table that is too wide",
      `| ${"Immeasurably ".repeat(9).trim().replaceAll(" ", " | ")} |\n|${" --- |".repeat(9)}\n`,
      /lesson-03\.md: table "Immeasurably/,
    ],
  ];
  test.each(refused)("%s", async (_, text, message) => {
    await expect(typeset({ ...script, body: text })).rejects.toThrow(message);
  });
});

describe("front matter that does not fit stops with the file and the field", () => {
  const refused: [string, string, RegExp][] = [
    ["none", "## Text\n", /^a\.md: front matter: is missing/],
    ["no title", "---\nsubTitle: b\nimage: /images/a.svg\n---\n", /^a\.md: title: /],
    ["an empty title", "---\ntitle: ' '\nsubTitle: b\nimage: /images/a.svg\n---\n", /: title: /],
    ["a wrong image", "---\ntitle: a\nsubTitle: b\nimage: a.svg\n---\n", /image: an address below/],
    ["no YAML", "---\ntitle: [\n---\n", /^a\.md: front matter: /],
  ];
  test.each(refused)("%s", (_, source, message) => {
    expect(() => readFrontMatter("a.md", source, lesson)).toThrow(message);
  });

  test("and names the line on which the text starts where it does", () => {
    const source = "---\ntitle: a\nsubTitle: b\nimage: /images/a.svg\n---\n\n## Text\n";
    expect(readFrontMatter("a.md", source, lesson)).toMatchObject({ bodyLine: 6 });
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
    for (const { file } of titles) {
      const image = file.includes("lesson") ? "image: /images/lessons/a.svg\n" : "";
      const source = `---\ntitle: A title\nsubTitle: More of it\n${image}---\n\n## Words\n\nSome.\n`;
      await writeFile(join(root, file), source);
    }
    return { root, out: join(root, "out") };
  }

  test("writes ten lessons and the playbook, then only what changed", async () => {
    const { root, out } = await bookshelf();
    const first = await publish(root, out);
    expect(first).toMatchObject({ unchanged: [], problems: [] });
    const lessons = Array.from({ length: 10 }, (_, index) => `Lesson_n${index + 1}.pdf`);
    expect(first.written).toEqual([...lessons, "Reels_playbook.pdf"]);
    const files = await readdir(out);
    expect(files.filter((name) => name.endsWith(".pdf"))).toHaveLength(11);

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
    await rm(join(root, "content/course/lesson-04.md"));
    await writeFile(join(root, "content/playbook.md"), "---\ntitle: Only this\n---\n");
    const { problems } = await publish(root, out);
    expect(problems.map(({ message }) => message)).toEqual([
      "content/course/lesson-04.md: file: is missing",
      expect.stringMatching(/^content\/playbook\.md: subTitle: /),
    ]);
  });
});
