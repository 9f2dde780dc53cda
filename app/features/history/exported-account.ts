import type { AccountReading } from "./account-reading.ts";
import type { ImportSummary } from "./history.ts";

interface Named extends Pick<ImportSummary, "account" | "takenAt"> {
  ownNames?: readonly string[];
}

const newestNamed = (imports: readonly Named[]) =>
  imports.findLast(({ account }) => account !== null);

/** All names of the account, as far as exports tie them to this one. */
export function namesOfAccount(account: string, imports: readonly Named[]): ReadonlySet<string> {
  const names = new Set([account]);
  for (let before = 0; before < names.size; ) {
    before = names.size;
    for (const { account: own, ownNames = [] } of imports) {
      const tied = own === null ? [] : [own, ...ownNames];
      if (tied.some((name) => names.has(name))) for (const name of tied) names.add(name);
    }
  }
  return names;
}

/** The account of the newest export that names one, in lower case. @param imports in the order of their time */
export const exportedAccount = (imports: readonly Named[]): string | null =>
  newestNamed(imports)?.account?.toLowerCase() ?? null;

/**
 * The account of the newest of the other imports that names one: under the name that it has in this one, where exports tie the
 * two names.
 * @param imports in the order of their time
 */
export function accountBefore<Import extends Named>(
  one: Import,
  imports: readonly Import[],
): string | null {
  const before = newestNamed(imports.filter((other) => other !== one))?.account ?? null;
  if (one.account === null || before === null) return before;
  return namesOfAccount(one.account, imports).has(before) ? one.account : before;
}

/**
 * Whether the connection is to another account than the exports are of; false where they name none. A renamed account
 * is the same where an export says so, and for exports from when the connection knew it by its former name: later,
 * somebody else may have taken that name.
 * @param imports in the order of their time
 */
export function isOtherAccount(
  reading: Pick<AccountReading, "username" | "formerNames"> | undefined,
  imports: readonly Named[],
): boolean {
  const exported = exportedAccount(imports);
  if (!reading || exported === null) return false;
  if (namesOfAccount(exported, imports).has(reading.username.toLowerCase())) return false;
  const takenAt = newestNamed(imports)?.takenAt ?? Number.POSITIVE_INFINITY;
  const { formerNames = [] } = reading;
  return !formerNames.some(({ username, until }) => username === exported && takenAt <= until);
}
