import { createReadStream, statSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { exportZips } from "../sandbox/histories/export-zip.ts";
import { makeHistory } from "../sandbox/histories/history.ts";
import { numberOption } from "../sandbox/number-option.ts";
import {
  processorTime,
  residentMemory,
  serverArguments,
  startContender,
  stopContender,
} from "./contenders.ts";
import { generateLoad, type Sample, signIn } from "./load-generator.ts";
import { importers, loadPeople } from "./load-people.ts";
import { isFailure, medianQuantile } from "./load-statistics.ts";
import { limitMemory } from "./memory-limit.ts";

// Imports exports of these sizes into the built server, and prints the processor time, the memory, and what the other
// pages' visitors notice of it. Each size is imported twice: a first export, and one of ten days later.
const { values } = parseArgs({
  options: {
    followers: { type: "string", default: "2000,100000,1000000" },
    // Megabytes of pictures in each ZIP, which are sent and not read.
    pictures: { type: "string", default: "0" },
    connections: { type: "string", default: "10" },
    rate: { type: "string", default: "40" },
    // MiB that the server may take, as a container's limit; needs root.
    memory: { type: "string" },
    // Imports that run at the same time, of the last size, instead of one after the other.
    "at-once": { type: "string" },
  },
});
const sizes = values.followers
  .split(",")
  .map((followers) => numberOption({ followers }, "followers"));
const fillerBytes = numberOption(values, "pictures") * 1e6;
const together = values["at-once"] === undefined ? undefined : numberOption(values, "at-once");
const load = {
  connections: numberOption(values, "connections"),
  rate: numberOption(values, "rate"),
};

const sandbox = new Worker(new URL("./load-sandbox.ts", import.meta.url));
const sandboxEnv = await new Promise<Record<string, string>>((resolve, reject) => {
  sandbox.once("message", resolve).once("error", reject);
});
const limit = values.memory === undefined ? undefined : limitMemory(numberOption(values, "memory"));
const app = await startContender(
  "app",
  serverArguments,
  { ...sandboxEnv, APP_ENV: "production", ANALYSIS_SOURCES: "outside,export" },
  "/readyz",
  limit?.processes,
);
process.once("exit", () => app.process.kill());
const pid = app.process.pid ?? 0;
const folder = await mkdtemp(join(tmpdir(), "bench-import-"));

interface Measured {
  status: number;
  address: string;
  /** Of processor time: of the whole request, and after its last byte was sent. */
  seconds: number;
  secondsAfterLastByte: number;
  wallSeconds: number;
  /** Above the memory before. */
  peakMiB: number;
}

/** Uploads a file as a form without JavaScript does, and watches the server meanwhile. */
async function upload(path: string, name: string, cookie: string): Promise<Measured> {
  const boundary = "bench-import-boundary";
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="export"; filename="${name}"\r\ncontent-type: application/zip\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const idle = residentMemory(pid);
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentMemory(pid));
  }, 10);
  const started = performance.now();
  const before = processorTime(pid);
  let atLastByte = before;
  const answer = await new Promise<{ status: number; address: string }>((resolve, reject) => {
    const outgoing = request(`${app.origin}/dashboard/import`, {
      method: "POST",
      headers: {
        cookie,
        origin: app.origin,
        "sec-fetch-site": "same-origin",
        "content-type": `multipart/form-data; boundary=${boundary}`,
        "content-length": head.length + statSync(path).size + tail.length,
      },
    });
    outgoing.on("error", reject).on("response", (response) => {
      response.resume().on("end", () => {
        resolve({ status: response.statusCode ?? 0, address: response.headers.location ?? "" });
      });
    });
    outgoing.write(head);
    createReadStream(path, { highWaterMark: 262_144 })
      .on("error", reject)
      .on("end", () =>
        outgoing.end(tail, () => {
          atLastByte = processorTime(pid);
        }),
      )
      .pipe(outgoing, { end: false });
  });
  clearInterval(watch);
  const after = processorTime(pid);
  return {
    ...answer,
    seconds: (after - before) / 1e6,
    secondsAfterLastByte: (after - atLastByte) / 1e6,
    wallSeconds: (performance.now() - started) / 1_000,
    peakMiB: peak - idle,
  };
}

const row = (cells: readonly string[]) =>
  console.log(cells.map((cell, index) => cell.padStart(index === 0 ? 24 : 12)).join(""));

const cookies: string[] = [];
for (const person of loadPeople) cookies.push((await signIn(app.origin, person)).cookie);
const runLoad = (seconds: number) => generateLoad(app.origin, cookies, { ...load, seconds });
await runLoad(5);
const usual = await runLoad(10);

