import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { bringFiguresOf, bringFortyOf } from "./demo-imports.ts";
import { freePort } from "./free-port.ts";
import { personByKey } from "./people.ts";
import type { Person } from "./person.ts";
import { demoPorts, freePorts, startSandbox } from "./serve.ts";

const server = "build/server/server.js";
const log = "build/demo.log";
// Ends the app when this process dies, even if it was killed: the IPC channel closes then.
const followParent = "data:text/javascript,process.once('disconnect',()=>process.exit())";

if (!existsSync(server)) {
  console.error(`${server} is missing: run 'npm run build' first, or 'npm run demo'.`);
  process.exit(1);
}

console.log("Starting the sandbox …");
const port = Number(process.env.PORT ?? demoPorts.app);
const sandbox = await startSandbox({
  // With port 0, every port is a free one.
  ports: port === 0 ? freePorts : { ...demoPorts, app: port },
  env: {
    ANALYSIS_SOURCES: "outside,export,instagram",
    REPORT_SOURCE: "built-in",
    LANGUAGES: process.env.LANGUAGES ?? "en,de,fr,es,pt-BR,it,ar",
  },
  withGoogle: true,
  afterReset: () => bringFiguresForPeople(),
}).catch((error: NodeJS.ErrnoException) => {
  if (error.code !== "EADDRINUSE") throw error;
  console.error(`A port of the sandbox is in use: is a demo already running? ${error.message}`);
  process.exit(1);
});
const logFile = await open(log, "w");
const startApp = (env: Record<string, string>, output: number | "ignore") =>
  spawn(process.execPath, ["--import", followParent, server], {
    env: { ...process.env, ...sandbox.env, ...env },
    stdio: ["ignore", output, output, "ipc"],
  });
const app = startApp({}, logFile.fd);
// The app has its own descriptor. Left open, this one would be closed by the garbage collector with a warning.
await logFile.close();

let stopping = false;
async function shutDown(code: number) {
  if (stopping) return;
  stopping = true;
  await stop(app);
  await sandbox.stop();
  process.exit(code);
}
async function stop(one: ChildProcess) {
  if (one.exitCode !== null || one.signalCode !== null) return;
  one.kill("SIGTERM");
  await Promise.race([once(one, "exit"), new Promise((resolve) => setTimeout(resolve, 10_000))]);
  one.kill("SIGKILL");
}
async function fail(reason: string) {
  console.error(`${reason} The end of its log:\n`);
  console.error((await readFile(log, "utf8")).split("\n").slice(-20).join("\n"));
  await shutDown(1);
}
process.once("SIGINT", () => shutDown(0));
process.once("SIGTERM", () => shutDown(0));
app.once("exit", () => {
  if (!stopping) void fail("The app has stopped.");
});

/** Imports exports and connects accounts through the app's own forms, as the people themselves would. */
async function bringFiguresForPeople() {
  for (const person of sandbox.world.people)
    await bringFiguresOf(person, sandbox.appOrigin).catch(saying(person));
  // Nobody has to wait for these.
  for (const person of sandbox.world.people)
    if (person.imports === "forty")
      void bringFortyOf(person, sandbox.appOrigin, startHelper).catch(saying(person));
}

const saying = (person: Person) => (error: unknown) => {
  if (!stopping) console.error(`The figures of ${person.email} were not brought in: ${error}`);
};

/** Another process of the app, beside the one that people visit. */
async function startHelper() {
  const helperPort = await freePort();
  const origin = `http://localhost:${helperPort}`;
  const helper = startApp({ PORT: String(helperPort), APP_ORIGIN: origin }, "ignore");
  if (!(await isReady(`${origin}/healthz`))) throw new Error("it does not respond");
  return { origin, stop: () => stop(helper) };
}

if (await isReady(`${sandbox.appOrigin}/healthz`)) {
  console.log("Importing the exports of three people, and connecting one …");
  await bringFiguresForPeople();
  const { email, password } = personByKey("rich");
  console.log(`
  Profile Analyzer   ${sandbox.appOrigin}
  Sign in as         ${email}
  Password           ${password}

  Other people, caught mails and faults: ${sandbox.url}
  The app's log: ${log}
  Ctrl-C stops everything.
`);
} else if (!stopping) await fail("The app does not respond.");

async function isReady(address: string): Promise<boolean> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline && !stopping) {
    const response = await fetch(address).catch(() => undefined);
    if (response?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}
