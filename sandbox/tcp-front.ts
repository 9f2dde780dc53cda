import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Fault, Faults, SystemName } from "./faults.ts";

export interface TcpFront {
  port: number;
  close(): Promise<void>;
}

/**
 * A TCP relay before a system that does not speak plain HTTP, so that it can hang, refuse, break
 * connections or bend what it says like the others. A fault meets the connections that are open,
 * too; once it is cleared, held ones go on.
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
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of pair) {
      socket.on("error", end);
      socket.on("close", end);
    }
    relay(client, upstream, system, faults);
    relay(upstream, client, system, faults, answerOver);
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

  async function listen(wanted: number) {
    const opened = createServer({ noDelay: true }, accept);
    server = opened;
    await new Promise<void>((resolve, reject) => {
      opened.once("error", reject);
      opened.listen(wanted, "127.0.0.1", resolve);
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

type Pour = (chunk: Buffer, to: Socket, still: () => boolean) => Promise<void>;

const pass: Pour = async (chunk, to) => void to.write(chunk);

/** How a fault of the connection bends what the system says; the others are not of the connection. */
const answers: Partial<Record<Fault["kind"], Pour>> = {
  async drip(chunk, to, still) {
    let sent = 0;
    for (; sent < chunk.length && still(); sent += 1) {
      to.write(chunk.subarray(sent, sent + 1));
      await wait(1_000, undefined, { ref: false });
    }
    to.write(chunk.subarray(sent));
  },
  malformed: async (chunk, to) => void to.write(Buffer.alloc(chunk.length, 0xff)),
  "wrong-shape": async (_, to) => void to.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"),
  async huge(_, to, still) {
    const mebibyte = Buffer.alloc(1_048_576, "x");
    for (let sent = 0; sent < 32 && still(); sent += 1)
      await new Promise((resolve) => to.write(mebibyte, resolve));
  },
};

const answerOver = (kind: Fault["kind"] | undefined) => (kind && answers[kind]) || pass;

function relay(
  from: Socket,
  to: Socket,
  system: SystemName,
  faults: Faults,
  choose = (_: Fault["kind"] | undefined): Pour => pass,
) {
  let poured: Promise<void> = Promise.resolve();
  from.on("data", (chunk) => {
    const fault = faults.current(system);
    const late = fault?.kind === "slow" ? wait(fault.ms, undefined, { ref: false }) : undefined;
    const still = () => faults.current(system) === fault && !to.destroyed;
    poured = poured.then(async () => {
      await late;
      await choose(fault?.kind)(chunk, to, still);
    });
  });
}
