import { describe, expect, test } from "vitest";
import { type Manuscript, typeset } from "../../content/typeset/typeset.ts";
import { readPdf } from "../setup/read-pdf.ts";

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

const manuscript: Manuscript = {
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

describe("a typeset document", () => {
  test("names its title, author and language", async () => {
    const { info, preferences, sizes } = await readPdf(typeset(manuscript));
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
    const { uaPart, marked, tags, untagged } = await readPdf(
      typeset({ ...manuscript, contents: true }),
    );
    expect(uaPart).toBe("1");
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
    const { fonts } = await readPdf(typeset(manuscript));
    expect(Object.fromEntries(fonts)).toEqual({
      "NunitoSans-Regular": { embedded: true },
      "NunitoSans-Italic": { embedded: true },
      "NunitoSans-Bold": { embedded: true },
      "NunitoSans-ExtraBold": { embedded: true },
    });
  });

  test("has a cover, then numbered pages with the whole text in reading order", async () => {
    const { pages } = await readPdf(typeset(manuscript));
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
    const { pages } = await readPdf(typeset({ ...manuscript, body: spoken }));
    expect(pages[1]).toContain("“Well,” she said, “it’s ‘odd’ (‘very’).”");
    expect(pages[1]).toContain("x “y”");
  });

  test("links its links and bookmarks its headings", async () => {
    const { links, outline } = await readPdf(typeset(manuscript));
    const link = { url: "https://help.instagram.com/", spoken: "https://help.instagram.com/" };
    expect(links).toEqual([link]);
    expect(outline.map(({ title }) => title)).toEqual(["Say who it is for"]);
    expect(outline[0]?.items.map(({ title }) => title)).toEqual(["Figures"]);
  });

  test("repeats the head of a table on each page that the table reaches", async () => {
    const rows = Array.from({ length: 60 }, (_, day) => `| Day ${day + 1} | Task |`).join("\n");
    const table = `## Plan\n\n| When | What |\n| --- | --- |\n${rows}\n`;
    const { pages } = await readPdf(typeset({ ...manuscript, body: table }));
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
      const { pages } = await readPdf(typeset({ ...manuscript, body: text }));
      const page = pages.find((each) => each.includes("A heading in company"));
      expect(page).toContain("Its first words follow.");
    }
  });

  test("leaves no first row, item or paragraph of a quotation alone at the foot of a page", async () => {
    const long = "Words that fill some lines of a page. ".repeat(12);
    const item = "Its words take two lines on a page, and so do those of each of the others here.";
    const starts = {
      list: `1. One. ${item}\n2. Two. ${item}\n${`3. More. ${item}\n`.repeat(9)}`,
      table: `| A |\n| --- |\n| One. |\n| Two. |\n${"| More. |\n".repeat(30)}`,
      quotation: `> One. ${item}\n>\n> Two. ${item}\n${`>\n> More. ${long}\n`.repeat(4)}`,
    };
    for (const [name, start] of Object.entries(starts)) {
      for (const paragraphs of [13, 14, 15, 16]) {
        const filler = "One more line.\n\n".repeat(paragraphs);
        const text = `${filler}## A heading\n\nA line that leads to it.\n\n${start}`;
        const { pages } = await readPdf(typeset({ ...manuscript, body: text }));
        const page = pages.find((each) => each.includes("Two."));
        expect(page, `${name} after ${paragraphs}`).toMatch(/A heading .*leads to it\. .*One\./);
      }
    }
  });

  test("lists the chapters with their pages where it is asked to", async () => {
    const filler = "A line of words that fills the page. ".repeat(120);
    const text = `## First\n\n${filler}\n\n## Second\n\n${filler}\n`;
    const { pages } = await readPdf(typeset({ ...manuscript, body: text, contents: true }));
    const second = pages.findIndex((page, index) => index > 1 && page.includes("Second"));
    expect(pages[1]).toContain(`First 3 Second ${second + 1}`);
  });

  test("is the same, byte for byte, each time", async () => {
    expect(typeset(manuscript).equals(typeset(manuscript))).toBe(true);
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
    expect(() => typeset({ ...manuscript, body: text })).toThrow(message);
  });
});
