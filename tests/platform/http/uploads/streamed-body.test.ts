import { once } from "node:events";
import { redirect } from "@remix-run/node";
import { afterEach, expect, test, vi } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { readUpload } from "~/platform/http/uploads/read-upload.server";
import { boundary, form, head, open, serve } from "./serve-upload.ts";

afterEach(() => {
  vi.useRealTimers();
});

const toSignIn = async () => redirect("/sign-in");
const file = form([["export", Buffer.alloc(everyCase ? 30_000_000 : 10_000_000), "a.zip"]]);

// As a browser does: it reads nothing until all is sent.
test.each<[string, Record<string, string>, string]>([
  ["a redirect", {}, "location: /sign-in"],
  ["a redirect, at a connection for one request", { connection: "close" }, "location: /sign-in"],
  ["the gate's refusal", { origin: "https://evil.example" }, "did not come from one of our pages"],
])("%s without a look at the body reaches who is still sending", async (_, more, answer) => {
  const { port } = await serve(toSignIn);
  const { socket, received, closed } = open(port);
  socket.pause();
  const sent = new Promise((resolve) =>
    socket.write(Buffer.concat([Buffer.from(head(file.byteLength, more)), file]), resolve),
  );
  await sent;
  socket.resume();
  await vi.waitFor(() => expect(received()).toContain(answer), 20_000);
  if (Object.keys(more).length > 0) expect((await closed).error).toBeUndefined();
});

test("a connection that was answered early is good for the next request", async () => {
  const { port } = await serve(toSignIn);
  const { socket, received } = open(port);
  for (const count of [1, 2]) {
    socket.write(head(file.byteLength));
    socket.write(file);
    await vi.waitFor(
      () => expect(received().split("location: /sign-in")).toHaveLength(count + 1),
      20_000,
    );
  }
});

// Chromium shows an error page although the connection was reset, but follows no redirect then.
test.each<[string, Record<string, string>, string, number]>([
  ["a redirect", {}, "location: /sign-in", 60],
  ["an error", { origin: "https://evil.example" }, "did not come from", 3],
])(
  "after %s what comes is read for a limited time, if enough comes",
  async (_, more, answer, times) => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { port, server } = await serve(toSignIn);
    for (const [piece, turns] of [
      [Buffer.alloc(100_000), times],
      [Buffer.alloc(99_000), 1],
    ] as const) {
      const connected = once(server, "connection");
      const { socket, received, closed } = open(port);
      const [atServer] = await connected;
      socket.write(head(1_000_000_000, more));
      while (!received().includes(answer)) await once(socket, "data");
      for (let turn = 1; turn <= turns; turn += 1) {
        expect(atServer.destroyed).toBe(false);
        const wanted = atServer.bytesRead + piece.byteLength;
        socket.write(piece);
        while (atServer.bytesRead < wanted) await new Promise(setImmediate);
        vi.advanceTimersByTime(10_000);
      }
      expect(atServer.destroyed).toBe(true);
      expect((await closed).text).toContain(answer);
    }
  },
);

test("a body is asked for only when it is read", async () => {
  let refuses = true;
  const { port } = await serve(async ({ request, context }) => {
    if (refuses) return redirect("/sign-in");
    for await (const item of readUpload(request, context)) return item;
    return null;
  });
  const body = form([["takenAt", "2026"]]);
  const expecting = head(body.byteLength, { expect: "100-continue" });
  const refused = open(port);
  refused.socket.write(expecting);
  expect((await refused.closed).text).toMatch(/^HTTP\/1\.1 302 [\s\S]*connection: close/i);

  refuses = false;
  const { socket, received } = open(port);
  socket.write(expecting);
  await once(socket, "data");
  expect(received()).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  socket.write(body);
  await vi.waitFor(
    () => expect(received()).toContain('{"field":"takenAt","value":"2026"}'),
    20_000,
  );
  expect(received()).not.toMatch(/connection: close/i);
});

