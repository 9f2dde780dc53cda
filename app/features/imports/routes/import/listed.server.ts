import words from "content:import";
import { shownImports } from "~/features/imports/services/shown.server";
import { formatDate } from "~/platform/values/dates";
import { fillNamed } from "~/platform/values/elision";

const { unreadable } = words;

/** The earlier imports as the page lists them, and those that cannot be read. */
export async function listedImports(uid: string) {
  const { imports, rotten } = await shownImports(uid);
  return {
    earlier: imports.map(({ id, state, takenAt, account, counts, problems: [problem] }) => ({
      id,
      state,
      date: formatDate(takenAt),
      account,
      followers: counts.followers,
      problem,
    })),
    rotten: rotten.map(({ id, startedAt }) => ({
      id,
      uploaded:
        startedAt === undefined
          ? unreadable.undated
          : fillNamed(unreadable.uploaded, { date: formatDate(startedAt) }),
    })),
  };
}

type Listed = Awaited<ReturnType<typeof listedImports>>;
export type ListedImport = Listed["earlier"][number];
export type ListedRotten = Listed["rotten"][number];
