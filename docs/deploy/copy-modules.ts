import { cp, readdir, rm, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { nodeFileTrace } from "@vercel/nft";

// Copies the files of node_modules that the built programs can load to the folder that is named, and the licences of their
// packages. The Dockerfile runs it: whole packages hold four times as much (deploy.md).

const [target] = process.argv.slice(2);
if (!target) throw new Error("usage: node docs/deploy/copy-modules.ts <folder>");

const root = process.cwd();
const modules = `node_modules${sep}`;
const programs = [
  ...["server", "import-worker", "report-worker"],
  ...["erase-expired", "outbox", "law", "declarations", "announce-price", "own-data"],
];
const { fileList } = await nodeFileTrace(
  programs.map((name) => join(root, `build/server/${name}.js`)),
  { base: root },
);
const traced = [...fileList].filter((file) => file.startsWith(modules));

/** The folder of a file's package, which may lie in another's. */
const folderOf = (file: string) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? "";

/** Where a package has none, its README, which names it. */
async function licencesIn(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder));
  const licences = names.filter(
    (name) =>
      /licen[cs]e|copying|copyright|notice|third.party/i.test(name) &&
      !/\.(\w*js\w*|\w*ts|map)$/.test(name),
  );
  const found = licences.length > 0 ? licences : names.filter((name) => /^readme/i.test(name));
  return found.map((name) => join(folder, name));
}

const folders = [...new Set(traced.map(folderOf))];
const licences = await Promise.all(folders.map(licencesIn));
const files = [...new Set([...traced, ...licences.flat()])];

await rm(target, { recursive: true, force: true });
const bytesByPackage = new Map<string, number>();
for (const file of files) {
  await cp(join(root, file), join(target, file), { verbatimSymlinks: true, recursive: true });
  const [first = "", second = ""] = file.slice(modules.length).split(sep);
  const name = first.startsWith("@") ? `${first}/${second}` : first;
  bytesByPackage.set(name, (bytesByPackage.get(name) ?? 0) + (await stat(join(root, file))).size);
}

const mebibytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
const largestFirst = [...bytesByPackage].sort(([, one], [, other]) => other - one);
for (const [name, bytes] of largestFirst.slice(0, 12)) console.log(`${mebibytes(bytes)} ${name}`);
const total = largestFirst.reduce((sum, [, bytes]) => sum + bytes, 0);
console.log(`${files.length} files of ${bytesByPackage.size} packages: ${mebibytes(total)} MiB`);
