import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { run } from "./base-image.ts";

/** What an image says about how it is run. */
interface ImageConfig {
  User: string;
  WorkingDir: string;
  Env: string[];
  Cmd: string[];
}

/** A built image, mounted, whose program can be started. */
export interface Image {
  /** Its files. */
  root: string;
  config: ImageConfig;
  remove(): void;
}

/** Builds the image of this folder, with no base image from elsewhere. */
export function buildImage(tag: string): Image {
  run(
    "buildah",
    "bud",
    "--quiet",
    "--pull-never",
    // OCI's own format has no HEALTHCHECK.
    "--format",
    "docker",
    "--isolation",
    "chroot",
    "--network",
    "host",
    "--tag",
    tag,
    ".",
  );
  const container = run("buildah", "from", "--pull-never", tag);
  const { OCIv1 } = JSON.parse(run("buildah", "inspect", container)) as {
    OCIv1: { config: ImageConfig };
  };
  const root = run("buildah", "mount", container);
  // Whatever runs a container gives it this machine's.
  for (const file of ["etc/hosts", "etc/resolv.conf"])
    copyFileSync(join("/", file), join(root, file));
  return {
    root,
    config: OCIv1.config,
    remove: () => run("buildah", "rm", container),
  };
}

export interface Container {
  /** Its main process, as this machine numbers it. */
  pid: number;
  child: ChildProcess;
  output: () => string;
}

/**
 * Runs the image's command as its user, as process 1, on a root that cannot be written, with no capability, and on
 * this machine's network.
 */
export async function startContainer(
  { root, config }: Image,
  env: Record<string, string>,
): Promise<Container> {
  const { uid, gid } = userOf(root, config.User);
  const variables = [
    ...config.Env.map((line) => [
      line.slice(0, line.indexOf("=")),
      line.slice(line.indexOf("=") + 1),
    ]),
    ...Object.entries(env),
  ].flatMap(([name = "", value = ""]) => ["--setenv", name, value]);
  const child = spawn(
    "bwrap",
    [
      ...["--ro-bind", root, "/", "--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev"],
      ...["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--as-pid-1", "--die-with-parent"],
      // Only to become the user.
      ...[
        "--cap-drop",
        "ALL",
        ...["SETUID", "SETGID", "SETPCAP"].flatMap((one) => ["--cap-add", `CAP_${one}`]),
      ],
      ...["--clearenv", ...variables, "--chdir", config.WorkingDir, "--info-fd", "3"],
      ...["setpriv", "--reuid", uid, "--regid", gid, "--clear-groups"],
      ...["--inh-caps=-all", "--bounding-set=-all", ...config.Cmd],
    ],
    { stdio: ["ignore", "pipe", "pipe", "pipe"] },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  const info = JSON.parse(await text(child.stdio[3] as Readable)) as { "child-pid": number };
  return { pid: info["child-pid"], child, output: () => output };
}

function userOf(root: string, name: string): { uid: string; gid: string } {
  const line = readFileSync(join(root, "etc/passwd"), "utf8")
    .split("\n")
    .find((user) => user.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  if (!uid || !gid) throw new Error(`the image has no user ${name}`);
  return { uid, gid };
}
