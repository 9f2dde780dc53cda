import { once } from "node:events";
import { expect, test, vi } from "vitest";
import { ownerWith } from "#tests/setup/built-in-reports";
import { everyCase } from "#tests/setup/cases";
import { madeUpGrowth } from "#tests/setup/growths";
import { readPdf } from "#tests/setup/read-pdf";
import { crowd, orders, unsetInput } from "#tests/setup/report-threads";
import { smallInput } from "#tests/setup/small-report";
import { builtInReport } from "~/features/report/services/built-in.server";
import { setReport } from "~/features/report/services/set.server";
import type { FetchedReport } from "~/features/report/store/reports.server";

const operatorOf = async (pdf: Uint8Array) => {
  const { info } = await readPdf(pdf);
  return (info as { Author?: string }).Author;
};
const ordered = (count: number) =>
  vi.waitFor(() => expect(orders.all).toHaveLength(count), { timeout: 20_000, interval: 5 });

test("four are set at once; the fifth waits for a place, and each gets its own", async () => {
  orders.held = true;
  const names = ["one", "two", "three", "four", "five", "six"];
  const made = names.map((name) => setReport(`uid-${name}`, smallInput(name)));
  await ordered(4);
  expect(new Set(orders.all.map(({ worker }) => worker)).size).toBe(4);
  orders.all[2]?.send();
  expect(await operatorOf((await made[2]) as Uint8Array)).toBe("three");
  await ordered(5);
  orders.release();
  expect(await Promise.all((await Promise.all(made)).map(operatorOf))).toEqual(names);
});

test("one person's requests for one report wait for one setting; another paper is another report", async () => {
  orders.held = true;
  const ask = (paper: "a4" | "us-letter") => setReport("uid-twice", smallInput("twice", { paper }));
  const made = [ask("a4"), ask("a4"), ask("us-letter"), ask("a4")];
  await ordered(2);
  orders.release();
  const [a4, again, letter] = await Promise.all(made);
  expect(again).toBe(a4);
  expect((await readPdf(letter as Uint8Array)).sizes[0]).toEqual([612, 792]);
  expect(await ask("a4")).toBe(a4);
  expect(orders.all).toHaveLength(2);
});

test("what it is made from has changed: it is set anew", async () => {
  const first = await setReport("uid-changes", smallInput("before"));
  const second = await setReport("uid-changes", smallInput("after"));
  expect([await operatorOf(first), await operatorOf(second)]).toEqual(["before", "after"]);
});

// report-built-in-fails.test.ts has as many wait, too.
test.runIf(everyCase)(
  "beyond sixty that wait, further ones are refused at once, and those that wait are not",
  async () => {
    orders.held = true;
    const waiting = crowd(setReport);
    await ordered(4);
    await expect(setReport("uid-late", smallInput("late"))).rejects.toMatchObject({ kind: "busy" });
    orders.release();
    expect(await operatorOf((await Promise.all(waiting)).at(-1) as Uint8Array)).toBe("last");
  },
);

test("a thread that dies fails its report only, and the next report has another thread", async () => {
  orders.held = true;
  const dying = setReport("uid-dying", smallInput("dying"));
  const other = setReport("uid-other", smallInput("other"));
  await ordered(2);
  const refused = expect(dying).rejects.toMatchObject({ kind: "failed" });
  await orders.all[0]?.worker.terminate();
  await refused;
  orders.release();
  expect(await operatorOf(await other)).toBe("other");
  expect(await operatorOf(await setReport("uid-dying", smallInput("dying")))).toBe("dying");
});

test("one that takes too long ends with the deadline, and its thread with it", async () => {
  const later = setTimeout;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((act: () => void, ms?: number) =>
    later(act, ms === 10_000 ? 50 : ms)) as typeof setTimeout);
  orders.held = true;
  const slow = setReport("uid-slow", smallInput("slow"));
  await expect(slow).rejects.toMatchObject({ kind: "late" });
  const worker = orders.all[0]?.worker;
  if (worker && worker.threadId !== -1) await once(worker, "exit");
  vi.restoreAllMocks();
  orders.release();
  expect(await operatorOf(await setReport("uid-slow", smallInput("slow")))).toBe("slow");
});

