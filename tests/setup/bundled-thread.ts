import { rename } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import type { Plugin } from "vitest/config";

const source = '"app/import-worker.ts"';
const folder = fileURLToPath(new URL("../../node_modules/.vite/import-worker/", import.meta.url));

/** Builds the program of an import's thread into one file. @returns its path */
async function bundle(): Promise<string> {
  const name = `${process.pid}.js`;
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      ssr: "app/import-worker.ts",
      target: "node22",
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      rollupOptions: { output: { entryFileNames: name } },
    },
  });
  // Another run at the same time must not read half a file.
  await rename(`${folder}${name}`, `${folder}import-worker.js`);
  return `${folder}import-worker.js`;
}

/**
 * Starts an import's thread from one file. From source, Node strips the types of seventy files for each thread, which
 * takes a quarter of a second; the tests start hundreds.
 */
export function bundledThread(): Plugin {
  let path: string | undefined;
  return {
    name: "bundled-thread",
    enforce: "pre",
    // At each run: vitest keeps what `transform` returned, which would leave an older bundle in its place.
    async configureVitest({ vitest, project }) {
      // While files are edited, the source is what is tested.
      if (project.name === "app" && !vitest.config.watch) path = await bundle();
    },
    transform(code, id) {
      if (path === undefined || !id.endsWith("/app/services/imports/thread.server.ts")) return;
      if (!code.includes(source)) throw new Error(`${id} does not start ${source}`);
      return { code: code.replace(source, JSON.stringify(path)), map: null };
    },
  };
}
