import type { Import } from "~/features/history/import";

/** An import of 100 followers and nothing else, but for what a test says of it. */
export const oneImport = <M extends Partial<Import>>(more: M) => ({
  ...{ id: "a", takenAt: 0, startedAt: 0, aliveAt: 0, account: null },
  counts: { followers: 100, following: null, skipped: 0 },
  ...{ found: [], digest: "", unreadable: {}, unknownLabels: [], followersShown: null },
  ...{ pieces: 1, readings: null },
  ...more,
});
