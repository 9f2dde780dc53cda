import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import type { AppLoadContext } from "@remix-run/node";
import { describe, expect, test, vi } from "vitest";
import { everyCase } from "#tests/setup/cases";
import { issueFormToken } from "~/platform/http/forms/form-token.server";
import { readUpload } from "~/platform/http/uploads/read-upload.server";
import { form, head, open, post, serve } from "./serve-upload.ts";

type Arguments = { request: Request; context: AppLoadContext };

const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const bodyOf = (answer: string) =>
  Buffer.from(answer.slice(answer.indexOf("\r\n\r\n") + 4), "latin1").toString();
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const silent = { origin: null };

/** Lists all items; of a file its name, length and digest. */
async function list({ request, context }: Arguments) {
  const items: unknown[] = [];
  for await (const item of readUpload(request, context)) {
    if ("value" in item) {
      items.push([item.field, item.value]);
      continue;
    }
    const hash = createHash("sha256");
    let length = 0;
    for await (const chunk of item.chunks) {
      hash.update(chunk);
      // It may be handed to a thread.
      if (chunk.buffer.byteLength !== chunk.byteLength) throw new Error("shared memory");
      length += chunk.byteLength;
    }
    items.push([item.field, item.fileName, length, hash.digest("hex")]);
  }
  return items;
}

test("fields and files come in their order, whole, and none where nothing was chosen", async () => {
  const { port } = await serve(list);
  const big = randomBytes(3_000_001);
  const small = Buffer.from("\r\n--\r\n------b0undar\r\n");
  const body = form([
    ["followersShown", "1361"],
    ["export", big, "teil 1 – ü.zip"],
    ["takenAt", "2026-05-11T00:00:00Z"],
    ["export", small, "following.json"],
    ["export", Buffer.alloc(0), "empty.json"],
    ["export", Buffer.alloc(0), ""],
  ]);
  expect(JSON.parse(bodyOf(await post(port, body)))).toEqual([
    ["followersShown", "1361"],
    ["export", "teil 1 – ü.zip", big.byteLength, digest(big)],
    ["takenAt", "2026-05-11T00:00:00Z"],
    ["export", "following.json", small.byteLength, digest(small)],
    ["export", "empty.json", 0, digest(Buffer.alloc(0))],
  ]);
});

test("a file that is left unread, or half read, is passed over", async () => {
  const { port } = await serve(async ({ request, context }: Arguments) => {
    const names: string[] = [];
    for await (const item of readUpload(request, context)) {
      if ("value" in item) continue;
      if (names.length === 1) for await (const _ of item.chunks) break;
      names.push(item.fileName);
    }
    return names;
  });
  const file = randomBytes(1_000_000);
  const body = form(["a", "b", "c"].map((name) => ["export", file, name]));
  expect(JSON.parse(bodyOf(await post(port, body)))).toEqual(["a", "b", "c"]);
});

test("the client is read from no faster than the file's chunks are", async () => {
  const goOn = Promise.withResolvers<void>();
  const { port, server } = await serve(async ({ request, context }: Arguments) => {
    let length = 0;
    for await (const item of readUpload(request, context)) {
      if ("value" in item) continue;
      for await (const chunk of item.chunks) {
        length += chunk.byteLength;
        await goOn.promise;
      }
    }
    return length;
  });
  const connected = once(server, "connection");
  const file = Buffer.alloc(everyCase ? 64_000_000 : 12_000_000);
  const answer = post(port, form([["export", file, "a.zip"]]));
  const [socket] = await connected;
  let before = -1;
  await vi.waitFor(
    () => {
      const { bytesRead } = socket;
      const isStill = bytesRead === before;
      before = bytesRead;
      expect(isStill && bytesRead > 0).toBe(true);
    },
    { timeout: 20_000, interval: 200 },
  );
  expect(before).toBeLessThan(1_000_000);
  goOn.resolve();
  expect(bodyOf(await answer)).toBe(String(file.byteLength));
});

describe("what is not a whole form", () => {
  const whole = form([["export", Buffer.from("x".repeat(1_000)), "a.json"]]);
  test.each<[string, Buffer, Record<string, string>, number]>([
    ["cut in a file", whole.subarray(0, 600), {}, 400],
    ["cut in a head", whole.subarray(0, 60), {}, 400],
    ["cut before the last boundary", whole.subarray(0, -10), {}, 400],
    ["nothing", Buffer.alloc(0), {}, 400],
    ["no boundary in it", randomBytes(100_000), {}, 400],
    ["a field that is too long", form([["takenAt", "x".repeat(1_025)]]), {}, 413],
    ["too many fields", form(Array.from({ length: 21 }, () => ["takenAt", "x"])), {}, 413],
    [
      "too many files",
      form(Array.from({ length: 501 }, () => ["export", Buffer.from("x"), "a"])),
      {},
      413,
    ],
    ["no boundary named", whole, { "content-type": "multipart/form-data" }, 200],
    ...["xboundary=a", `boundary=${"b".repeat(300)}`].map(
      (parameter): [string, Buffer, Record<string, string>, number] => [
        `the parameter ${parameter.slice(0, 12)}`,
        whole,
        { "content-type": `multipart/form-data; ${parameter}` },
        400,
      ],
    ),
  ])("%s: %#", async (_, body, headers, status) => {
    const { port } = await serve(list);
    const answer = await post(port, body, headers);
    expect(statusOf(answer)).toBe(status);
    if (status !== 200) expect(answer).toContain("<h1>Something went wrong</h1>");
  });
});

describe("where the page that a form came from is unknown", () => {
  const { value, cookie = "" } = issueFormToken({}) ?? { value: "" };
  const headers = { ...silent, cookie: cookie.split(";", 1)[0] ?? "" };
  const file: ["export", Buffer, string] = ["export", Buffer.from("[]"), "a.json"];
  test.each<[string, Parameters<typeof form>[0], number]>([
    ["a token before the file", [["formToken", value], file], 200],
    ["a token behind the file", [file, ["formToken", value]], 403],
    ["a wrong token", [["formToken", `x${value}`], file], 403],
    ["no token", [file], 403],
    ["no token and no file", [["followersShown", "1"]], 403],
  ])("%s", async (_, pieces, status) => {
    const { port } = await serve(list);
    const answer = await post(port, form(pieces), headers);
    expect(statusOf(answer)).toBe(status);
    if (status === 200) expect(bodyOf(answer)).not.toContain(value);
    else expect(answer).toContain("did not come from one of our pages");
  });
});

test("a client that leaves ends the reading, and nothing else", async () => {
  const began = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<unknown>();
  const { port } = await serve(async ({ request, context }: Arguments) => {
    try {
      for await (const item of readUpload(request, context)) {
        if ("value" in item) continue;
        for await (const _ of item.chunks) began.resolve();
      }
    } catch (error) {
      ended.resolve(error);
      throw error;
    }
    return null;
  });
  const { socket } = open(port);
  socket.write(head(100_000_000));
  socket.write(form([["export", Buffer.alloc(500_000), "a.zip"]]).subarray(0, 400_000));
  await began.promise;
  socket.resetAndDestroy();
  expect(await ended.promise).toBeInstanceOf(Response);
  expect(statusOf(await post(port, form([])))).toBe(200);
});
