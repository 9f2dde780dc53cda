import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { publish, titles } from "#content/typeset/publish.ts";
import { visit } from "#tests/setup/app";
import { everyCase, few } from "#tests/setup/cases";
import { signedIn } from "#tests/setup/requests";
import { resetApp } from "#tests/setup/reset-app";

const lessons = Array.from({ length: 10 }, (_, index) => `Lesson_n${index + 1}.pdf`);
const files = [...lessons, "Reels_playbook.pdf"];

let folder: string;

const root = join(import.meta.dirname, "../../../..");

/** With all books, of which each ends after its first chapter. */
async function rootOfShort(): Promise<string> {
  await mkdir(join(folder, "content/course"), { recursive: true });
  await symlink(join(root, "public"), join(folder, "public"));
  for (const { file } of titles) {
    const text = await readFile(join(root, "content", file), "utf8");
    const [head, first] = text.split(/^(?=## )/m);
    await writeFile(join(folder, "content", file), `${head}${first}`);
  }
  return folder;
}

// The app reads its PDFs below its working directory.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pdf-"));
  await publish(everyCase ? root : await rootOfShort(), join(folder, "build/pdf"));
  resetApp();
  const cwd = vi.spyOn(process, "cwd").mockReturnValue(folder);
  await import("~/features/reading/routes/pdf/route");
  cwd.mockRestore();
});
afterAll(() => rm(folder, { recursive: true }));

async function fetchAs(
  key: string,
  file: string,
  headers: Record<string, string> = {},
  method = "GET",
) {
  const answer = await visit(`/pdf/${file}`, { cookie: await signedIn(key), headers, method });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

const tagOf = ({ headers }: Response) => headers.get("etag") ?? "";

test.each(few(files, 3))("an owner reads %s", async (file) => {
  const { answer, bytes } = await fetchAs("extras", file);
  expect(answer.status).toBe(200);
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(bytes.subarray(-6).toString()).toContain("%%EOF");
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "accept-ranges": "bytes",
    "cache-control": "private, no-cache, no-transform",
    "content-length": String(bytes.length),
    "content-type": "application/pdf",
    "x-content-type-options": "nosniff",
  });
});

test("all files differ, and each is saved under a descriptive name", async () => {
  const answers = await Promise.all(files.map((file) => fetchAs("extras", file)));
  expect(new Set(answers.map(({ bytes }) => bytes.toString("base64"))).size).toBe(11);
  expect(answers.map(({ answer }) => answer.headers.get("content-disposition"))).toEqual([
    ...lessons.map(
      (_, index) => `inline; filename="Instagram PRO course - Lesson ${index + 1}.pdf"`,
    ),
    'inline; filename="2025 IG Reels Playbook.pdf"',
  ]);
});

test.each(few(files, 3))("%s: a visitor gets no byte", async (file) => {
  const answer = await visit(`/pdf/${file}`);
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe(`/sign-in?redirectTo=%2Fpdf%2F${file}`);
  expect(await answer.text()).toBe("");
});

test.each([
  ...few(files, 3).map((file) => ["rich", file] as const),
  ["premium", "Reels_playbook.pdf"],
  ["gift", "Lesson_n1.pdf"],
] as const)("%s, who does not own it, gets no byte of %s", async (key, file) => {
  for (const [name, value] of [
    ["accept", "*/*"],
    ["range", "bytes=0-99"],
    ["if-none-match", "*"],
  ] as const) {
    const { answer, bytes } = await fetchAs(key, file, { [name]: value });
    expect(answer.status).toBe(403);
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(answer.headers.get("etag")).toBeNull();
    expect(bytes.toString("latin1")).not.toContain("%PDF");
    expect(bytes.toString()).toContain(
      `href="/dashboard/offers/${file.startsWith("L") ? "pdf-course" : "reels-playbook"}"`,
    );
  }
});

test("the .data address of a file gives nobody a byte either", async () => {
  for (const cookie of ["", await signedIn("rich")]) {
    const answer = await visit("/pdf/Lesson_n1.pdf.data", { cookie });
    expect(await answer.text()).not.toContain("%PDF");
  }
});

