import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { parseEnv } from "~/env.server";
import {
  analysisCollections,
  letterCollections,
  passingCollections,
  personalCollections,
} from "~/features/own-data/rules/retention";
import { sealedPurposes } from "~/platform/tokens/purposes";
import { day } from "~/platform/values/durations";
import { memoryShares } from "~/platform/work/memory-shares";

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
const operations = read("docs/operations.md");
const variables = [...read("app/env.server.ts").matchAll(/^ {4}([A-Z_]+):/gm)].map(
  ([, name = ""]) => name,
);
const required = parseEnv({}).errors?.map((line) => line.split(":", 1)[0]) ?? [];
const pages = ["README.md", "DECISIONS.md", ...globSync("docs/**/*.md")];

test("README.md is read in two minutes", () => {
  expect(read("README.md").split("\n").length).toBeLessThanOrEqual(150);
});

test.each(pages)("every link and picture of %s leads somewhere", (page) => {
  for (const [, target = ""] of read(page).matchAll(/\]\(([^)]+)\)/g)) {
    if (/^https?:/.test(target)) continue;
    const [file = "", anchor] = target.split("#", 2);
    const path = file ? join(dirname(page), file) : page;
    expect(existsSync(path), target).toBe(true);
    if (anchor) expect(anchorsOf(read(path)), target).toContain(anchor);
  }
});

test("every file that docs/security.md names is there", () => {
  const named = [...read("docs/security.md").matchAll(/`((?:app|tests|sandbox)\/[\w./-]+)`/g)];
  expect(named.length).toBeGreaterThan(50);
  for (const [, file = ""] of named) expect(existsSync(file), file).toBe(true);
});

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (markdown: string) =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );

const citing = globSync("{app,bench,content,docs,sandbox,tests}/**/*.{ts,tsx,css,md,yaml,typ}");

test("every reference of code, tests and pages to a page or a content file leads somewhere", () => {
  const anchors = new Map<string, string[]>();
  const dead: string[] = [];
  let found = 0;
  for (const page of [...citing, "DECISIONS.md"])
    for (const [reference, file = "", anchor] of read(page).matchAll(
      /(?<![\w/.-])((?:app|bench|content|docs|sandbox|tests)\/[\w/-]+\.(?:md|yaml))(?:#([\w-]+))?/g,
    )) {
      found += 1;
      if (!anchors.has(file)) anchors.set(file, existsSync(file) ? anchorsOf(read(file)) : []);
      const isThere = anchor ? anchors.get(file)?.includes(anchor) : existsSync(file);
      if (!isThere) dead.push(`${page}: ${reference}`);
    }
  expect(found).toBeGreaterThan(300);
  expect(dead).toEqual([]);
});

test("no comment refers to what is not in the repository", () => {
  const elsewhere =
    /\b(?:spec|contracts?) \d|\b(?:spec|contract|stack)\.md|(?<!docs\/)\b(?:instagram|law)\.md/i;
  const dead = globSync("{app,bench,content,sandbox,tests}/**/*.{ts,tsx,css}").flatMap((file) =>
    read(file)
      .split("\n")
      .flatMap((line, at) => (elsewhere.test(line) ? [`${file}:${at + 1}`] : [])),
  );
  expect(dead.filter((place) => !place.startsWith("tests/docs.test.ts:"))).toEqual([]);
});

test("every command stands in README.md", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  for (const name of Object.keys(scripts))
    expect(read("README.md")).toContain(
      ["start", "test"].includes(name) ? `npm ${name}` : `npm run ${name}`,
    );
});

test("every variable that is read stands in the table", () => {
  expect(variables.length).toBeGreaterThan(required.length);
  for (const name of variables)
    if (name !== "NODE_ENV") expect(read("docs/configuration.md")).toContain(`\`${name}\``);
});

test("a session secret is to be dropped once all that it has sealed has expired", () => {
  const lifetimes = Object.values<{ keys: string; lifetime: number | null }>(sealedPurposes)
    .filter(({ keys }) => keys === "derived" || keys === "session")
    .map(({ lifetime }) => (lifetime ?? Number.POSITIVE_INFINITY) / day);
  expect(operations).toContain(`drop the old one after ${Math.max(...lifetimes)} days.`);
});

