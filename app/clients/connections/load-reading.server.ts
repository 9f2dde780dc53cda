import { storedReading } from "~/clients/connections/readings.server";
import { inFirestore } from "~/clients/firestore.server";
import { UpstreamError } from "~/clients/upstream.server";
import type { AccountReading } from "~/domain/instagram/account-reading";
import { readingOf } from "~/domain/instagram/kept-reading";

/** The key of the subscriber's present connection: each has its own. Undefined without one. */
export async function connectionKeyOf(uid: string): Promise<string | undefined> {
  const found = await inFirestore("read", (database) =>
    database.collection("connections").doc(uid).get(),
  );
  const key: unknown = found.get("key");
  return typeof key === "string" ? key : undefined;
}

/**
 * All that the subscriber's connection has given; undefined before its first figures, and without a connection.
 * @throws UpstreamError also where what is kept cannot be read (`malformed`); the next reading heals that
 */
export async function loadReading(uid: string): Promise<AccountReading | undefined> {
  const key = await connectionKeyOf(uid);
  if (key === undefined) return undefined;
  const { kept, isRotten } = await storedReading(uid, key);
  if (isRotten) throw new UpstreamError("firestore", "malformed");
  return kept && readingOf(kept);
}
