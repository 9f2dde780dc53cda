import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { everyCase } from "#tests/setup/cases";
import {
  exportOf,
  importInto,
  kept,
  type Member,
  newMember,
  nothingKept,
  press,
  send,
  withExports,
} from "#tests/setup/imports";
import { resetApp } from "#tests/setup/reset-app";

type Memory = typeof import("~/features/imports/services/memory.server");

/** How the app takes memory in a test. */
const taking = vi.hoisted(() => ({ isImpatient: false, isLarge: false, asked: 0 }));
vi.mock("~/features/imports/services/memory.server", async (original) => {
  const { takeMemory, ...rest } = await original<Memory>();
  const take: Memory["takeMemory"] = async (kind, patience) => {
    taking.asked += 1;
    const memory = await takeMemory(kind, {
      ...patience,
      ...(taking.isImpatient && { milliseconds: 0 }),
    });
    const { atLeast } = memory;
    return { ...memory, atLeast: (bytes) => atLeast(taking.isLarge ? bytes + 1e9 : bytes) };
  };
  return { ...rest, takeMemory: take };
});

withExports();
const held: (() => void)[] = [];
afterEach(() => {
  for (const giveBack of held.splice(0)) giveBack();
  vi.useRealTimers();
  taking.isImpatient = false;
  taking.isLarge = false;
});

/** Takes all places of imports. @returns a function that gives them back */
async function takeAll(): Promise<() => void> {
  const { takeMemory } = await import("~/features/imports/services/memory.server");
  const { shares } = await import("~/platform/work/memory-shares.server");
  const taken = await Promise.all(
    Array.from({ length: shares.imports }, () => takeMemory("imports")),
  );
  const giveBack = () => {
    for (const memory of taken) memory.giveBack();
  };
  held.push(giveBack);
  return giveBack;
}

/** Takes what only one can have beyond its place. @returns a function that gives it back */
async function takeLarge(): Promise<() => void> {
  const { takeMemory } = await import("~/features/imports/services/memory.server");
  const memory = await takeMemory("refigures");
  await memory.atLeast(Number.MAX_SAFE_INTEGER);
  held.push(memory.giveBack);
  return memory.giveBack;
}

/** The 15 s that a person waits for memory in all are soon over, and so is what a first wait has left of them. */
function hurry(): void {
  const later = setTimeout;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((act: () => void, ms = 0) =>
    later(act, ms > 10_000 && ms <= 15_000 ? 50 : ms)) as typeof setTimeout);
}

/** Whether an import of the subscriber is under way. */
function isRunningOf({ uid }: Member, takePlace: (uid: string) => (() => void) | string): boolean {
  const place = takePlace(uid);
  if (typeof place === "function") place();
  return place === "own";
}

const formWords = "Many exports are being read at this moment. Please try again in a minute.";

test("an import for which there is no place in time is told to try again, and leaves nothing", async () => {
  const member = await newMember();
  const giveBack = await takeAll();
  taking.isImpatient = true;
  const answer = await send(member, await exportOf(0));
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "60"]);
  const page = await answer.text();
  expect(page).toContain(formWords);
  expect(page).toContain('encType="multipart/form-data"');
  expect(await kept(member)).toEqual({ ...nothingKept, imports: 0 });
  giveBack();
  expect(await importInto(member, await exportOf(0))).toMatchObject({ state: "used" });
});

test("an import that waits for its place when the server is told to stop is told that it restarts", async () => {
  const member = await newMember();
  await takeAll();
  const { markStopping } = await import("~/platform/http/monitoring/health.server");
  onTestFinished(resetApp);
  const sent = send(member, await exportOf(0));
  const { takePlace } = await import("~/features/imports/services/places.server");
  await expect.poll(() => isRunningOf(member, takePlace)).toBe(true);
  markStopping();
  const answer = await sent;
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain(
    "We are just restarting. Please send it again in a moment.",
  );
  expect(await kept(member)).toEqual({ ...nothingKept, imports: 0 });
});

test("an import that gets no more than its place in time is told to try again, and leaves nothing", async () => {
  const member = await newMember();
  const giveBack = await takeLarge();
  taking.isLarge = true;
  taking.isImpatient = true;
  const answer = await send(member, await exportOf(0));
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "60"]);
  expect(await answer.text()).toContain(formWords);
  expect(await kept(member)).toEqual({ ...nothingKept, imports: 0 });
  giveBack();
  expect(await importInto(member, await exportOf(0))).toMatchObject({ state: "used" });
});

test.each([
  ["no place", takeAll, false],
  ["no more than its place", takeLarge, true],
])("a press that gets %s within 15 s changes nothing", async (_, take, isLarge) => {
  const member = await newMember();
  await importInto(member, await exportOf(30));
  const { id } = await importInto(member, await exportOf(0));
  const before = await kept(member);
  const giveBack = await take();
  taking.isLarge = isLarge;
  hurry();
  const answer = await press(member, id, "discard");
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "60"]);
  expect(await answer.text()).toContain(formWords);
  expect(await kept(member)).toEqual(before);
  giveBack();
  expect((await press(member, id, "discard")).status).toBe(303);
});

