import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** `npm start` of a checkout, which its container runs: the arguments to Node, and the variables. */
export function serverCommand(folder = "."): {
  args: string[];
  variables: Record<string, string>;
} {
  const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    scripts: { start: string };
  };
  const [variables = "", command = ""] = scripts.start.split(" node ");
  return {
    args: command.split(" "),
    variables: Object.fromEntries(variables.split(" ").map((one) => one.split("="))),
  };
}

const { args: serverArguments, variables: serverVariables } = serverCommand();

export { serverArguments };

export interface Contender {
  name: string;
  origin: string;
  process: ChildProcess;
}

/**
 * Starts a Node program and waits until it responds at `path`.
 * @param group the file of a control group that it joins first
 * @param folder where it runs
 */
export async function startContender(
  name: string,
  args: string[],
  env: Record<string, string>,
  path = "/",
  group?: string,
  folder?: string,
): Promise<Contender> {
  const program = [process.execPath, ...args];
  const join = ["sh", "-c", 'echo $$ > "$0" && exec "$@"', group ?? ""];
  const [command = "", ...rest] = group === undefined ? program : [...join, ...program];
  const child = spawn(command, rest, {
    env: { NODE_ENV: "production", PATH: process.env.PATH, ...serverVariables, ...env },
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const origin = `http://localhost:${env.PORT}`;
  for (let attempt = 0; ; attempt += 1) {
    if (
      await fetch(origin + path).then(
        (response) => response.ok,
        () => false,
      )
    )
      break;
    if (child.exitCode !== null || attempt > 1_000) throw new Error(`${name} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { name, origin, process: child };
}

export async function stopContender({ process: child }: Contender): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Microseconds of processor time that a process and its threads have used. */
export function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  // Clock ticks of 10 ms in user and system mode.
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** Resident memory of a process in MiB. */
export function residentMemory(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(line?.[1] ?? 0) / 1_024;
}
