import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll } from "vitest";
import { server } from "#tests/setup/outside";

let folder: string;
export let sandbox: ChildProcess;
export let env: NodeJS.Dict<string>;
export let url: string;

beforeAll(async () => {
  // These systems are met over real sockets.
  server.close();
  folder = await mkdtemp(join(tmpdir(), "sandbox-"));
  const envFile = join(folder, "env");
  sandbox = spawn(process.execPath, ["sandbox/run.ts", "--free-ports", "--write-env", envFile], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of sandbox.stdout ?? []) if (String(line).includes("console")) break;
  env = parseEnv(await readFile(envFile, "utf8"));
  url = new URL(env.FUNCTIONS_URL ?? "").origin;
});
afterAll(async () => {
  server.listen();
  if (sandbox.exitCode === null && sandbox.signalCode === null) sandbox.kill("SIGKILL");
  await rm(folder, { recursive: true });
});

export const request = (address: string, init?: RequestInit) => fetch(address, init);
export const read = async (name: string) =>
  (await (await request(`${url}/sandbox/${name}.json`)).json()) as Record<string, unknown>[];
export const post = (path: string, payload: object) =>
  request(url + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(payload),
  });
export const signIn = (email: string, password: string) =>
  request(
    `http://${env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k`,
    {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email, password, returnSecureToken: true }),
    },
  );
