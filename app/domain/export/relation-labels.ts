import { labelTable } from "./labels.ts";

/** Labels of form C in lists of people. */
export const relationLabels = labelTable({
  username: ["Username"],
  url: ["URL"],
  other: ["Name"],
});
