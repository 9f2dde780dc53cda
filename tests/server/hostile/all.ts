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
  [/^with flipped bits, /, 2],
  [/^with a part elsewhere, /, 2],
  // Another case has all of them.
  [/^the names /, 1],
  [/^the time /, 1],
  [/^the account /, 1],
  [/^the type /, 3],
  [/ followers shown$/, 1],
  [/^taken at /, 1],
  [/^a file named /, 2],
];
const some = alike.flatMap(([names, count]) =>
  few(
    hostileCases.filter(({ name }) => names.test(name)),
    count,
  ),
);

/** They take longest, and each has a unit test of its limit. */
const dear =
  /^(200,001 posts|20,000 labels|labels that are half|a bomb of spaces|a text of 2 MB|2 MB of commas)/;

/** Of the others every eighth one. */
const others = hostileCases
  .filter(({ name }) => !dear.test(name) && !alike.some(([names]) => names.test(name)))
  .filter((_, at) => at % 8 === 0);

/** Those that are sent. */
export const sentCases = everyCase
  ? hostileCases
  : hostileCases.filter((one) => some.includes(one) || others.includes(one));
