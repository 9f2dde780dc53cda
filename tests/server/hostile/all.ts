import { brokenForms } from "./broken-forms.ts";
import { brokenLists } from "./broken-lists.ts";
import { brokenRest } from "./broken-rest.ts";
import { brokenZips } from "./broken-zips.ts";

/** Whatever may be sent instead of an export. The same each time. */
export const hostileCases = [
  ...(await brokenZips()),
  ...brokenLists,
  ...brokenRest,
  ...brokenForms,
];
