import { createServer, type IncomingMessage, request } from "node:http";

// Plain node:http that sends a page's bytes from memory: the upper bound for any server.
const { address, port } = JSON.parse(process.argv[2] ?? "{}") as { address: string; port: number };
const headersOfRequest = { "accept-encoding": "br", "sec-fetch-site": "none" };
// Not by `fetch`, which decodes the body.
const answer = await new Promise<IncomingMessage>((resolve, reject) => {
  request(address, { headers: headersOfRequest }, resolve).on("error", reject).end();
});
const body = Buffer.concat(await answer.toArray());
const perConnection = new Set(["connection", "date", "keep-alive", "transfer-encoding"]);
const sent = Object.entries(answer.headers).filter(([name]) => !perConnection.has(name));
const headers = sent.flat() as string[];
const { etag = "" } = answer.headers;
const headersOf304 = sent
  .filter(([name]) => !/^content-(length|encoding)$/.test(name))
  .flat() as string[];

createServer((incoming, response) => {
  if (etag && incoming.headers["if-none-match"] === etag) {
    response.writeHead(304, headersOf304).end();
    return;
  }
  response.writeHead(200, headers);
  response.end(body);
}).listen(port);
