import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { few } from "#tests/setup/cases";
import { readUpload } from "~/platform/http/uploads/read-upload.server";
import { form, head, open, serve } from "./serve-upload.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** An upload whose sender and reader go on when the test says so, and a clock that does. */
async function slowUpload(fileBytes: number) {
  let read = 0;
  let goOn = Promise.resolve();
  const { port, server } = await serve(async ({ request, context }) => {
    for await (const item of readUpload(request, context)) {
      if ("value" in item) continue;
      for await (const chunk of item.chunks) {
        read += chunk.byteLength;
        await goOn;
      }
    }
    return read;
  });
  const body = form([["export", Buffer.alloc(fileBytes), "a.zip"]]);
  const requested = once(server, "request");
  const { socket, closed, received } = open(port);
  socket.write(head(body.byteLength, { connection: "close" }));
  const [request] = await requested;
  let sent = 0;
  const write = (bytes: number) => {
    socket.write(body.subarray(sent, sent + bytes));
    sent = Math.min(sent + bytes, body.byteLength);
  };
  /** Waits until the client is waited for, or is not. */
  const settled = async (isPaused: boolean) => {
    for (let turns = 0; turns < 20; turns += 1) {
      await turn();
      if (request.isPaused() !== isPaused && received() === "") turns = 0;
    }
  };
  return {
    closed,
    received,
    write,
    settled,
    /** Sends so many bytes, and waits until they are read and the next are waited for. */
    async send(bytes: number) {
      write(bytes);
      // The parser keeps back what may be a boundary.
      const ofFile = Math.min(sent - 400, fileBytes);
      while (read < ofFile && received() === "") await turn();
      if (sent < body.byteLength) await settled(false);
    },
    async pass(seconds: number) {
      vi.advanceTimersByTime(seconds * 1_000);
      for (let times = 0; times < 10; times += 1) await turn();
    },
    /** Whoever reads the chunks is busy until what it returns is called. */
    keepBusy() {
      const { promise, resolve } = Promise.withResolvers<void>();
      goOn = promise;
      return resolve;
    },
  };
}

describe("an upload is ended, with words, once it was waited for for a minute longer than its bytes take", () => {
  const tooSlow = /^HTTP\/1\.1 400 [\s\S]*The connection was too slow for this upload/;
  /** Bytes that are sent each ten seconds, and the seconds after which it is over. */
  const rates: [string, number, number][] = [
    ["sends nothing", 0, 60],
    ["sends a byte now and then", 1, 60],
    ["sends half of what it must", 81_920, 110],
    ["sends three quarters of what it must", 122_880, 210],
  ];
  test.each(few(rates, 2))("who %s", async (_, bytes, over) => {
    const { send, pass, received, closed } = await slowUpload(10_000_000);
    await send(500);
    for (let seconds = 10; seconds < over; seconds += 10) {
      await pass(10);
      expect(received()).toBe("");
      if (bytes > 0) await send(bytes);
    }
    await pass(11);
    expect((await closed).text).toMatch(tooSlow);
  });
});

test("whoever reads an upload can end it with the same words", async () => {
  const slow = new AbortController();
  const { port } = await serve(async ({ request, context }) => {
    for await (const item of readUpload(request, context, slow.signal))
      if ("chunks" in item) for await (const _ of item.chunks) slow.abort();
    return "all of it";
  });
  const body = form([["export", Buffer.alloc(1_000_000), "a.zip"]]);
  const { socket, closed } = open(port);
  socket.write(head(body.byteLength, { connection: "close" }));
  socket.write(body.subarray(0, 200_000));
  const end = once(socket, "data");
  await end;
  socket.write(body.subarray(200_000));
  expect((await closed).text).toMatch(/^HTTP\/1\.1 400 [\s\S]*The connection was too slow/);
});

test("what was sent fast is no licence to be silent for longer than a minute", async () => {
  const { send, pass, closed } = await slowUpload(5_000_000);
  await send(4_000_000);
  await pass(61);
  expect((await closed).text).toContain("The connection was too slow");
});

test("who sends just enough may take long, and may pause", async () => {
  const bytes = 6_000_000;
  const { send, pass, received, closed } = await slowUpload(bytes);
  for (let sent = 0; sent < bytes; sent += 1_000_000) {
    await pass(55);
    expect(received()).toBe("");
    await send(1_000_000);
  }
  await send(1_000);
  expect((await closed).text).toMatch(/^HTTP\/1\.1 200 [\s\S]*6000000/);
});

test("nobody is too slow while we are the one that is busy", async () => {
  const bytes = 2_000_000;
  const { write, pass, received, closed, keepBusy, settled } = await slowUpload(bytes);
  const goOn = keepBusy();
  write(bytes);
  await settled(true);
  await pass(600);
  expect(received()).toBe("");
  goOn();
  write(1_000);
  expect((await closed).text).toMatch(/^HTTP\/1\.1 200 [\s\S]*2000000/);
});
