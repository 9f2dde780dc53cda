import { describe, expect, test } from "vitest";
import { typeset } from "../../content/typeset/typeset.ts";
import { readPdf } from "../setup/read-pdf.ts";
import { manuscript } from "./manuscript.ts";

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
      typeset({ ...manuscript, contents: "Contents" }),
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

  test("lists the chapters with their pages where it is asked to", async () => {
    const filler = "A line of words that fills the page. ".repeat(120);
    const text = `## First\n\n${filler}\n\n## Second\n\n${filler}\n`;
    const { pages } = await readPdf(typeset({ ...manuscript, body: text, contents: "Contents" }));
    const second = pages.findIndex((page, index) => index > 1 && page.includes("Second"));
    expect(pages[1]).toContain(`First 3 Second ${second + 1}`);
  });

  test("is the same, byte for byte, each time", async () => {
    expect(typeset(manuscript).equals(typeset(manuscript))).toBe(true);
  });
});
