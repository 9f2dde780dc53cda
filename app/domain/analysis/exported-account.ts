import type { AccountReading } from "../instagram/account-reading.ts";
import type { ImportSummary } from "./analysis.ts";

type Named = Pick<ImportSummary, "account" | "takenAt">;

const newestNamed = (imports: readonly Named[]) =>
  imports.findLast(({ account }) => account !== null);

/** The account of the newest export that names one, in lower case. @param imports in the order of their time */
export const exportedAccount = (imports: readonly Named[]): string | null =>
  newestNamed(imports)?.account?.toLowerCase() ?? null;

/**
 * Whether the connection is to another account than the exports are of. One that they do not name is none. An account
 * that was renamed is the same to exports from when the connection knew it by its former name: later, somebody else may
 * have taken that name.
 * @param imports in the order of their time
 */
export function isOtherAccount(
  reading: Pick<AccountReading, "username" | "formerNames"> | undefined,
  imports: readonly Named[],
): boolean {
  const exported = exportedAccount(imports);
  if (!reading || exported === null) return false;
  if (reading.username.toLowerCase() === exported) return false;
  const takenAt = newestNamed(imports)?.takenAt ?? Number.POSITIVE_INFINITY;
  const { formerNames = [] } = reading;
  return !formerNames.some(({ username, until }) => username === exported && takenAt <= until);
}
