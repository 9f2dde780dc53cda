import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, expect, test, vi } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { server as interceptor, projectId } from "#tests/setup/outside";
import { inFirestore } from "~/platform/store/firestore.server";
import { startFirestore } from "../../../sandbox/systems/firestore.ts";

const firestore = await startFirestore(projectId);
const sockets = new Set<Socket>();
const relay = createServer((client) => {
  const server = connect(firestore.port, "127.0.0.1");
  client.pipe(server).pipe(client);
  for (const socket of [client, server]) sockets.add(socket.on("error", () => {}));
});
await once(relay.listen(0, "127.0.0.1"), "listening");
vi.stubEnv("FIRESTORE_EMULATOR_HOST", `127.0.0.1:${(relay.address() as AddressInfo).port}`);
afterAll(async () => {
  if (everyCase) interceptor.listen();
  relay.close();
  for (const socket of sockets) socket.destroy();
  await firestore.stop();
});

const read = () => inFirestore("read", (database) => database.doc("silent/document").get());

// Takes 40 s.
test.skipIf(!everyCase)(
  "a connection that falls silent is given up, and the next calls go by another",
  async () => {
    // MSW must not intercept these calls: they go over a real socket.
    interceptor.close();
    await read();
    for (const socket of sockets) socket.unpipe().resume();
    await expect(read()).rejects.toThrow("timeout");
    await vi.waitFor(read, { timeout: 60_000, interval: 500 });
  },
);
