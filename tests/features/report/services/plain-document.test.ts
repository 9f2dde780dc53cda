import { expect, test, vi } from "vitest";
import { readPdf } from "#tests/setup/read-pdf";
import { setPlainDocument } from "~/features/report/plain-document.server";

vi.unmock("~/features/report/plain-document.server");

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

test.each([
  ["Latin", "sub_".padEnd(200, "0123456789")],
  ["no", "김".repeat(100)],
])(
  "what was typed without a break goes on in the next line, in %s letters of ours",
  async (_, value) => {
    const pdf = await setPlainDocument({
      language: "en",
      title: "We have your cancellation",
      author: "Profile Analyzer",
      paragraphs: [],
      rows: [["Contract", value]],
      closing: [],
    });
    if (!pdf) throw new Error("not set");
    const text = (await readPdf(pdf)).pages.join(" ");
    expect(text).not.toMatch(/[◊\w]{70}/);
    expect(text.replace(/[\s\u200b]/g, "")).toMatch(/[◊\w]{100}/);
  },
);

test("where letters lack, the receipt says so, and where the whole text is", async () => {
  const textWith = async (value: string) => {
    const pdf = await setPlainDocument({
      language: "en",
      title: "We have your cancellation",
      author: "Profile Analyzer",
      paragraphs: [],
      rows: [["Name", value]],
      closing: [],
    });
    if (!pdf) throw new Error("not set");
    return (await readPdf(pdf)).pages.join(" ");
  };
  const words = "The email that it came with has the whole text.";
  expect(await textWith("J.P. Müller")).not.toContain(words);
  expect(await textWith("김철수")).toContain(words);
});
