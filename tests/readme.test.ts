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