if (together === undefined) await oneByOne();
else await atOnce(together, sizes.at(-1) ?? 0);
if (limit) console.log(`Of ${values.memory} MiB, ${limit.peak().toFixed(0)} were taken at most`);
await rm(folder, { recursive: true });
await stopContender(app);
await sandbox.terminate();
limit?.remove();

async function stateOf(address: string, cookie: string): Promise<string> {
  const response = await fetch(new URL(address, app.origin), {
    headers: { accept: "application/json", cookie },
  });
  const { state } = (await response.json()) as { state?: string };
  return state ?? "nothing";
}

function importerAt(index: number) {
  const person = importers[index];
  if (!person) throw new Error(`at most ${importers.length - 1} sizes`);
  return person;
}

async function oneByOne(): Promise<void> {
  row(["", "MB sent", "s", "after last", "wall s", "peak MiB", "answer"]);
  for (const [index, followers] of sizes.entries()) {
    const history = makeHistory({ seed: 7, followers, following: followers, days: 40 });
    const { cookie } = await signIn(app.origin, importerAt(index));
    for (const [round, day] of [30, 40].entries()) {
      const [file] = exportZips(history, history.start + day * 86_400, { fillerBytes });
      if (!file) throw new Error("no file was made");
      const path = join(folder, "export.zip");
      await writeFile(path, file.chunks);
      const size = statSync(path).size;
      const measured = await upload(path, file.name, cookie);
      const state = await stateOf(measured.address, cookie);
      row([
        `${byThousand(followers)}, ${round === 0 ? "first" : "second"}`,
        (size / 1e6).toFixed(1),
        measured.seconds.toFixed(2),
        measured.secondsAfterLastByte.toFixed(2),
        measured.wallSeconds.toFixed(2),
        measured.peakMiB.toFixed(0),
        `${measured.status} ${state}`,
      ]);
    }
  }

  // What the other pages' visitors notice, while others import one after the other.
  const history = makeHistory({ seed: 8, followers: 100_000, following: 100_000, days: 40 });
  const path = join(folder, "export.zip");
  const during: Sample[] = [];
  const { cookie: importer } = await signIn(app.origin, importerAt(importers.length - 1));
  for (let day = 31; day <= 36; day += 1) {
    const [file] = exportZips(history, history.start + day * 86_400, {});
    if (!file) throw new Error("no file was made");
    await writeFile(path, file.chunks);
    const [samples] = await Promise.all([runLoad(4), upload(path, file.name, importer)]);
    during.push(...samples);
  }
  sayWhatOthersNoticed(during, "imports of 100,000");
}

/** As many subscribers at the same time: all their first exports, and then all their second ones. */
async function atOnce(count: number, followers: number): Promise<void> {
  const people = await Promise.all(
    Array.from({ length: count }, (_, index) => signIn(app.origin, importerAt(index))),
  );
  const history = makeHistory({ seed: 7, followers, following: followers, days: 40 });
  const during: Sample[] = [];
  for (const day of [30, 40]) {
    const [file] = exportZips(history, history.start + day * 86_400, {});
    if (!file) throw new Error("no file was made");
    const path = join(folder, "export.zip");
    await writeFile(path, file.chunks);
    const { name } = file;
    let isOver = false;
    const uploads = Promise.all(people.map(({ cookie }) => upload(path, name, cookie))).finally(
      () => {
        isOver = true;
      },
    );
    while (!isOver) during.push(...(await runLoad(2)));
    const ended = await uploads;
    const states = await Promise.all(
      ended.map(async ({ status, address }, index) =>
        address ? await stateOf(address, people[index]?.cookie ?? "") : String(status),
      ),
    );
    const longest = Math.max(...ended.map(({ wallSeconds }) => wallSeconds));
    console.log(
      `${count} imports of ${byThousand(followers)} and as many followed at once: ${states.join(", ")}; the last after ${longest.toFixed(0)} s`,
    );
  }
  sayWhatOthersNoticed(during, `${count} imports at once`);
  console.log(
    `The server is ${app.process.exitCode === null ? "alive" : "dead"}, ${limit?.kills() ?? 0} processes ended for their memory`,
  );
}

function sayWhatOthersNoticed(during: Sample[], what: string): void {
  const p99 = (samples: Sample[]) => medianQuantile([samples], 0.99);
  const failures = during.filter(({ status }) => isFailure(status)).length;
  console.log(
    `\nOther pages, p99: ${p99(usual).toFixed(1)} ms usually, ${p99(during).toFixed(1)} ms during ${what} (${(p99(during) / p99(usual)).toFixed(2)} times), ${failures} failures of ${during.length}`,
  );
}

function byThousand(value: number): string {
  return value.toLocaleString("en-US");
}
