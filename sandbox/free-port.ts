import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A port that nobody listens on, for a server whose address must be known before it starts. It is below the ephemeral
 * ports, so that no outgoing connection takes it before the server starts or restarts.
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
