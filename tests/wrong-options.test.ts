import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test.each([
  [
    ["content/write-messages.ts", "pt_BR"],
    "pt_BR: no language; there are de, fr, es, pt-BR, it, ar\n",
  ],
  [["bench/figures.ts", "--histories", "abc"], "--histories must be a number\n"],
  [["bench/notices.ts", "--subscribers", ""], "--subscribers must be a number\n"],
  [
    ["sandbox/histories/write.ts", "--followers=-1", "--out", "/dev/null"],
    "--followers must be a number\n",
  ],
])("node %j does nothing, and says why", (words, why) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  expect([status, stdout, stderr]).toEqual([2, "", why]);
});
