import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A control group of this machine with a memory limit, as a container has one. Needs root. */
export interface MemoryLimit {
  /** A process that writes its id there is held to the limit, with all that it starts. */
  processes: string;
  /** The most that was taken so far, in MiB: files that the system keeps in memory count, too. */
  peak(): number;
  /** How often processes were ended because of the limit. */
  kills(): number;
  remove(): void;
}

const roots = { one: "/sys/fs/cgroup/memory", two: "/sys/fs/cgroup" };

export function limitMemory(mebibytes: number): MemoryLimit {
  const isTwo = existsSync(join(roots.two, "cgroup.controllers"));
  const folder = join(isTwo ? roots.two : roots.one, `profile-analyzer-${process.pid}`);
  const file = (name: string) => join(folder, name);
  mkdirSync(folder);
  const limit = isTwo ? "memory.max" : "memory.limit_in_bytes";
  writeFileSync(file(limit), String(mebibytes * 2 ** 20));
  const peak = isTwo ? "memory.peak" : "memory.max_usage_in_bytes";
  const events = isTwo ? "memory.events" : "memory.oom_control";
  return {
    processes: file("cgroup.procs"),
    peak: () => Number(readFileSync(file(peak), "utf8")) / 2 ** 20,
    kills: () => Number(/^oom_kill (\d+)/m.exec(readFileSync(file(events), "utf8"))?.[1]),
    remove: () => rmdirSync(folder),
  };
}
