import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { jsxSentences } from "./content/jsx-sentences.ts";
import { inOneByte } from "./content/one-byte.ts";
import { contentPlugin } from "./content/plugin.ts";
import remixConfig from "./remix.config.js";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

/** Names of the programs by their modules. */
const programs: Record<string, string> = {
  "app/server.ts": "server.js",
  "app/erase-expired.ts": "erase-expired.js",
  "app/outbox.ts": "outbox.js",
  "app/law.ts": "law.js",
  "app/declarations.ts": "declarations.js",
  "app/announce-price.ts": "announce-price.js",
  "app/own-data.ts": "own-data.js",
  "app/import-worker.ts": "import-worker.js",
  "app/report-worker.ts": "report-worker.js",
};

/** Modules that most pages load, together with React: small files of their own compress worse. */
const onMostPages =
  /\/app\/(design\/(app-footer|button|data-block|dialog|form-message|form-token|icons|leaving-footer|logo|message|skip-link)|platform\/(values\/(addresses|durations|numbers|script-hooks)|pages\/page-meta))\.tsx?$|\/use-hydrated\.js$/;

function sharedChunk(): Plugin {
  return {
    name: "shared-chunk",
    config(_, { isSsrBuild, command }) {
      if (command !== "build" || isSsrBuild) return;
      const manualChunks = (id: string) => (onMostPages.test(id) ? "shared" : undefined);
      return { build: { rollupOptions: { output: { manualChunks } } } };
    },
  };
}

/** Builds the HTTP server and the jobs beside Remix's own server build, sharing one copy of every module. */
function serverEntry(): Plugin {
  return {
    name: "server-entry",
    enforce: "post",
    config(_, { isSsrBuild, command }) {
      if (command !== "build" || !isSsrBuild) return;
      return {
        build: {
          target: "node22",
          rollupOptions: {
            input: Object.keys(programs),
            output: {
              entryFileNames: ({ facadeModuleId }) =>
                Object.entries(programs).find(([module]) =>
                  facadeModuleId?.endsWith(module),
                )?.[1] ?? "index.js",
            },
          },
        },
      };
    },
  };
}

const compressible = /\.(css|dict|js|svg|json|txt|webmanifest|ico)$/;

/**
 * Writes the dictionary of the pages (app/platform/pages/README.md) under its hash, with the names that this build's files
 * have: of one name, without its hash, there may be several.
 */
function writeDictionary(directory: string): void {
  const names = readdirSync(join(directory, "assets"));
  const shell = readFileSync("content/dictionary/shell.txt", "utf8").replace(
    /([\w.-]+)-~hash~(\.\w+)/g,
    (unknown, start: string, end: string) =>
      names.find(
        (name) =>
          name.startsWith(`${start}-`) &&
          name.length === start.length + 9 + end.length &&
          name.endsWith(end),
      ) ?? unknown,
  );
  const hash = createHash("sha256").update(shell).digest("hex");
  writeFileSync(join(directory, "assets", `pages-${hash}.dict`), shell);
}

/** Writes each static file in every encoding, at the best level, beside it. */
function compressClient(directory: string): void {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !compressible.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const body = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
    writeFileSync(`${path}.br`, brotliCompressSync(body));
    writeFileSync(
      `${path}.zst`,
      zstdCompressSync(body, { params: { [constants.ZSTD_c_compressionLevel]: 19 } }),
    );
  }
}

function finishClient(directory: string): void {
  writeDictionary(directory);
  compressClient(directory);
}

export default defineConfig({
  plugins: [
    contentPlugin(),
    jsxSentences(),
    tailwindcss(),
    remix({ ...remixConfig, buildEnd: () => finishClient("build/client") }),
    sharedChunk(),
    serverEntry(),
    inOneByte(),
  ],
  resolve: {
    alias: {
      "~": new URL("./app", import.meta.url).pathname,
      "#content": new URL("./content", import.meta.url).pathname,
    },
  },
  // Error reports name it (docs/product.md#crash-page); only server code reads it, so that no asset's hash moves with the clock.
  define: { "import.meta.env.VITE_BUILD_TIME": JSON.stringify(new Date().toISOString()) },
  // Only what is used of them goes into the build: React Email brings a whole preview server, Zod its messages in fifty languages.
  ssr: { noExternal: ["react-email", "zod"] },
  build: { target: "es2022", assetsInlineLimit: 0, sourcemap: false },
  optimizeDeps: {
    entries: ["app/entry.client.tsx", "app/root.tsx", "app/features/*/routes/**/*.tsx"],
  },
});
