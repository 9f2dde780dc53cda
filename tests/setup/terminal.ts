import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export interface Terminal {
  /** Types texts and presses keys (`Enter`, `Tab`, `Down`), one after the other. */
  type(...keys: string[]): void;
  /** Waits until the screen shows this, and returns the screen. */
  until(words: RegExp): Promise<string>;
  close(): void;
}

/** A program in a terminal of its own (tmux), as tall as the longest page, in an empty home. */
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
    async until(words) {
      for (const deadline = Date.now() + 10_000; ; await pause(50)) {
        const shown = screen();
        if (words.test(shown)) return shown;
        if (Date.now() > deadline)
          throw new Error(`no ${words} in:\n${shown.replace(/\n+/g, "\n")}`);
      }
    },
    close() {
      tmux("kill-server");
      rmSync(home, { recursive: true, force: true });
    },
  };
}