test("a copy of all data for which there is no place within 15 s is no half one", async () => {
  const member = await newMember();
  await importInto(member, await exportOf(0));
  const { cookie } = member;
  const giveBack = await takeAll();
  hurry();
  expect((await visit("/dashboard/my-data", { cookie })).status).toBe(503);
  giveBack();
  const answer = await visit("/dashboard/my-data", { cookie });
  expect(JSON.parse(await answer.text())).toHaveProperty("importedLists");
});

/** Sends a file of so many bytes, and leaves once the import waits for memory. */
async function sendAndLeave({ cookie }: Member, bytes: number): Promise<void> {
  const body = new FormData();
  body.append("export", new Blob([new Uint8Array(bytes)]), "export.zip");
  const leaving = new AbortController();
  const { signal } = leaving;
  taking.asked = 0;
  const sent = visit("/dashboard/import", { method: "POST", body, cookie, signal }).catch(() => {});
  await expect.poll(() => taking.asked).toBe(1);
  leaving.abort();
  await sent;
}

test.each([20_000, 400_000])(
  "whoever leaves while their import of %i bytes waits for a place keeps none",
  async (bytes) => {
    const member = await newMember();
    const giveBack = await takeAll();
    const { takePlace } = await import("~/features/imports/services/places.server");
    await sendAndLeave(member, bytes);
    await expect.poll(() => isRunningOf(member, takePlace)).toBe(false);
    giveBack();
    expect(await kept(member)).toEqual({ ...nothingKept, imports: 0 });
    expect(await importInto(member, await exportOf(0))).toMatchObject({ state: "used" });
  },
);

// The server does not see that the client has left before it has read all that came.
test("whoever leaves while a large import waits for a place can send it again at once", async () => {
  const member = await newMember();
  const giveBack = await takeAll();
  await sendAndLeave(member, 4_000_000);
  const again = send(member, await exportOf(0));
  await expect.poll(() => taking.asked).toBe(2);
  giveBack();
  expect((await again).status).toBe(303);
  expect(await kept(member)).toMatchObject({ imports: 1, profiles: 1 });
});

test("a thread that has ended while its work waited for memory is known to have ended", async () => {
  const { startThread, ThreadDied } = await import("~/features/imports/thread.server");
  const free = { atLeast: async () => {}, giveBack() {}, isAwaited: () => false };
  const thread = startThread(() => free);
  await thread.end();
  await expect(thread.keep(async () => {})).rejects.toBeInstanceOf(ThreadDied);
});

test.runIf(everyCase)(
  "two large imports and a refigure, which all wait for the same memory, are done one after the other",
  async () => {
    const [one, other, refigured] = [await newMember(), await newMember(), await newMember()];
    await importInto(refigured, await exportOf(0));
    const giveBack = await takeLarge();
    taking.isLarge = true;
    const { refigure } = await import("~/features/imports/refigure.server");
    const all = Promise.all([
      importInto(one, await exportOf(0)),
      refigure(refigured.uid),
      importInto(other, await exportOf(0)),
    ]);
    giveBack();
    const [first, , last] = await all;
    expect([first.state, last.state]).toEqual(["used", "used"]);
  },
);

test("an upload that has what others wait for may keep them waiting for three minutes in all", async () => {
  const member = await newMember();
  const { takeIn } = await import("~/features/imports/services/take-in.server");
  const { takeMemory } = await import("~/features/imports/services/memory.server");
  taking.isLarge = true;
  const asked = Promise.withResolvers<void>();
  const late = Promise.withResolvers<never>();
  const endAsTooSlow = vi.fn(() => late.reject(new Error("too slow")));
  async function* files() {
    yield { fileName: "followers_1.json" };
    asked.resolve();
    yield await late.promise;
  }
  const fields = () => ({ takenAt: undefined, followersShown: undefined });
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  const running = takeIn(member.uid, { files: files(), fields, endAsTooSlow });
  const failed = expect(running).rejects.toThrow("too slow");
  await asked.promise;
  const other = await takeMemory("refigures");
  held.push(other.giveBack);
  vi.advanceTimersByTime(600_000);
  expect(endAsTooSlow).not.toHaveBeenCalled();
  const given = other.atLeast(1);
  vi.advanceTimersByTime(179_000);
  expect(endAsTooSlow).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  expect(endAsTooSlow).toHaveBeenCalled();
  vi.useRealTimers();
  await failed;
  await given;
});

// The last: from then on the app stops.
test("whoever waits for a place while the server stops hears it at once", async () => {
  const member = await newMember();
  const { takePlace } = await import("~/features/imports/services/places.server");
  await takeAll();
  const sent = send(member, await exportOf(0));
  await expect.poll(() => isRunningOf(member, takePlace)).toBe(true);
  (await import("~/platform/http/monitoring/health.server")).markStopping();
  expect((await sent).status).toBe(503);
  expect(await kept(member)).toEqual({ ...nothingKept, imports: 0 });
});
