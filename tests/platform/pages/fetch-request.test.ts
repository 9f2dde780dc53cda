import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { env } from "~/env.server";
import { streamBodyOf } from "~/platform/http/uploads/streamed-body.server";
import {
  disconnectSignal,
  toFetchRequest,
  toQuickRequest,
} from "~/platform/pages/fetch-request.server";

/** A request as Node reads it. */
async function received(target: string, lines: readonly string[]): Promise<IncomingMessage> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const socket = connect(typeof address === "object" && address ? address.port : 0, "127.0.0.1");
  socket.write(`GET ${target} HTTP/1.1\r\n${lines.map((line) => `${line}\r\n`).join("")}\r\n`);
  const [request] = (await once(server, "request")) as [IncomingMessage];
  socket.destroy();
  server.close();
  return request;
}

const lines = [
  ...["Host: localhost", "Cookie: a=1", "Cookie: b=2", "User-Agent: Some Browser", "Set-Cookie: x"],
  ...["Accept: text/html", "Accept: text/plain", "X-Empty:", "X-Forwarded-Host: evil.example"],
  ...["Origin: https://evil.example", "Connection: keep-alive"],
];

test("a quick request says what the whole one says", async () => {
  for (const target of ["/", "/dashboard?range=all", "/a%2Fb?q=%41%20x", "/x#y"]) {
    const incoming = await received(target, lines);
    const quick = toQuickRequest(incoming);
    const whole = toFetchRequest(incoming, undefined, undefined);
    expect(quick.url).toBe(whole.url);
    expect(quick.url.startsWith(`${env.APP_ORIGIN}/`)).toBe(true);
    expect(quick.method).toBe(whole.method);
    for (const name of ["cookie", "Cookie", "accept", "set-cookie", "x-empty", "not-there"])
      expect([name, quick.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
    // Of one connection, and of Remix's own origin check.
    for (const name of ["origin", "x-forwarded-host", "connection"])
      expect([name, quick.headers.has(name), whole.headers.has(name)]).toEqual([
        name,
        false,
        false,
      ]);
    expect([...quick.headers]).toEqual([...whole.headers]);
    expect(quick.headers.getSetCookie()).toEqual(["x"]);
  }
});

test("what is seldom asked of a request is answered, too", async () => {
  const quick = toQuickRequest(await received("/dashboard", lines));
  expect(quick).toBeInstanceOf(Request);
  expect(quick.headers).toBeInstanceOf(Headers);
  expect(quick.signal.aborted).toBe(false);
  expect(quick.clone().url).toBe(quick.url);
  expect(await quick.text()).toBe("");
});

test("a client that left before anybody listened has left", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const socket = connect(typeof address === "object" && address ? address.port : 0, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n");
  const [request, response] = (await once(server, "request")) as [IncomingMessage, ServerResponse];
  socket.destroy();
  await once(response, "close");
  server.close();
  expect(disconnectSignal(response).aborted).toBe(true);
  await expect(streamBodyOf(request, response).getReader().read()).rejects.toThrow("has left");
});
