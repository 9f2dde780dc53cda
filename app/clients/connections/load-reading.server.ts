import { inFirestore } from "~/clients/firestore.server";
import type { AccountReading } from "~/domain/instagram/account-reading";

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
 * @throws UpstreamError also where what is kept cannot be read
 */
export async function loadReading(_uid: string): Promise<AccountReading | undefined> {
  // The room that stores readings (B) puts its body here.
  return undefined;
}
