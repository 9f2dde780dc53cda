import { once } from "node:events";
import { createServer } from "node:net";

const lowest = 20_000;
/** Ports of each of the tests' workers, so that none takes what another is about to use. */
const each = 1_500;
const workers = 8;
const { VITEST_POOL_ID, TEST_PARALLEL_INDEX } = process.env;
const worker = Number(VITEST_POOL_ID ?? TEST_PARALLEL_INDEX ?? 0) % workers;
let last = Math.floor(Math.random() * each);

/**
 * A port that nobody listens on, for a server whose address must be known before it starts. It is below the ephemeral
 * ports, so that no outgoing connection takes it before the server starts or restarts.
 * A process gets each once, before it gets any again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    last = (last + 1) % each;
    const port = lowest + worker * each + last;
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
