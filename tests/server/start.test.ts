import { expect, test } from "vitest";
import { createInProcessSandbox } from "../../sandbox/in-process.ts";
import { startServer, stopServer } from "../setup/stack.ts";

test("the start names hosts whose pictures production never fetches", async () => {
  const { env } = createInProcessSandbox([]);
  const { server, output } = await startServer({
    ...env,
    NODE_ENV: "production",
    APP_ENV: "production",
    PORT: "3987",
    POST_IMAGE_HOSTS: "*.cdn.example,http://pics.example,192.168.1.4",
  });
  await stopServer(server);
  const told = output()
    .split("\n")
    .filter((line) => line.includes("POST_IMAGE_HOSTS"))
    .map((line) => (JSON.parse(line) as { level: string; host: string }).host);
  expect(told.sort()).toEqual(["192.168.1.4", "http://pics.example"]);
});
