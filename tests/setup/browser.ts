import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";

const systems = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The system's Chromium if there is one, else Playwright's own where it is installed. */
export function browserPath(): string | undefined {
  return (
    systems.find(existsSync) ?? [chromium.executablePath()].find((path) => path && existsSync(path))
  );
}

/** Gets a browser: Playwright's own, else Debian's package. Throws where neither is to be had. */
export function installBrowser(): void {
  if (browserPath()) return;
  for (const [command, ...rest] of [
    ["npx", "playwright", "install", "chromium"],
    ["apt-get", "update", "-qq"],
    ["apt-get", "install", "-y", "-qq", "chromium"],
  ] as const) {
    try {
      execFileSync(command, rest, { stdio: "ignore", timeout: 240_000 });
    } catch {
      continue;
    }
    if (browserPath()) return;
  }
  throw new Error("No browser: install Chromium, or let Playwright download its own");
}
