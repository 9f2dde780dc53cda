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
  let watching = false;
  let bundled: Promise<string> | undefined;
  return {
    name: "bundled-thread",
    enforce: "pre",
    configureVitest({ vitest }) {
      watching = vitest.config.watch;
    },
    async transform(code, id) {
      // While files are edited, the source is what is tested.
      if (watching || !id.endsWith("/app/services/imports/thread.server.ts")) return;
      if (!code.includes(source)) throw new Error(`${id} does not start ${source}`);
      bundled ??= bundle();
      return { code: code.replace(source, JSON.stringify(await bundled)), map: null };
    },
  };
}
