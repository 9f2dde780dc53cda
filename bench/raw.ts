import { createServer } from "node:http";

// Plain node:http that sends a page's bytes from memory: the upper bound for any server.
const { address, port } = JSON.parse(process.argv[2] ?? "{}") as { address: string; port: number };
const answer = await fetch(address, { headers: { "accept-encoding": "br" } });
// `fetch` decodes the body, so node:http fetches the compressed bytes.
const { request } = await import("node:http");
const body = await new Promise<Buffer>((resolve, reject) => {
  request(address, { headers: { "accept-encoding": "br" } }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("end", () => resolve(Buffer.concat(chunks)));
  })
    .on("error", reject)
    .end();
});
const perConnection = new Set(["connection", "date", "keep-alive", "transfer-encoding"]);
const headers = [...answer.headers].filter(([name]) => !perConnection.has(name)).flat();
const etag = answer.headers.get("etag") ?? "";
const headersOf304 = [...answer.headers]
  .filter(([name]) => !perConnection.has(name) && !/^content-(length|encoding)$/.test(name))
  .flat();

createServer((incoming, response) => {
  if (etag && incoming.headers["if-none-match"] === etag) {
    response.writeHead(304, headersOf304).end();
    return;
  }
  response.writeHead(200, headers);
  response.end(body);
}).listen(port);
