import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, vi } from "vitest";
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
// It must not intercept what connects anew.
beforeAll(() => server.close());
afterAll(async () => {
  server.listen();
  breakAll();
  wire.close();
  await firestore.stop();
});

/** When the connection is reset: before the commit is carried out, or as it is answered. */
export type Break = "before" | "as it is answered";

/**
 * Resets the connection once, at the next commit that writes this document, or one of this collection.
 * @param since happens then, before anybody tries again
 * @returns how often it was reset
 */
export function breakOnce(path: string, when: Break, since = () => {}): () => number {
  const commit = DocumentStore.prototype.commit;
  let breaks = 0;
  const spy = vi.spyOn(DocumentStore.prototype, "commit").mockImplementation(function (
    this: DocumentStore,
    writes,
  ) {
    const isMeant = writes.some((one) =>
      `${(one.update?.name ?? one.delete)?.split("/documents/")[1]}/`.startsWith(`${path}/`),
    );
    if (!isMeant) return commit.call(this, writes);
    spy.mockRestore();
    breaks += 1;
    if (when === "before") {
      breakAll();
      throw new Error("the connection is gone");
    }
    const answer = commit.call(this, writes);
    breaksAtAnswer = true;
    since();
    return answer;
  });
  return () => breaks;
}
