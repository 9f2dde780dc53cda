import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { staleSources } from "../app/features/leaving/law-report.ts";
import { missingMessages, translatedParts } from "./messages.ts";
import { parts } from "./read.ts";

const directory = fileURLToPath(new URL(".", import.meta.url));
const prefix = "content:";

/** Serves `content:{part}` imports, and fails the build on any content file that is missing or malformed. */
export function contentPlugin(): Plugin {
  return {
    name: "content",
    buildStart() {
      for (const read of Object.values(parts)) read(directory);
      const missing = missingMessages(parts.messages(directory));
      for (const line of missing.slice(0, 5)) this.warn(line);
      const today = new Date().toISOString().slice(0, 10);
      for (const { text } of staleSources(parts.law(directory), today)) this.warn(text);
    },
    resolveId(id) {
      return id.startsWith(prefix) ? `\0${id}` : undefined;
    },
    load(id, options) {
      if (!id.startsWith(`\0${prefix}`)) return;
      const name = id.slice(prefix.length + 1);
      if (!(name in parts)) throw new Error(`content: no part is called ${name}`);
      const value = parts[name as keyof typeof parts](directory);
      const json = JSON.stringify(value);
      return options?.ssr && translatedParts.includes(name)
        ? `import { sentences } from "~/platform/values/say"; export default sentences(${json});`
        : `export default ${json};`;
    },
    hotUpdate({ file, server }) {
      if (file.startsWith(directory)) server.ws.send({ type: "full-reload" });
    },
  };
}
