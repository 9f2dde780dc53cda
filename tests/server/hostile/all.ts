import { everyCase, few } from "../../setup/cases.ts";
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

/** Of cases with such names, which are alike, so many are sent. */
const alike: readonly [RegExp, number][] = [
  [/^cut at byte /, 2],
  [/^with flipped bits, /, 3],
  [/^with a part elsewhere, /, 4],
  // Another case has all of them.
  [/^the names /, 1],
  [/^the time /, 3],
  [/^the account /, 3],
  [/^the type /, 5],
  [/ followers shown$/, 2],
  [/^taken at /, 2],
  [/^a file named /, 3],
];
const some = alike.flatMap(([names, count]) =>
  few(
    hostileCases.filter(({ name }) => names.test(name)),
    count,
  ),
);

/** Of the others every second one. */
const others = hostileCases
  .filter(({ name }) => !alike.some(([names]) => names.test(name)))
  .filter((_, at) => at % 2 === 0);

/** Those that are sent. */
export const sentCases = everyCase
  ? hostileCases
  : hostileCases.filter((one) => some.includes(one) || others.includes(one));
