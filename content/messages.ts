import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const app = new URL("../app", import.meta.url).pathname;

/** What the source says: sentences written out in `say("…")`, and the gate's reasons, which `sendError` says. */
export function saidInSource(): Set<string> {
  const said = new Set<string>();
  for (const file of globSync("**/*.{ts,tsx}", { cwd: app })) {
    const source = readFileSync(join(app, file), "utf8");
    const isGate = file.endsWith("gate/gate.server.ts");
    const written = isGate ? /\btext:\s*"([^"]+)"/g : /\bsay(?:erOf\([\w.]+\))?\(\s*"([^"]+)"/g;
    for (const [, sentence = ""] of source.matchAll(written)) said.add(sentence);
  }
  return said;
}

/** A line for each sentence that a catalogue lacks. */
export const missingMessages = (
  catalogues: Readonly<Record<string, Readonly<Record<string, string>>>>,
  said = saidInSource(),
): string[] =>
  Object.entries(catalogues).flatMap(([tag, catalogue]) =>
    [...said]
      .filter((sentence) => !Object.hasOwn(catalogue, sentence))
      .map((sentence) => `messages/${tag}.yaml: missing: ${sentence}`),
  );
