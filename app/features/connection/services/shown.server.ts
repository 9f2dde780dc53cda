import { createHash } from "node:crypto";
import { env } from "~/env.server";
import { sourceOf } from "~/features/analysis/profiles.server";
import type { AccountReading } from "~/features/history/account-reading";
import { type Connection, missingOf, readableFrom, stateOf } from "~/features/history/connecting";
import { connectionOf } from "~/features/history/connections.server";
import { exportedAccount, isOtherAccount } from "~/features/history/exported-account";
import { usedAmong } from "~/features/history/import";
import { importsOf, storedImports } from "~/features/history/import-documents.server";
import { loadReading } from "~/features/history/load-reading.server";
import { unlessDown, unlessMalformed } from "~/platform/upstream/upstream.server";

/** What the page shows of a subscriber's connection. */
export async function shownConnection(connection: Connection, now: number) {
  const { key, payload } = connection;
  const { uid } = payload;
  const state = stateOf(connection, now);
  const isUnread = connection.progress.readAt === null;
  let loading: Promise<AccountReading | undefined> | undefined;
  const load = () => {
    loading ??= unlessDown(loadReading(uid, key));
    return loading;
  };
  const [exportsOf, reading, source] = await Promise.all([
    otherAccount(connection.payload, load),
    isUnread ? load() : undefined,
    sourceOf(uid, { fresh: isUnread }),
  ]);
  return {
    connection,
    state,
    missing: state === "withdrawn" ? [] : missingOf(connection),
    /** When the subscriber may ask for a reading; undefined while none can be asked for. */
    refreshFrom: readableFrom(connection),
    /** The username of the exports, where it is another one (docs/product.md#connection). */
    exportsOf,
    /** What the connection has given so far. Only during the first reading. */
    reading,
    hasFigures: source === "built-in",
    mark: markOf(connection, now),
  };
}

export type ShownConnection = Awaited<ReturnType<typeof shownConnection>>;

/** The exports' account, where the connection is to another one (docs/product.md#connection). */
async function otherAccount(
  { uid, username }: Connection["payload"],
  load: () => Promise<AccountReading | undefined>,
): Promise<string | undefined> {
  if (!env.ANALYSIS_SOURCES.has("export")) return undefined;
  // While an export cannot be read, nobody knows which is the newest.
  const used = usedAmong(await unlessMalformed(importsOf(uid), () => []));
  if (!isOtherAccount({ username }, used)) return undefined;
  // By a former name it may be the same account.
  const reading = await load();
  return isOtherAccount(reading ?? { username }, used)
    ? (exportedAccount(used) ?? undefined)
    : undefined;
}

/** Whether the figures also come from imported exports. One that cannot be read may be in use. */
export async function hasImports(uid: string): Promise<boolean> {
  const { imports, rotten } = await storedImports(uid);
  return rotten.length > 0 || imports.some(({ state }) => state === "used");
}

/** Whether a page that waits has something new to show: differs when the state or the progress does. */
export function markOf(connection: Connection | undefined, now: number): string {
  const seen = connection && [
    connection.key,
    stateOf(connection, now),
    connection.progress.begunAt,
    connection.progress.readAt,
    connection.progress.posts,
  ];
  return createHash("sha256")
    .update(JSON.stringify(seen ?? null))
    .digest("hex")
    .slice(0, 12);
}

/** The mark of what is kept now, read anew. */
export const presentMark = async (uid: string): Promise<string> =>
  markOf(await connectionOf(uid), Date.now());
