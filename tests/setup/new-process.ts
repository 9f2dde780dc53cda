import { vi } from "vitest";
import { resetModules } from "./reset-app.ts";

// Test files share a few processes, because loading the packages takes a second. Each file begins as if in a new one:
// no module remembers anything, and what a file before it set is gone.
vi.useRealTimers();
vi.unstubAllEnvs();
vi.unstubAllGlobals();
resetModules((id) => id.includes(".server.") || id.includes("/tests/"));
