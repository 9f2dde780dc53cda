import { expect, test } from "vitest";
import { readPdf } from "#tests/setup/read-pdf";
import { setPlainDocument } from "~/features/report/plain-document.server";

test.each([
  ["de", "Ihre Kündigung ist eingegangen"],
  ["ar", "وصلنا طلب الإلغاء"],
] as const)(
  "a receipt in %s shows what was typed in Latin and in Arabic letters",
  async (language, title) => {
    const pdf = await setPlainDocument({
      language,
      title,
      author: "Profile Analyzer",
      paragraphs: [],
      rows: [["Name", "“Zoë Łukasz مرحبا”"]],
      closing: [],
    });
    if (!pdf) throw new Error("not set");
    const { pages } = await readPdf(pdf);
    const text = pages.join(" ");
    expect(text).not.toContain("◊");
    expect(text).toContain("Łukasz");
    expect(text).toMatch(/\p{Script=Arabic}{3}/u);
  },
);