test("who has sent half a megabyte and leaves is known to have left, although nobody reads", async () => {
  const [waits, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { port } = await serve(async ({ request, context }) => {
    context.upload?.left.addEventListener("abort", () => left.resolve());
    for await (const _ of readUpload(request, context)) {
      waits.resolve();
      await left.promise;
    }
    return null;
  });
  const body = form([["export", Buffer.alloc(500_000), "a.zip"]]);
  const { socket } = open(port);
  socket.write(head(2_000_000));
  await new Promise((resolve) => socket.write(body, resolve));
  await waits.promise;
  socket.destroy();
  await left.promise;
});

test("of a body in tiny pieces little is read ahead: each takes more than its bytes", async () => {
  const [waits, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { port, server } = await serve(async ({ request, context }) => {
    for await (const _ of readUpload(request, context)) {
      waits.resolve();
      await left.promise;
    }
    return null;
  });
  const requested = once(server, "request");
  const { socket } = open(port);
  const begin = form([["export", Buffer.alloc(1_000), "a.zip"]]).subarray(0, -200);
  socket.write(head(0, { "transfer-encoding": "chunked", "content-length": null }));
  socket.write(`${begin.byteLength.toString(16)}\r\n`);
  socket.write(begin);
  const [incoming] = await requested;
  let pieces = 0;
  incoming.on("data", () => {
    pieces += 1;
  });
  await waits.promise;
  socket.write(`\r\n${"1\r\na\r\n".repeat(100_000)}`);
  await vi.waitFor(() => {
    expect(pieces).toBeGreaterThan(1_000);
    expect(incoming.isPaused()).toBe(true);
  }, 20_000);
  // The form's reader keeps 64 KiB.
  expect(pieces).toBeLessThan(90_000);
  socket.destroy();
  left.resolve();
});

test("only this address takes a large body, and only as a form with files", async () => {
  const { port } = await serve(async () => null);
  const type = `multipart/form-data; boundary=${boundary}`;
  for (const [path, contentType] of [
    ["/dashboard/import.data", type],
    ["/dashboard/import/", type],
    ["/dashboard", type],
    ["/dashboard/import", "application/x-www-form-urlencoded"],
    ["/dashboard/import", "text/plain"],
  ]) {
    const { socket, closed } = open(port);
    const text = head(65_537, { "content-type": contentType ?? "" });
    socket.write(text.replace("/dashboard/import", path ?? ""));
    expect((await closed).text).toMatch(/^HTTP\/1\.1 413 /);
  }
});

test("a connection is closed for its silence while a form comes, and not while its answer is made", async () => {
  const [began, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<null>()];
  const { port, server } = await serve(() => {
    began.resolve();
    return goOn.promise;
  });
  server.timeout = 50;
  const plain = { "content-type": "application/x-www-form-urlencoded", connection: "close" };
  const cut = open(port);
  cut.socket.write(`${head(8, plain)}press=a`);
  expect((await cut.closed).text).toBe("");
  // From here on silence counts only while the answer is made: on a busy machine the form comes late.
  server.timeout = 0;
  const connected = once(server, "connection");
  const sent = open(port);
  const [atServer] = await connected;
  sent.socket.write(`${head(7, plain)}press=a`);
  await began.promise;
  const silent = once(atServer, "timeout");
  atServer.setTimeout(50);
  await silent;
  goOn.resolve(null);
  expect((await sent.closed).text).toMatch(/^HTTP\/1\.1 200 /);
});

test("a body that takes half a minute is cut off, a file's is not", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { port, server } = await serve(async ({ request, context }) => {
    for await (const item of readUpload(request, context)) return item;
    return null;
  });
  const body = form([["takenAt", "2026"]]);
  const plain = { "content-type": "application/x-www-form-urlencoded" };
  const [form1, program, upload] = [open(port), open(port), open(port)];
  const all = new Promise<void>((resolve) => {
    let count = 0;
    server.on("request", () => {
      count += 1;
      if (count === 3) resolve();
    });
  });
  form1.socket.write(head(1_000, plain));
  program.socket.write(head(1_000, plain).replace("/dashboard/import", "/api/cancel"));
  upload.socket.write(head(body.byteLength));
  await all;
  upload.socket.write(body.subarray(0, 20));
  vi.advanceTimersByTime(30_001);
  expect((await form1.closed).text).toMatch(/^HTTP\/1\.1 408 /);
  expect((await program.closed).text).toMatch(/^HTTP\/1\.1 408 [\s\S]*\{"error":"[^"]+"\}/);
  upload.socket.write(body.subarray(20));
  await vi.waitFor(() => expect(upload.received()).toContain('"value":"2026"'), 20_000);
});
