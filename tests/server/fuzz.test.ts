import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everyCase, few } from "../setup/cases.ts";
import { type Stack, startStack } from "../setup/stack.ts";
import { patterns as addresses, tried } from "./addresses.ts";
import { partOf } from "./cell.ts";
import { watchHealth } from "./health.ts";
import { wholeLog } from "./log.ts";
import { oddRequest } from "./odd-requests.ts";
import { markers } from "./odd-values.ts";
import { type RawAnswer, type RawRequest, sendPart, sendRaw } from "./raw-request.ts";
import { send, signIn } from "./requests.ts";

/** Milliseconds in which everything is answered. */
const answeredWithin = 5_000;
/** Who accepts no HTML waits for the report itself, as long as its function may take. */
const limitOf = (target: string) =>
  target.startsWith("/dashboard/report") ? 20_000 : answeredWithin;
/** The same requests each time, unless another seed is asked for. */
const seed = Number(process.env.FUZZ_SEED ?? 20_251_121);
/** Milliseconds for each address; what is not sent by then is left to another seed. The first is always sent. */
const timeForAddress = process.env.FUZZ_SEED ? 1_000 : everyCase ? 100 : 50;
const requestsForAddress = everyCase || process.env.FUZZ_SEED ? 150 : 8;

/** Every address of the app, and some that it does not have. */
const patterns = [
  ...addresses,
  ...["/:unknown", "/assets/:file", "/fonts/:file"],
  // It fails when it is asked to.
].filter((pattern) => pattern !== "/test-error");

let stack: Stack;
let port: number;
let health: ReturnType<typeof watchHealth>;
beforeAll(async () => {
  const cast = patterns.map((_, index) => partOf(index, "owner"));
  const sources = "outside,export,instagram";
  stack = await startStack({ TRUST_PROXY: "1", ANALYSIS_SOURCES: sources }, cast);
  port = Number(new URL(stack.origin).port);
  health = watchHealth(stack.origin);
});
afterAll(async () => {
  await health.stop();
  await stack.stop();
});

describe("whatever is sent", () => {
  const numbered = patterns
    .map((pattern, index) => ({ pattern, index }))
    .filter(({ pattern }) => tried(pattern));
  it.each(process.env.FUZZ_SEED ? numbered : few(numbered, 45))(
    "$pattern answers, and shows nothing as it came",
    async ({ pattern, index }) => {
      const cookie = await signIn(stack.origin, index, "owner");
      // Not fast-check's own time limit: it fails where the first answer takes longer than that.
      let until = Number.POSITIVE_INFINITY;
      health.forget();
      const harmless = fc.asyncProperty(
        oddRequest(pattern, stack.origin, cookie),
        async (request) => {
          if (performance.now() > until || announcesMore(request)) return;
          until = Math.min(until, performance.now() + timeForAddress);
          const answer = await sendRaw(port, request, 2 * limitOf(request.target));
          expect(problemsIn(request, answer, health.excused())).toEqual([]);
        },
      );
      await fc.assert(harmless, { seed: seed + index, numRuns: requestsForAddress });
      expect(await unexpectedErrors()).toEqual([]);
    },
  );

  it("those who leave in the middle take nobody with them", async () => {
    const { host } = new URL(stack.origin);
    const parts = ["GET / HT", `GET / HTTP/1.1\r\nhost: ${host}\r\n`, "\r\n\r\n", "\x16\x03\x01"];
    for (const path of ["/sign-in", "/event", "/api/cancel-request", "/unsubscription"]) {
      const head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\norigin: ${stack.origin}\r\n`;
      const type = "content-type: application/x-www-form-urlencoded\r\n";
      parts.push(`${head}${type}content-length: 100\r\n\r\nemail=`);
      parts.push(`${head}${type}transfer-encoding: chunked\r\n\r\n5\r\nemail\r\nzz`);
      parts.push(`${head}${type}content-length: 5\r\n\r\nemail`);
    }
    for (const part of parts) await sendPart(port, part);
    expect(await unexpectedErrors()).toEqual([]);
    expect((await send(stack.origin, { path: "/healthz" })).status).toBe(200);
  });
});

/** @param excused milliseconds that an answer may be late */
function problemsIn(request: RawRequest, answer: RawAnswer, excused: number): string[] {
  const { status, headers, body, milliseconds } = answer;
  const problems: string[] = [];
  if (status >= 500) problems.push(`answered ${status}`);
  if (status === 0 && !isTooLarge(request)) problems.push("did not answer");
  if (milliseconds > limitOf(request.target) + excused)
    problems.push(`took ${Math.round(milliseconds)} ms`);
  if ([...headers.keys()].some((name) => name.startsWith("x-fuzz")))
    problems.push("took a header from what was sent");
  if (leavesTheApp(headers.get("location"))) problems.push(`leads to ${headers.get("location")}`);
  if (/html|xml/.test(headers.get("content-type") ?? "")) problems.push(...reflections(body));
  return problems;
}

/** Who sends more than is taken is cut off, perhaps before the answer is read. */
function isTooLarge({ target, headers, body }: RawRequest): boolean {
  return body.byteLength > 65_536 || target.length + headers.join("").length > 15_000;
}

/** The server waits half a minute for the rest. */
function announcesMore({ headers, body }: RawRequest): boolean {
  return headers.some(
    ([name, value]) => name === "content-length" && Number(value) > body.byteLength,
  );
}

/** Addresses that the server leads to: its own, and those of its environment. */
function leavesTheApp(location: string | undefined): boolean {
  if (location === undefined) return false;
  const { origin } = new URL(location, stack.origin);
  return ![stack.origin, stack.sandbox.url].includes(origin);
}

function reflections(html: string): string[] {
  const problems: string[] = [];
  const [tag] = markers.element.split("-1");
  if (html.toLowerCase().includes(String(tag))) problems.push("shows an element that was sent");
  // In a script a quotation mark stands escaped.
  const outside = html.replace(/<(script)[\s>].*?<\/\1>/gs, "");
  if (/["'] x-fuzz-2=/.test(outside)) problems.push("shows an attribute that was sent");
  if (/(href|src|action)="\s*(javascript|data|vbscript):(?!image\/)/i.test(outside))
    problems.push("links to a script that was sent");
  if (/(href|src|action)="(https?:)?\/\/x-fuzz/i.test(outside))
    problems.push("links to a host that was sent");
  return problems;
}

let read = 0;
/** What the server did not expect since the last time. */
async function unexpectedErrors(): Promise<string[]> {
  const output = await wholeLog(stack);
  const lines = output.slice(read).split("\n");
  read = output.length;
  const { exitCode } = stack.server;
  return [
    ...lines.filter((line) => /"level":"(error|fatal)"|Unhandled|Warning:/.test(line)),
    ...(exitCode === null ? [] : [`the server has ended with ${exitCode}`]),
  ];
}
