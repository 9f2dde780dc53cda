import { describe, expect, test } from "vitest";
import { typeset } from "../../content/typeset/typeset.ts";
import { everyCase } from "../setup/cases.ts";
import { readPdf } from "../setup/read-pdf.ts";
import { manuscript } from "./manuscript.ts";

describe("a typeset document", () => {
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
    // From 15 on the page has no room for the heading with what follows.
    const [first, last] = everyCase ? [8, 23] : [14, 17];
    for (let paragraphs = first; paragraphs <= last; paragraphs += 1) {
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
      for (const paragraphs of everyCase ? [13, 14, 15, 16] : [14, 16]) {
        const filler = "One more line.\n\n".repeat(paragraphs);
        const text = `${filler}## A heading\n\nA line that leads to it.\n\n${start}`;
        const { pages } = await readPdf(typeset({ ...manuscript, body: text }));
        const page = pages.find((each) => each.includes("Two."));
        expect(page, `${name} after ${paragraphs}`).toMatch(/A heading .*leads to it\. .*One\./);
      }
    }
  });
});
