import { EventEmitter, once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { createGunzip, createInflate, inflateSync } from "node:zlib";
import { Redis } from "ioredis";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { handleUncaughtErrors } from "~/platform/http/monitoring/uncaught-errors.server";
import { log } from "~/platform/monitoring/log.server";

const rubbish = Buffer.alloc(8, 9);
const events = ["uncaughtException", "unhandledRejection"] as const;

let others: (readonly [(typeof events)[number], NodeJS.UncaughtExceptionListener[]])[];
const shutDown = vi.fn();
const ends: (() => void)[] = [];
beforeEach(() => {
  vi.spyOn(log, "error").mockReturnValue();
  // vitest's own would fail the run.
  others = events.map((event) => {
    const listeners = process.listeners(event as "uncaughtException");
    process.removeAllListeners(event);
    return [event, listeners] as const;
  });
  handleUncaughtErrors(shutDown);
});
afterEach(() => {
  for (const [event, listeners] of others) {
    process.removeAllListeners(event);
    for (const listener of listeners) process.on(event as "uncaughtException", listener);
  }
  for (const end of ends.splice(0)) end();
  shutDown.mockClear();
});

const inTurnOfItsOwn = (work: () => void) => () => void setImmediate(work);
const emitted = (code: string) =>
  inTurnOfItsOwn(() => new EventEmitter().emit("error", Object.assign(new Error(), { code })));

/** A Redis that answers whatever it is asked with the same bytes; its client hears messages. */
async function subscribe(answer: string, onMessage = () => {}) {
  const server = createServer((socket) => {
    socket.on("data", () => socket.write(answer)).on("error", () => {});
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const client = new Redis(port, "127.0.0.1", {
    protocol: 2,
    disableClientInfo: true,
    enableReadyCheck: false,
  });
  client.on("message", onMessage);
  client.subscribe("channel").catch(() => {});
  ends.push(() => {
    client.disconnect();
    server.close();
  });
}
const subscribed = "*3\r\n$9\r\nsubscribe\r\n$7\r\nchannel\r\n:1\r\n";
const message = "*3\r\n$7\r\nmessage\r\n$7\r\nchannel\r\n$1\r\nx\r\n";

test.each<[string, "goes on" | "ends", () => void]>([
  ["a connection that is reset", "goes on", emitted("ECONNRESET")],
  ["gzip that is none", "goes on", () => void createGunzip().end(rubbish)],
  ["deflate that is none", "goes on", () => void createInflate().end(rubbish)],
  ["gzip that is cut", "goes on", () => void createGunzip().end(Buffer.from("H4sIAAAA", "base64"))],
  [
    "what was unpacked in the middle of other work",
    "ends",
    inTurnOfItsOwn(() => inflateSync(rubbish)),
  ],
  ["a reply to SUBSCRIBE that is null", "goes on", () => void subscribe("$-1\r\n")],
  ["an empty one", "goes on", () => void subscribe("*0\r\n")],
  ["a number", "goes on", () => void subscribe(":1\r\n")],
  [
    "a listener of ours that throws",
    "ends",
    () =>
      void subscribe(subscribed + message, () => {
        throw new TypeError("ours");
      }),
  ],
  ["another error", "ends", emitted("ENOENT")],
  [
    "what is no error",
    "ends",
    inTurnOfItsOwn(() => {
      throw undefined;
    }),
  ],
])("%s: the process %s", async (_, end, fault) => {
  const caught = once(process, "uncaughtException");
  fault();
  await caught;
  expect(shutDown).toHaveBeenCalledTimes(end === "ends" ? 1 : 0);
  expect(log.error).toHaveBeenCalledTimes(1);
});
