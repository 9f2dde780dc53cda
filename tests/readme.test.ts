import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { passingCollections, personalCollections } from "~/domain/retention";
import { parseEnv } from "~/env.server";

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
const readme = read("README.md");
const manifests = [...readme.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = ""]) => text);
const required = parseEnv({}).errors?.map((line) => line.split(":", 1)[0]) ?? [];

test("every command stands in a table or a block", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  for (const name of Object.keys(scripts))
    expect(readme).toContain(["start", "test"].includes(name) ? `npm ${name}` : `npm run ${name}`);
});

test("every variable that is read stands in the table", () => {
  const names = [...read("app/env.server.ts").matchAll(/^ {4}([A-Z_]+):/gm)].map(
    ([, name]) => name,
  );
  expect(names.length).toBeGreaterThan(required.length);
  for (const name of names) if (name !== "NODE_ENV") expect(readme).toContain(`\`${name}\``);
});

test("every collection stands in the table", () => {
  const named = globSync("app/clients/*.ts").flatMap((file) =>
    [...read(file).matchAll(/collection(?: = |\()"(\w+)"/g)].map(([, name = ""]) => name),
  );
  const kept = [...personalCollections, ...passingCollections].map(({ name }) => name);
  const all = new Set([...named, ...kept]);
  expect(all.size).toBe(7);
  for (const name of all) expect(readme).toContain(`\n| \`${name}\` |`);
});

test("every cache is bounded by bytes, and stands in the table", () => {
  const files = globSync("app/**/*.ts").map((file) => ({ file, text: read(file) }));
  const caches = files.filter(({ text }) => /new LRUCache<|= createCache</.test(text));
  // Reports on their way are streams, of which little is ever held; the cache itself is bounded by those who make one.
  const others = ["app/services/report.server.ts", "app/clients/cache.server.ts"];
  const bounds = caches
    .filter(({ file }) => !others.includes(file))
    .map(({ text }) => [...text.matchAll(/(?:maxBytes|maxSize): (?:(\d+) \* )?1_048_576/g)]);
  for (const found of bounds) expect(found).not.toEqual([]);
  const given = bounds.flat().map(([, mebibytes = "1"]) => Number(mebibytes));
  const section = readme.slice(readme.indexOf("### Memory"), readme.indexOf("Beside these:"));
  const told = [...section.matchAll(/^\| [^|]+ \| (\d+) \|/gm)].map(([, mebibytes]) =>
    Number(mebibytes),
  );
  expect(told.toSorted()).toEqual(given.toSorted());
});

test("the manifests can be read", () => {
  expect(manifests).toHaveLength(2);
  for (const text of manifests)
    for (const document of parseAllDocuments(text)) {
      expect(document.errors).toEqual([]);
      expect(document.toJS()).toMatchObject({ apiVersion: expect.any(String), metadata: {} });
    }
});

test("the Cloud Run service sets all that the app cannot do without", () => {
  const service = parse(manifests[0] ?? "");
  const { env } = service.spec.template.spec.containers[0];
  const given = env.map(({ name }: { name: string }) => name);
  expect(required).not.toHaveLength(0);
  for (const name of required) expect(given).toContain(name);
});
