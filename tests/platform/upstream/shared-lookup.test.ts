import dns from "node:dns";
import { http, passthrough } from "msw";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { server } from "#tests/setup/outside";
import { listen } from "#tests/setup/picture-host";
import { resetApp } from "#tests/setup/reset-app";
import { createUpstream, sharedLookup } from "~/platform/upstream/upstream.server";

type Callback = (error: Error | null, ...found: unknown[]) => void;

/** Every question to the name server, which says nothing until the test does. */
let questions: { host: string; options: dns.LookupOptions; answer: Callback }[];
/** What it answers at once from then on. */
let answerAll: dns.LookupAddress[] | undefined;
let host: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  host = await listen((_, response) => response.end("{}"));
});
afterAll(() => host.close());
beforeEach(() => {
  questions = [];
  answerAll = undefined;
  const silent = (host: string, options: dns.LookupOptions, answer: Callback) => {
    questions.push({ host, options, answer });
    if (answerAll) setImmediate(answer, null, answerAll);
  };
  vi.spyOn(dns, "lookup").mockImplementation(silent as unknown as typeof dns.lookup);
});

const ask = (host: string, options: dns.LookupOptions) =>
  new Promise((resolve) => sharedLookup(host, options, (...said) => resolve(said)));

test.each([
  ["one address", {}, ["10.1.1.1", 4]],
  ["one of a family", { family: 6 }, ["fd00::1", 6]],
  ["all", { all: true, hints: dns.ADDRCONFIG }, [[{ address: "10.1.1.1", family: 4 }]]],
] as const)(
  "whoever asks meanwhile gets the same answer, the next asks anew: %s",
  async (_, options, found) => {
    const asked = [ask("a.example", options), ask("a.example", { ...options })];
    const other = ask("b.example", options);
    expect(questions).toMatchObject([
      { host: "a.example", options },
      { host: "b.example", options },
    ]);
    questions[0]?.answer(null, ...found);
    for (const answer of asked) expect(await answer).toEqual([null, ...found]);
    const unknown = Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
    questions[1]?.answer(unknown);
    expect(await other).toEqual([unknown]);
    void ask("a.example", options);
    void ask("b.example", options);
    expect(questions).toHaveLength(4);
  },
);

test("what was asked otherwise is another question", () => {
  for (const options of [{}, { all: true }, { family: 4 }, { family: 6 }])
    void ask("c.example", options);
  expect(questions).toHaveLength(4);
});

test("calls that give up start one lookup in all, and the host is reached once it is answered", async () => {
  const url = `http://silent.example:${host.port}/`;
  server.use(http.all(url, () => passthrough()));
  const request = { url, schema: z.object({}) };
  const impatient = createUpstream("events", { writeDeadline: 20 });
  const calls = Array.from({ length: 8 }, () => impatient.requestJson("write", request));
  for (const call of calls) await expect(call).rejects.toThrow("events: timeout");
  expect(questions).toMatchObject([{ host: "silent.example" }]);
  answerAll = [{ address: "127.0.0.1", family: 4 }];
  questions[0]?.answer(null, answerAll);
  const answer = await createUpstream("billing").requestJson("read", request);
  expect(answer).toEqual({ status: 200, body: {} });
});

test("all connections to Redis share one lookup", async () => {
  vi.stubEnv("REDIS_URL", "redis://silent.example:6379");
  resetApp();
  const { connectRedis, redis } = await import("~/platform/store/redis.server");
  const clients = [redis, connectRedis(), connectRedis({ maxRetriesPerRequest: null })];
  await vi.waitFor(() => expect(questions).not.toEqual([]));
  expect(questions).toMatchObject([{ host: "silent.example" }]);
  for (const client of clients) client?.disconnect();
});
