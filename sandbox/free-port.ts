import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A port of this machine that nobody listens on: for a server whose own address must be known before it starts. It is
 * below those that the system gives to connections, which would take it before the server is up or starts again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const probe = createServer().listen(port);
    const isFree = await once(probe, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
}
