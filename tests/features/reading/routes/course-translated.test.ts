import lessons from "content:lessons";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parts } from "#content/read";
import { publish } from "#content/typeset/publish.ts";
import { visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import { readPdf } from "#tests/setup/read-pdf";
import { signedIn } from "#tests/setup/requests";
import { resetApp } from "#tests/setup/reset-app";

// An editor has put the second lesson into Arabic, below content/translations/.

const front = "---\ntitle: صورتك الشخصية\nsubTitle: وجه واحد\nimage: /images/a.svg\n---\n";
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';

let root = "";

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "translated-"));
  const content = join(root, "content");
  // Without the books and catalogues that nobody asks for.
  const unread = /lesson-(?!0[23])|playbook|messages\/(?!ar|de)/;
  const filter = (path: string) => everyCase || !unread.test(path);
  await cp("content", content, { recursive: true, filter });
  await cp("public/images", join(root, "public/images"), { recursive: true });
  await writeFile(join(root, "public/images/a.svg"), svg);
  await mkdir(join(content, "translations/ar/course"), { recursive: true });
  await writeFile(
    join(content, "translations/ar/course/lesson-02.md"),
    `${front}\n## من ينظر إليها\n\nاختر **وجهًا** واحدًا. راجع \`bio\`.\n\n> نصيحة\n\n| الاسم | العدد |\n| --- | ---: |\n| متابع | 2 |\n`,
  );
  await publish(root, join(root, "build/pdf"));
  vi.doMock("content:translations", () => ({ default: parts.translations(content) }));
  vi.stubEnv("LANGUAGES", "en, de, ar");
  resetApp();
  const cwd = vi.spyOn(process, "cwd").mockReturnValue(root);
  await import("~/features/reading/routes/pdf/route");
  cwd.mockRestore();
});
afterAll(() => rm(root, { recursive: true }));

const as = async (language: string, path: string) =>
  visit(path, { cookie: `${await signedIn("extras")}; language=${language}` });

test("the translated lesson's PDF is in that language, for who reads it", async () => {
  const answer = await as("ar", "/pdf/Lesson_n2.pdf");
  const book = await readPdf(new Uint8Array(await answer.arrayBuffer()));
  expect(book).toMatchObject({
    info: { Title: "صورتك الشخصية", Language: "ar" },
    uaPart: "1",
    untagged: [],
    outside: [],
  });
  expect(book.tagged.normalize("NFKC")).toContain("الدرس");
  for (const [language, path] of [
    ["ar", "/pdf/Lesson_n3.pdf"],
    ["de", "/pdf/Lesson_n2.pdf"],
    ["en", "/pdf/Lesson_n2.pdf"],
  ] as const) {
    const original = await as(language, path);
    const { info } = await readPdf(new Uint8Array(await original.arrayBuffer()));
    expect(info).toMatchObject({ Language: "en-US" });
  }
});

const line = "لم يُترجم";
const english = /<div lang="en" dir="ltr">([\s\S]*?)<\/div>/g;

test("on the page it is in that language, and each other under a line of its own", async () => {
  const html = await (await as("ar", "/dashboard/course")).text();
  const marked = [...html.matchAll(english)].map(([, text = ""]) => text);
  expect(html).toContain("صورتك الشخصية");
  expect(marked.join()).not.toContain("صورتك الشخصية");
  expect(marked).toHaveLength(9);
  expect(html.split(line)).toHaveLength(10);
});

test("where none is translated, all stand under one line", async () => {
  const html = await (await as("de", "/dashboard/course")).text();
  const [marked = ""] = [...html.matchAll(english)].map(([all]) => all);
  expect(marked).toContain(lessons[0]?.title.slice(0, 5));
  expect(html.match(/noch nicht übersetzt/g)).toHaveLength(1);
});