test("a report that Typst refuses fails without a word of it", async () => {
  const input = smallInput("refused", { paper: "papyrus-of-ana" as "a4" });
  const error = await setReport("uid-refused", input).catch((failure: unknown) => failure);
  expect(error).toMatchObject({ kind: "failed", message: expect.stringContaining("report.typ") });
  expect(String((error as Error).stack)).not.toContain("papyrus");
});

test.each([
  ["empty", ""],
  ["wide", "W".repeat(40)],
  ["long", "Ü".repeat(90)],
])(
  "an outside system's status that is %s is set, and stands on no other text",
  async (_, status) => {
    const engagement = {
      ...{ rate: { status, cell: 4 as const }, averageLikes: 1 },
      ...{ averageComments: 1, reach: undefined },
    };
    const input = smallInput("status");
    const other = { likes: { total: 7, people: [] }, comments: { total: 8, people: [] } };
    const profile = { ...input.profile, source: "outside" as const, engagement, other };
    const { overlaid } = await readPdf(await setReport("uid-status", { ...input, profile }));
    expect(overlaid).toEqual([]);
  },
);

test("a recommendation without a break goes on in the next line", async () => {
  const input = smallInput("recommended");
  const profile = { ...input.profile, recommendations: ["x".repeat(180)] };
  const { pages } = await readPdf(await setReport("uid-long", { ...input, profile }));
  expect(pages.join(" ")).not.toMatch(/x{100}/);
  expect(pages.join(" ").replace(/[\s\u200b]/g, "")).toContain("x".repeat(180));
});

test("the cover's contents end above what printers cut off, on Letter, of two accounts, too", async () => {
  const input = smallInput("two", { paper: "us-letter" });
  const now = Date.parse("2026-11-20T08:00Z");
  const connection = { account: "ana", readAt: now, hasCommenters: true, isOtherAccount: true };
  const sources = { export: { takenAt: now, account: "ben" }, connection };
  const growth = madeUpGrowth({ imports: 2, posts: 40, now });
  const profile = { ...input.profile, sources, updatedAt: now, totalPostsAnalyzed: 40 };
  const other = { likes: { total: 7, people: [] }, comments: { total: 8, people: [] } };
  const pdf = await setReport("uid-two", { ...input, growth, profile: { ...profile, other } });
  const { depths, pages } = await readPdf(pdf);
  expect(pages[0]).toContain("How each figure was made");
  expect(depths[0]).toBeLessThan(1 - 24 / 792);
});

test("in Arabic, the point at the end of a name stays there", async () => {
  const pdf = await setReport("uid-arabic", smallInput("Metric Gurus Ltd.", { language: "ar" }));
  const { pages } = await readPdf(pdf);
  for (const page of pages) expect(page).toContain("Metric Gurus Ltd.");
});

test("a thread ends after ten reports", async () => {
  const before = orders.workers.length;
  for (let n = 0; n < 25; n += 1) await setReport(`uid-many-${n}`, unsetInput);
  expect(orders.workers.length - before).toBeGreaterThanOrEqual(2);
  expect(orders.workers.length - before).toBeLessThanOrEqual(3);
});

test("who waits too long, or leaves, finds the same report when they come back", async () => {
  orders.held = true;
  const { uid } = await ownerWith({ people: { newFollowers: [], lostFollowers: [] } });
  expect(await builtInReport(uid, null, { patience: 300 })).toBe("being-made");
  await ordered(1);
  const leaving = new AbortController();
  const left = builtInReport(uid, null, { signal: leaving.signal });
  leaving.abort();
  expect(await left).toBe("being-made");
  orders.release();
  const { length, body } = (await builtInReport(uid, null, {})) as FetchedReport;
  expect((await new Response(body).arrayBuffer()).byteLength).toBe(length);
  expect(orders.all).toHaveLength(1);
});
