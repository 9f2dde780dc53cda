import { execFileSync, spawnSync } from "node:child_process";

const isInstalled = (command: string) =>
  spawnSync("sh", ["-c", `command -v ${command}`], { stdio: "ignore" }).status === 0;

/** Installs the Debian packages of programs that are missing. @param packages the package of each command */
export function installPrograms(packages: Record<string, string>): void {
  const missing = Object.entries(packages).filter(([command]) => !isInstalled(command));
  if (missing.length === 0) return;
  const names = missing.map(([, name]) => name);
  const quiet = {
    stdio: "ignore",
    timeout: 240_000,
    // As on another day, by `faketime`, Debian's lists would have expired.
    env: { ...process.env, LD_PRELOAD: undefined, DEBIAN_FRONTEND: "noninteractive" },
  } as const;
  try {
    execFileSync("apt-get", ["update", "-qq"], quiet);
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names], quiet);
  } catch {
    throw new Error(`Missing, and could not be installed: ${names.join(", ")}`);
  }
}
