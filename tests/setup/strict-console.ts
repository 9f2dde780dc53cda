import { beforeEach, vi } from "vitest";

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation((...entries) => {
    throw new Error(`console.error was called: ${entries.join(" ")}`);
  });
});
