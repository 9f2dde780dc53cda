import { vi } from "vitest";

/**
 * To set a receipt's PDF takes a fifth of a second of the processor, and nearly every test of a cancellation sends one. What
 * asks for the file itself undoes this by `vi.unmock`: plain-document.test.ts and mail-language.test.ts.
 */
vi.mock("~/features/report/plain-document.server", () => ({
  setPlainDocument: async () => new TextEncoder().encode("%PDF-1.7"),
}));
