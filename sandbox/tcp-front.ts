import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Fault, Faults, SystemName } from "./faults.ts";

export interface TcpFront {
  port: number;
  close(): Promise<void>;
}

/**
 * A TCP relay in front of a system that does not speak plain HTTP, so that it can hang, refuse or break
 * connections, or garble its responses like the others. A fault also applies to open connections; once it
 * is cleared, paused connections resume.
 */
export async function startTcpFront(
  system: SystemName,
  faults: Faults,
  upstreamPort: number,
  port: number,
): Promise<TcpFront> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let server: Server | undefined;

  function accept(client: Socket) {
    const upstream = connect({ host: "127.0.0.1", port: upstreamPort, noDelay: true });
    const pair = [client, upstream] as const;
    pairs.add(pair);
    const destroyBoth = () => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of pair) {
      socket.on("error", destroyBoth);
      socket.on("close", destroyBoth);
    }
    relay(client, upstream, system, faults);
    relay(upstream, client, system, faults, responseTransfer);
    apply();
  }

  function apply() {
    const kind = faults.current(system)?.kind;
    for (const [client, upstream] of pairs) {
      if (kind === "reset" || kind === "refuse") {
        client.resetAndDestroy();
        upstream.destroy();
      } else if (kind === "hang") {
        client.pause();
        upstream.pause();
      } else {
        client.resume();
        upstream.resume();
      }
    }
  }

  async function listen(atPort: number) {
    const opened = createServer({ noDelay: true }, accept);
    server = opened;
    await new Promise<void>((resolve, reject) => {
      opened.once("error", reject);
      opened.listen(atPort, "127.0.0.1", resolve);
    });
    return (opened.address() as AddressInfo).port;
  }

  const bound = await listen(port);
  let settled: Promise<unknown> = Promise.resolve();
  faults.onChange((changed) => {
    if (changed !== system) return;
    apply();
    settled = settled.then(async () => {
      const refusing = faults.current(system)?.kind === "refuse";
      if (refusing && server) {
        server.close();
        server = undefined;
      } else if (!refusing && !server && !closed) {
        await listen(bound);
      }
    });
  });

  let closed = false;
  return {
    port: bound,
    async close() {
      closed = true;
      await settled;
      server?.close();
      for (const [client, upstream] of pairs) {
        client.destroy();
        upstream.destroy();
      }
    },
  };
}

/** Sends a chunk on. `isActive`: whether the same fault is still set and the connection open. */
type Transfer = (chunk: Buffer, to: Socket, isActive: () => boolean) => Promise<void>;

const forward: Transfer = async (chunk, to) => void to.write(chunk);

/** How faults garble the system's responses. The other faults do not change bytes. */
const garbledTransfers: Partial<Record<Fault["kind"], Transfer>> = {
  async drip(chunk, to, isActive) {
    let sent = 0;
    for (; sent < chunk.length && isActive(); sent += 1) {
      to.write(chunk.subarray(sent, sent + 1));
      await wait(1_000, undefined, { ref: false });
    }
    to.write(chunk.subarray(sent));
  },
  malformed: async (chunk, to) => void to.write(Buffer.alloc(chunk.length, 0xff)),
  "wrong-shape": async (_, to) => void to.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"),
  async huge(_, to, isActive) {
    const mebibyte = Buffer.alloc(1_048_576, "x");
    for (let sent = 0; sent < 32 && isActive(); sent += 1)
      await new Promise((resolve) => to.write(mebibyte, resolve));
  },
};

const responseTransfer = (kind: Fault["kind"] | undefined) =>
  (kind && garbledTransfers[kind]) || forward;

function relay(
  from: Socket,
  to: Socket,
  system: SystemName,
  faults: Faults,
  transferFor = (_: Fault["kind"] | undefined): Transfer => forward,
) {
  let transferred: Promise<void> = Promise.resolve();
  from.on("data", (chunk) => {
    const fault = faults.current(system);
    const delay = fault?.kind === "slow" ? wait(fault.ms, undefined, { ref: false }) : undefined;
    const isActive = () => faults.current(system) === fault && !to.destroyed;
    transferred = transferred.then(async () => {
      await delay;
      await transferFor(fault?.kind)(chunk, to, isActive);
    });
  });
}
