import { shownImports } from "~/features/imports/services/shown.server";
import { formatDate } from "~/platform/values/dates";

/** The earlier imports as the page lists them. */
export async function earlierImports(uid: string) {
  const imports = await shownImports(uid);
  return imports.map(({ id, state, takenAt, account, counts, problems: [problem] }) => ({
    id,
    state,
    date: formatDate(takenAt),
    account,
    followers: counts.followers,
    problem,
  }));
}

export type ListedImport = Awaited<ReturnType<typeof earlierImports>>[number];
