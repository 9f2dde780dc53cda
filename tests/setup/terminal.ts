import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export interface Terminal {
  /** Types texts and presses keys (`Enter`, `Tab`, `Down`), one after the other. */
  type(...keys: string[]): void;
  /** Waits until the screen matches. @returns the screen */
  until(pattern: RegExp): Promise<string>;
  close(): void;
}

/** Runs a program in a terminal (tmux) that is taller than any page, with an empty home directory. */
export function openTerminal(...command: string[]): Terminal {
  const home = mkdtempSync(join(tmpdir(), "terminal-"));
  const env = { ...process.env, HOME: home, LANG: "C.UTF-8", TERM: "screen", TMUX: "" };
  const tmux = (...args: string[]) =>
    execFileSync("tmux", ["-u", "-S", join(home, "socket"), ...args], { env, encoding: "utf8" });
  tmux("new-session", "-d", "-x", "120", "-y", "200", ...command);
  const screen = () => tmux("capture-pane", "-p");
  return {
    type(...keys) {
      for (const key of keys) tmux("send-keys", key);
    },
    async until(pattern) {
      for (const deadline = Date.now() + 60_000; ; await pause(50)) {
        const shown = screen();
        if (pattern.test(shown)) return shown;
        if (Date.now() > deadline)
          throw new Error(`no ${pattern} in:\n${shown.replace(/\n+/g, "\n")}`);
      }
    },
    close() {
      tmux("kill-server");
      rmSync(home, { recursive: true, force: true });
    },
  };
}