test.each([
  "Lesson_n0.pdf",
  "Lesson_n11.pdf",
  "Lesson_n01.pdf",
  "lesson_n1.pdf",
  "Lesson_n1.pdf.sha256",
  "Lesson_n1",
  "Lesson_n1.pdf%00",
  "Lesson_n1.pdf%20",
  "..%2FLesson_n1.pdf",
  "..%2F..%2Fpackage.json",
  "%2E%2E%2F%2E%2E%2Fpackage.json",
  "..%5C..%5Cpackage.json",
  "%2Fetc%2Fpasswd",
  "constructor",
  "__proto__",
])("the owner of everything finds nothing at /pdf/%s", async (file) => {
  const { answer, bytes } = await fetchAs("extras", file);
  expect(answer.status).toBe(404);
  expect(bytes.toString("latin1")).not.toContain("%PDF");
  expect(bytes.toString()).toContain("Page not found");
});

test("HEAD sends only the headers, and ignores ranges", async () => {
  const full = await fetchAs("extras", "Lesson_n2.pdf");
  const { answer, bytes } = await fetchAs(
    "extras",
    "Lesson_n2.pdf",
    { range: "bytes=0-9" },
    "HEAD",
  );
  expect(answer.status).toBe(200);
  expect(bytes).toHaveLength(0);
  expect(answer.headers.get("content-length")).toBe(String(full.bytes.length));
  expect(tagOf(answer)).toBe(tagOf(full.answer));
});

test("ranges: first, middle, last and open ones", async () => {
  const { bytes: whole } = await fetchAs("extras", "Lesson_n3.pdf");
  const size = whole.length;
  for (const [range, start, end] of [
    ["bytes=0-1023", 0, 1023],
    ["bytes=1024-2047", 1024, 2047],
    [`bytes=${size - 1}-`, size - 1, size - 1],
    ["bytes=-500", size - 500, size - 1],
    [`bytes=2048-${size * 2}`, 2048, size - 1],
  ] as const) {
    const { answer, bytes } = await fetchAs("extras", "Lesson_n3.pdf", { range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get("content-range")).toBe(`bytes ${start}-${end}/${size}`);
    expect(answer.headers.get("content-length")).toBe(String(end - start + 1));
    expect(bytes.equals(whole.subarray(start, end + 1))).toBe(true);
  }
});

test.each(["bytes=99999999-", "bytes=-0"])("%s is past the end of the file", async (range) => {
  const size = (await fetchAs("extras", "Lesson_n4.pdf")).bytes.length;
  const { answer, bytes } = await fetchAs("extras", "Lesson_n4.pdf", { range });
  expect(answer.status).toBe(416);
  expect(answer.headers.get("content-range")).toBe(`bytes */${size}`);
  expect(bytes).toHaveLength(0);
});

test.each(["bytes=5-4", "bytes=0-1,3-4", "lines=1-2", "nonsense"])(
  "the range %s is ignored",
  async (range) => {
    const { answer, bytes } = await fetchAs("extras", "Lesson_n4.pdf", { range });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-length")).toBe(String(bytes.length));
  },
);

test("conditional requests: 304 for a known version, the whole file for a range of another version", async () => {
  const tag = tagOf((await fetchAs("extras", "Lesson_n5.pdf")).answer);
  for (const known of [tag, `"other", W/${tag}`, "*"]) {
    const { answer, bytes } = await fetchAs("extras", "Lesson_n5.pdf", { "if-none-match": known });
    expect(answer.status).toBe(304);
    expect(tagOf(answer)).toBe(tag);
    expect(bytes).toHaveLength(0);
  }
  const range = "bytes=0-9";
  const statusFor = async (headers: Record<string, string>) =>
    (await fetchAs("extras", "Lesson_n5.pdf", headers)).answer.status;
  expect(await statusFor({ "if-none-match": '"other"' })).toBe(200);
  expect(await statusFor({ range, "if-range": tag })).toBe(206);
  expect(await statusFor({ range, "if-range": '"other"' })).toBe(200);
  expect(await statusFor({ range, "if-range": `W/${tag}` })).toBe(200);
  expect(await statusFor({ range, "if-range": "Sat, 21 Nov 2026 00:00:00 GMT" })).toBe(200);
});
