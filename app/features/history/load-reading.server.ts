import type { AccountReading } from "~/features/history/account-reading";
import { countsOfInstagram } from "~/features/history/instagram-counts";
import { readingOf } from "~/features/history/kept-reading";
import { storedReading } from "~/features/history/readings.server";
import { inFirestore } from "~/platform/store/firestore.server";
import { UpstreamError } from "~/platform/upstream/upstream.server";

/** The key of the subscriber's present connection: each has its own. Undefined without one. */
async function connectionKeyOf(uid: string): Promise<string | undefined> {
  const found = await inFirestore("read", (database) =>
    database.collection("connections").doc(uid).get(),
  );
  const key: unknown = found.get("key");
  return typeof key === "string" ? key : undefined;
}

/** A connection that has given figures. */
export interface ConnectedReading {
  /** Names this connection: the next one has another. */
  key: string;
  reading: AccountReading;
  /** Whether something of it cannot be read; the next reading heals that. */
  isRotten: boolean;
}

/**
 * What can be read of what the subscriber's connection has given; undefined before its first figures, and without one.
 * @param known the connection's key, if it was just read
 */
export async function connectedReading(
  uid: string,
  known?: string,
): Promise<ConnectedReading | undefined> {
  const key = known ?? (await connectionKeyOf(uid));
  if (key === undefined) return undefined;
  const { kept, counts, isRotten } = await storedReading(uid, key);
  const given = kept && readingOf(kept);
  const counted = countsOfInstagram(counts);
  const reading = given && { ...given, ...(counted && { counts: counted }) };
  if (!reading && isRotten) throw new UpstreamError("firestore", "malformed");
  return reading && { key, reading, isRotten };
}

/**
 * All that the subscriber's connection has given; undefined before its first figures, and without a connection.
 * @param known the connection's key, if it was just read
 * @throws UpstreamError also where what is kept cannot be read (`malformed`); the next reading heals that
 */
export async function loadReading(
  uid: string,
  known?: string,
): Promise<AccountReading | undefined> {
  const connected = await connectedReading(uid, known);
  if (connected?.isRotten) throw new UpstreamError("firestore", "malformed");
  return connected?.reading;
}
