import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { staleSources } from "../app/features/leaving/law-report.ts";
import { translatedTags } from "../app/platform/values/languages.ts";
import { browserSentences, missingMessages, translatedParts } from "./messages.ts";
import { parts, readCatalogue } from "./read.ts";

const directory = fileURLToPath(new URL(".", import.meta.url));
const prefix = "content:";

/** Serves `content:{part}` imports, and fails the build on any content file that is missing or malformed. */
export function contentPlugin(): Plugin {
  let isServerBuild = false;
  return {
    name: "content",
    configResolved({ command, build }) {
      isServerBuild = command === "build" && Boolean(build.ssr);
    },
    buildStart() {
      for (const read of Object.values(parts)) read(directory);
      // Reads the whole source, so once: in the build of the server, which says the sentences.
      const missing = isServerBuild ? missingMessages(parts.messages(directory)) : [];
      if (missing.length > 0) throw new Error(missing.join("\n"));
      const today = new Date().toISOString().slice(0, 10);
      for (const { text } of staleSources(parts.law(directory), today)) this.warn(text);
    },
    resolveId(id) {
      return id.startsWith(prefix) ? `\0${id}` : undefined;
    },
    load(id, options) {
      if (!id.startsWith(`\0${prefix}`)) return;
      const name = id.slice(prefix.length + 1);
      if (name === "browser-sentences")
        return `export default ${JSON.stringify(browserSentences())};`;
      if (name === "messages") return messagesCode();
      const language = translatedTags.find((tag) => name === `messages/${tag}`);
      if (language) return `export default ${JSON.stringify(readCatalogue(directory, language))};`;
      if (!(name in parts)) throw new Error(`content: no part is called ${name}`);
      const value = parts[name as keyof typeof parts](directory);
      if (name === "topics") return topicsCode(value as ReturnType<typeof parts.topics>);
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

/** Each catalogue is a module of its own, which is loaded where its language is offered. */
function messagesCode(): string {
  const imports = translatedTags.map((tag) => `"${tag}": () => import("${prefix}messages/${tag}")`);
  return `export default { ${imports.join(", ")} };`;
}

/** A topic's own words are translated as sentences; its articles stay as they are (content/translations/README.md). */
function topicsCode(topics: ReturnType<typeof parts.topics>): string {
  const heads = Object.entries(topics).map(([slug, { articles: _, ...head }]) => [slug, head]);
  const articles = Object.entries(topics).map(([slug, topic]) => [slug, topic.articles]);
  return `import { sentences } from "~/platform/values/say";
const heads = sentences(${JSON.stringify(Object.fromEntries(heads))});
for (const [slug, articles] of ${JSON.stringify(articles)}) Object.assign(heads[slug], { articles });
export default heads;`;
}
