import { rename } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import type { Plugin } from "vitest/config";

/** The programs of threads, and the modules that start them. */
const threads = [
  { source: "app/import-worker.ts", startedBy: "/app/features/imports/thread.server.ts" },
  { source: "app/report-worker.ts", startedBy: "/app/features/report/services/threads.server.ts" },
];
/** Threads of imports are kept for the next that starts (kept-threads.ts); those of reports the app itself keeps. */
const imported = 'import { Worker } from "node:worker_threads";';
const kept = 'import { KeptThread as Worker } from "#tests/setup/kept-threads";';
const folder = fileURLToPath(new URL("../../node_modules/.vite/threads/", import.meta.url));

/** Builds the program of a thread into one file. @returns its path */
async function bundle(source: string): Promise<string> {
  const name = source.replace(/^app\/(.*)\.ts$/, "$1");
  const own = `${name}-${process.pid}.js`;
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      ssr: source,
      target: "node22",
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      rollupOptions: { output: { entryFileNames: own } },
    },
  });
  // Another run at the same time must not read half a file.
  await rename(`${folder}${own}`, `${folder}${name}.js`);
  return `${folder}${name}.js`;
}

/**
 * Starts each thread from one file. From source, Node strips the types of seventy files for each thread, which takes a
 * quarter of a second; the tests start hundreds.
 */
export function bundledThread(): Plugin {
  const paths = new Map<string, string>();
  return {
    name: "bundled-thread",
    enforce: "pre",
    // At each run: vitest keeps what `transform` returned, which would leave an older bundle in its place.
    async configureVitest({ vitest, project }) {
      // While files are edited, the source is what is tested.
      if (project.name !== "app" || vitest.config.watch) return;
      for (const { source } of threads) paths.set(source, await bundle(source));
    },
    transform(code, id) {
      const thread = threads.find(({ startedBy }) => id.endsWith(startedBy));
      const path = thread && paths.get(thread.source);
      if (!thread || path === undefined) return;
      const quoted = JSON.stringify(thread.source);
      if (!code.includes(quoted)) throw new Error(`${id} does not start ${quoted}`);
      const bundled = code.replace(quoted, JSON.stringify(path));
      if (thread.source !== "app/import-worker.ts") return { code: bundled, map: null };
      if (!code.includes(imported)) throw new Error(`${id} does not say ${imported}`);
      return { code: bundled.replace(imported, kept), map: null };
    },
  };
}
