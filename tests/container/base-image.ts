import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const name = "docker.io/library/node:24-slim";
const authorities = "etc/ssl/certs/ca-certificates.crt";

/**
 * Makes `node:24-slim` out of Debian's packages and this project's own Node, for machines that reach no registry of
 * images. One that is there already is used as it is.
 */
export function ensureBaseImage(): void {
  if (run("buildah", "images", "--quiet", "--filter", `reference=${name}`)) return;
  const root = mkdtempSync(join(tmpdir(), "node-24-slim-"));
  try {
    run(
      "debootstrap",
      "--variant=minbase",
      "--include=ca-certificates,libstdc++6",
      "bookworm",
      root,
    );
    addNode(root);
    const container = run("buildah", "from", "scratch");
    run("buildah", "add", "--quiet", container, root, "/");
    const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    run("buildah", "config", "--env", `PATH=${path}`, container);
    run("buildah", "commit", "--quiet", "--rm", container, name);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Node, npm, and the user `node` of the official image. */
function addNode(root: string): void {
  const local = join(root, "usr/local");
  mkdirSync(join(local, "lib/node_modules"), { recursive: true });
  mkdirSync(join(local, "etc"), { recursive: true });
  copyFileSync(process.execPath, join(local, "bin/node"));
  // `npm root --global` is below the Node that runs it, which need not be the one that npm came with.
  const { npm_execpath: npm } = process.env;
  if (!npm) throw new Error("start this by `npm run test:container`");
  run("cp", "--recursive", dirname(dirname(npm)), join(local, "lib/node_modules"));
  for (const command of ["npm", "npx"])
    symlinkSync(`../lib/node_modules/npm/bin/${command}-cli.js`, join(local, "bin", command));
  // A registry may be reached through a proxy whose authority only this machine knows.
  copyFileSync(join("/", authorities), join(root, authorities));
  writeFileSync(join(local, "etc/npmrc"), `cafile=/${authorities}\n`);
  run("chroot", root, "useradd", "--create-home", "--uid", "1000", "--user-group", "node");
}

/** @returns what the command printed, without the last line break */
export function run(command: string, ...args: string[]): string {
  const stdio = ["ignore", "pipe", "inherit"] as const;
  return execFileSync(command, args, { encoding: "utf8", stdio: [...stdio] }).trim();
}
