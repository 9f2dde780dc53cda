import { execFileSync, spawnSync } from "node:child_process";

const isThere = (command: string) =>
  spawnSync("sh", ["-c", `command -v ${command}`], { stdio: "ignore" }).status === 0;

/** Sees to it that programs are there, from Debian's packages where they are not. */
export function installPrograms(packages: Record<string, string>): void {
  const missing = Object.entries(packages).filter(([command]) => !isThere(command));
  if (missing.length === 0) return;
  const names = missing.map(([, name]) => name);
  const quiet = {
    stdio: "ignore",
    timeout: 240_000,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  } as const;
  try {
    execFileSync("apt-get", ["update", "-qq"], quiet);
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names], quiet);
  } catch {
    throw new Error(`Missing, and not to be installed from here: ${names.join(", ")}`);
  }
}
