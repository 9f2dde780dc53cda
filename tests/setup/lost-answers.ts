import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, vi } from "vitest";
import { FirestoreFailure } from "../../sandbox/systems/firestore/failure.ts";
import { DocumentStore } from "../../sandbox/systems/firestore/store.ts";
import { startFirestore } from "../../sandbox/systems/firestore.ts";
import { projectId, server } from "./outside.ts";

/** A Firestore that this file alone uses, behind a wire that breaks when it is told to. */
export const firestore = await startFirestore(projectId);
const open = new Set<Socket>();
let breaksAtAnswer = false;

function breakAll() {
  breaksAtAnswer = false;
  for (const socket of open) socket.resetAndDestroy();
}

const wire = createServer({ noDelay: true }, (client) => {
  const upstream = connect({ host: "127.0.0.1", port: firestore.port, noDelay: true });
  for (const [from, to] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    open.add(from);
    from.on("error", () => {});
    from.on("close", () => {
      open.delete(from);
      to.destroy();
    });
  }
  client.on("data", (sent) => upstream.write(sent));
  upstream.on("data", (sent) => (breaksAtAnswer ? breakAll() : client.write(sent)));
});
await new Promise<void>((resolve) => wire.listen(0, "127.0.0.1", resolve));
const { port } = wire.address() as AddressInfo;
vi.stubEnv("FIRESTORE_EMULATOR_HOST", `127.0.0.1:${port}`);
beforeAll(async () => {
  // It must not intercept what connects anew.
  server.close();
  // A process's first transaction may take longer than one is tried again.
  const database = await (await import("~/platform/store/firebase.server")).firestore();
  await database.runTransaction(async (transaction) => {
    await transaction.get(database.doc("warm/up"));
    transaction.set(database.doc("warm/up"), {});
  });
});
afterAll(async () => {
  server.listen();
  breakAll();
  wire.close();
  await firestore.stop();
});

/** What happens: a reset before the commit is carried out, or as it is answered; or Firestore says that others were there. */
export type Break = "before" | "as it is answered" | "aborted";

/**
 * Breaks the next commit that writes this document, or one of this collection. Of several breaks each takes the next one,
 * or the empty commit of whoever looks what became of it.
 * @param since happens then, before anybody tries again
 * @returns how many breaks there were
 */
export function breakOnce(
  path: string,
  when: Break | Break[],
  since: (at: number) => void = () => {},
): () => number {
  const plan = [when].flat();
  const commit = DocumentStore.prototype.commit;
  let breaks = 0;
  const spy = vi.spyOn(DocumentStore.prototype, "commit").mockImplementation(function (
    this: DocumentStore,
    writes,
  ) {
    const isMeant = writes.some((one) =>
      `${(one.update?.name ?? one.delete)?.split("/documents/")[1]}/`.startsWith(`${path}/`),
    );
    if (!isMeant && (breaks === 0 || writes.length > 0)) return commit.call(this, writes);
    const kind = plan[breaks];
    const at = breaks;
    breaks += 1;
    if (breaks === plan.length) spy.mockRestore();
    if (kind === "as it is answered") {
      const answer = commit.call(this, writes);
      breaksAtAnswer = true;
      since(at);
      return answer;
    }
    since(at);
    if (kind === "aborted") throw new FirestoreFailure("ABORTED", "others were there");
    breakAll();
    throw new Error("the connection is gone");
  });
  return () => breaks;
}
