import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyCase } from "../setup/cases.ts";
import { type Stack, startStack } from "../setup/stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const open = async () => {
  const socket = connect(Number(new URL(stack.origin).port), "127.0.0.1");
  await once(socket, "connect");
  return socket;
};
const requests = (paths: readonly string[], last = "") =>
  paths
    .map((path, at) => {
      const more = at === paths.length - 1 ? last : "";
      return `GET ${path} HTTP/1.1\r\nhost: ${new URL(stack.origin).host}\r\n${more}\r\n`;
    })
    .join("");

test("requests that are sent ahead are answered in their order", async () => {
  const paths = Array.from({ length: 20 }, (_, at) => (at % 2 ? "/healthz" : `/cancel?x=${at}`));
  const socket = await open();
  let answer = "";
  socket.on("data", (chunk: Buffer) => {
    answer += chunk.toString("latin1");
  });
  socket.write(requests(paths, "connection: close\r\n"));
  await once(socket, "close");
  const types = [...answer.matchAll(/^content-type: ([\w/]+)/gim)].map(([, type]) => type);
  expect(answer.match(/HTTP\/1\.1 200 /g)).toHaveLength(20);
  expect(types).toEqual(
    paths.map((path) => (path === "/healthz" ? "application/json" : "text/html")),
  );
});

test("who sends a thousand ahead and reads nothing is cut off, and nobody else waits", async () => {
  const all = await Promise.all(Array.from({ length: everyCase ? 15 : 4 }, open));
  const paths = Array.from({ length: 1_500 }, (_, at) => `/cancel?x=${at}`);
  const closed = all.map((socket) => {
    socket.on("error", () => {});
    socket.pause();
    socket.write(requests(paths));
    return new Promise((resolve) => socket.once("close", resolve));
  });
  const began = performance.now();
  expect((await fetch(`${stack.origin}/healthz`)).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(10_000);
  for (const socket of all) socket.resume();
  await Promise.all(closed);
  expect((await fetch(`${stack.origin}/cancel`)).status).toBe(200);
});
