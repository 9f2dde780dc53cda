import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";

const [, healthCheck = ""] =
  /^HEALTHCHECK .*\\\n {2}CMD (.*)$/m.exec(readFileSync("Dockerfile", "utf8")) ?? [];
const [, ...options] = JSON.parse(healthCheck) as string[];

/** Listens at an address, and asks as the image does. @returns the exit code */
async function checked(address: string, status: number, env: Record<string, string>) {
  const server = createServer(({ url }, response) => {
    response.writeHead(url === "/readyz" ? status : 404).end();
  }).listen(0, address);
  await new Promise((resolve) => server.once("listening", resolve));
  const PORT = String((server.address() as AddressInfo).port);
  const code = await new Promise((resolve) => {
    execFile(
      process.execPath,
      options,
      { env: { NODE_ENV: "production", PORT, ...env } },
      (error) => resolve(error?.code ?? 0),
    );
  });
  server.close();
  return code;
}

const proxied = { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: "http://127.0.0.1:9" };
test.each<[address: string, status: number, env: Record<string, string>, code: number]>([
  ["127.0.0.1", 200, {}, 0],
  ["0.0.0.0", 200, { HOST: "0.0.0.0" }, 0],
  ["::", 200, { HOST: "::" }, 0],
  ["::1", 200, { HOST: "::1" }, 0],
  ["127.0.0.2", 200, { HOST: "127.0.0.2" }, 0],
  ["127.0.0.1", 200, proxied, 0],
  ["127.0.0.1", 503, {}, 1],
  ["127.0.0.2", 200, {}, 1],
])("an app at %s, %i, with %j: the image's health check ends with %i", async (...given) => {
  const [address, status, env, code] = given;
  expect(await checked(address, status, env)).toBe(code);
});