test("every collection stands in the table and in README.md", () => {
  const named = globSync("app/**/*.server.ts").flatMap((file) =>
    [...read(file).matchAll(/collection(?: = |\()"(\w+)"/g)].map(([, name = ""]) => name),
  );
  const kept = [
    ...personalCollections,
    ...letterCollections,
    ...analysisCollections,
    ...passingCollections,
  ].map(({ name }) => name);
  const all = new Set([...named, ...kept]);
  expect(all.size).toBe(36);
  for (const name of all) {
    expect(read("docs/data.md")).toContain(`\n| \`${name}\` |`);
    expect(read("README.md")).toContain(`\`${name}\``);
  }
});

test("every cache is bounded by bytes, and stands in the table", () => {
  const files = globSync("app/**/*.ts").map((file) => ({ file, text: read(file) }));
  const caches = files.filter(({ text }) => /new LRUCache<|= createCache</.test(text));
  // Reports on their way are streams, of which little is ever held; the cache itself is bounded by those who make one.
  const others = [
    "app/features/report/services/report.server.ts",
    "app/platform/store/cache.server.ts",
  ];
  const bounds = caches
    .filter(({ file }) => !others.includes(file))
    .map(({ text }) => [
      ...text.matchAll(/(?:maxBytes|maxSize): (?:Math\.ceil\()?(?:(\d+) \* )?1_048_576/g),
    ]);
  for (const found of bounds) expect(found).not.toEqual([]);
  const given = bounds.flat().map(([, mebibytes = "1"]) => Number(mebibytes));
  const section = operations.slice(
    operations.indexOf("| cache |"),
    operations.indexOf("Beside these:"),
  );
  const told = [...section.matchAll(/^\| [^|]+ \| (\d+) \|/gm)].map(([, mebibytes]) =>
    Number(mebibytes),
  );
  expect(told.toSorted()).toEqual(given.toSorted());
});

test.each([
  ["512 MiB", 512],
  ["1 GiB", 1_024],
  ["2 GiB", 2_048],
])("what a container of %s gives its threads stands in the table", (container, mebibytes) => {
  const given = memoryShares(mebibytes * 2 ** 20);
  const caches = String(Math.round(given.caches * 231));
  const large = Math.round(given.large / 2 ** 20).toLocaleString("en-US");
  const people = `${Math.floor(given.maxListBytes / 22 / 100_000) / 10} million`;
  const counts = [given.imports, given.refigures, given.reports];
  expect(operations).toContain(`| ${[container, ...counts, caches, large, people].join(" | ")} |`);
});

test("the allocator is set in the image as by npm start, and as the page says", () => {
  const settings = read("package.json").match(/MALLOC_\w+=\d+/g) ?? [];
  expect(settings).toHaveLength(2);
  for (const setting of settings) {
    expect(read("Dockerfile")).toContain(setting);
    expect(operations).toContain(`\`${setting}\``);
  }
});

test("npm start's shell becomes the server, which so gets the signals that npm passes on", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: { start: string } };
  const command = scripts.start.replace(/build\S+/, "--print process.ppid");
  expect(command).not.toBe(scripts.start);
  expect(Number(execFileSync("sh", ["-c", command]))).toBe(process.pid);
});

test("the image has the modules of every program that is built", () => {
  const built = [...read("vite.config.ts").matchAll(/"app\/[\w-]+\.ts": "([\w-]+)\.js"/g)];
  expect(built.length).toBeGreaterThan(5);
  for (const [, name] of built) expect(read("docs/deploy/copy-modules.ts")).toContain(`"${name}"`);
});

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

test.each(globSync("docs/deploy/*.yaml"))("%s can be read, and runs what is built", (file) => {
  const documents = parseAllDocuments(read(file));
  expect(documents.length).toBeGreaterThan(0);
  for (const document of documents) {
    expect(document.errors).toEqual([]);
    const { apiVersion, kind, metadata } = document.toJS() as Manifest;
    expect([apiVersion, kind, metadata.name]).toEqual(Array(3).fill(expect.any(String)));
  }
  for (const [, path = ""] of read(file).matchAll(/path: (\/\w+)/g))
    expect(["/healthz", "/readyz"]).toContain(path);
  for (const [, entry = ""] of read(file).matchAll(/build\/server\/([\w-]+)\.js/g))
    expect(existsSync(`app/${entry}.ts`)).toBe(true);
});

test("the Cloud Run service sets all that the app cannot do without, and nothing that it does not read", () => {
  const service = parse(read("docs/deploy/cloud-run.yaml"));
  const { env } = service.spec.template.spec.containers[0];
  const given = env.map(({ name }: { name: string }) => name);
  expect(required).not.toHaveLength(0);
  for (const name of required) expect(given).toContain(name);
  for (const name of given) expect(variables).toContain(name);
});

test("the daily job on Cloud Run is valid shell, and sets only variables that are read", () => {
  const file = "docs/deploy/erase-expired-job.sh";
  execFileSync("bash", ["-n", file]);
  const secrets = /--set-secrets=(\S+)/.exec(read(file))?.[1]?.split(",") ?? [];
  expect(secrets).not.toHaveLength(0);
  for (const secret of secrets) expect(variables).toContain(secret.split("=", 1)[0]);
});

test("docs/deploy.md names only variables that are read", () => {
  const known = [...variables, "PROJECT", "VERSION"];
  const named =
    read("docs/deploy.md").match(/\b[A-Z]{4,}(?:_[A-Z]+)*(?==)|`[A-Z]+_[A-Z_]+`/g) ?? [];
  expect(named).not.toHaveLength(0);
  for (const name of named) expect(known).toContain(name.replaceAll("`", ""));
});
