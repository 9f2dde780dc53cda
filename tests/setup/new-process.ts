import "./quick-compression.ts";
import "./quick-imports.ts";
import { vi } from "vitest";
import { resetModules } from "./reset-app.ts";

// Test files share a few processes, because loading the packages takes a second. Each file begins as if in a new one:
// no module remembers anything, and what a file before it set is gone.
vi.useRealTimers();
vi.unstubAllEnvs();
vi.unstubAllGlobals();
resetModules((id) => id.includes(".server.") || id.includes("/tests/"));

// Some files set their environment before any module is loaded, and cannot take it back.
const worker = globalThis as { firstEnvironment?: NodeJS.ProcessEnv };
worker.firstEnvironment ??= { ...process.env };
for (const name of Object.keys({ ...process.env, ...worker.firstEnvironment })) {
  const first = worker.firstEnvironment[name];
  if (name.startsWith("VITEST")) continue;
  if (first === undefined) delete process.env[name];
  else process.env[name] = first;
}
