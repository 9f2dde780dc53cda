import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { exportZips } from "../../sandbox/histories/export-zip.ts";
import { makeHistory } from "../../sandbox/histories/history.ts";
import { everyCase } from "../setup/cases.ts";
import { type Stack, startStack } from "../setup/stack.ts";
import { linesOf, wholeLog } from "./log.ts";
import { signInAs } from "./requests.ts";

let stack: Stack;
let cookie: string;
// Each test has a server of its own: one measures its memory, one ends it.
beforeEach(async () => {
  stack = await startStack({ ANALYSIS_SOURCES: "outside,export" });
  cookie = await signInAs(stack.origin, "idle");
});
afterEach(() => stack.stop());

const boundary = "b0undary";
const end = `\r\n--${boundary}--\r\n`;

/** Opens an upload of one file, whose bytes are then written to the request. */
function openUpload(headers: Record<string, string> = {}): ClientRequest {
  const upload = request(`${stack.origin}/dashboard/import`, {
    method: "POST",
    headers: {
      origin: stack.origin,
      cookie,
      "content-type": `multipart/form-data; boundary=${boundary}`,
      ...headers,
    },
  });
  upload.write(
    `--${boundary}\r\nContent-Disposition: form-data; name="export"; filename="a.zip"\r\n\r\n`,
  );
  return upload;
}

async function answerTo(upload: ClientRequest) {
  const [response] = (await once(upload, "response")) as [IncomingMessage];
  let body = "";
  for await (const chunk of response) body += chunk;
  return { status: response.statusCode, location: response.headers.location ?? "", body };
}

const write = async (upload: ClientRequest, bytes: Uint8Array) => {
  if (!upload.write(bytes)) await once(upload, "drain");
};

const residentMegabytes = () => {
  const status = readFileSync(`/proc/${stack.server.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
};

/** A line of the log that nobody should have to read. */
const complaints = async () =>
  linesOf(await wholeLog(stack)).filter(({ level }) => level === "error" || level === "fatal");

/** Milliseconds that a page may take on a machine that does nothing else. */
const soon = 100;
/** So many times a quiet page's own time may one take while the sender and the reader use the machine, too. */
const slower = 5;

const medianOf = (times: number[]) =>
  times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

const megabytes = everyCase ? 300 : 160;

test(`${megabytes} MB are read in bounded memory, and disturb no other request`, async () => {
  const history = makeHistory({ seed: 5, followers: 300, following: 120 });
  const [zip] = exportZips(history, history.end, { fillerBytes: megabytes * 1_000_000 });
  if (!zip) throw new Error("no export");
  const visit = async () => {
    const started = performance.now();
    const { status } = await fetch(`${stack.origin}/dashboard/insights`, { headers: { cookie } });
    expect(status).toBe(200);
    return performance.now() - started;
  };
  /** The median of visits while nothing is uploaded. */
  const quiet = async () => {
    const times: number[] = [];
    for (let count = 0; count < 20; count += 1) times.push(await visit());
    return medianOf(times);
  };
  await visit();
  const quietBefore = await quiet();
  const before = residentMegabytes();
  let most = before;
  let isSending = true;
  const watching = (async () => {
    const times: number[] = [];
    while (isSending) {
      times.push(await visit());
      most = Math.max(most, residentMegabytes());
      await pause(20);
    }
    return medianOf(times);
  })();
  const upload = openUpload();
  const answer = answerTo(upload);
  for await (const chunk of zip.chunks) await write(upload, chunk);
  upload.end(end);
  const { status, location } = await answer;
  isSending = false;
  const during = await watching;
  expect(status).toBe(303);
  const used = await fetch(stack.origin + location, {
    headers: { cookie, accept: "application/json" },
  });
  expect(await used.json()).toMatchObject({ state: "used" });
  expect(most - before).toBeLessThan(128);
  // How fast the machine is at that is told by visits right before and right after.
  const quietTime = Math.max(quietBefore, await quiet());
  expect(during).toBeLessThan(Math.max(soon, slower * quietTime));
});

test("told to stop, the server answers who is still sending, and ends", async () => {
  const upload = openUpload({ "content-length": "4000000000" });
  upload.on("error", () => undefined);
  const answer = answerTo(upload);
  await write(upload, Buffer.alloc(1_000_000));
  const exit = once(stack.server, "exit");
  stack.server.kill("SIGTERM");
  const { status, body } = await answer;
  expect(status).toBe(503);
  expect(body).toContain("Please send it again in a moment.");
  expect(await exit).toEqual([0, null]);
  expect(linesOf(stack.output()).filter(({ level }) => level === "error")).toEqual([]);
});

// As in left-imports.test.ts.
test.runIf(everyCase)("a client that leaves in the middle leaves nothing behind", async () => {
  const upload = openUpload();
  upload.on("error", () => undefined);
  await write(upload, Buffer.alloc(3_000_000));
  upload.destroy();
  const page = await fetch(`${stack.origin}/dashboard/import`, { headers: { cookie } });
  expect(await page.text()).not.toContain("In use");
  expect(await complaints()).toEqual([]);
});

// As in the unit tests of uploads.
test.runIf(everyCase)("without a session nothing is read of 4 GB", async () => {
  cookie = "";
  const upload = openUpload({ "content-length": "4000000000", expect: "100-continue" });
  upload.on("error", () => undefined);
  let isAskedFor = false;
  upload.on("continue", () => {
    isAskedFor = true;
  });
  const { status, location } = await answerTo(upload);
  expect([status, location, isAskedFor]).toEqual([302, "/sign-in?ended=press", false]);
  upload.destroy();
});
