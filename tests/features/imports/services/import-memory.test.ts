import { beforeEach, describe, expect, it, vi } from "vitest";
import { NoMemory, takeMemory } from "~/features/imports/services/memory.server";
import { memoryShares, placeBytes } from "~/platform/work/memory-shares";

vi.mock("~/platform/work/memory-shares.server", async () => {
  const { memoryShares } = await import("~/platform/work/memory-shares");
  return { shares: memoryShares(512 * 1024 ** 2) };
});
const small = memoryShares(512 * 1024 ** 2);

/** Whether a promise has been kept by now. */
async function isKept(promise: Promise<unknown>): Promise<boolean> {
  const notYet = Symbol();
  await Promise.resolve();
  return (await Promise.race([promise, Promise.resolve(notYet)])) !== notYet;
}

const all = () => Promise.all(Array.from({ length: small.imports }, () => takeMemory("imports")));

describe("the memory of threads", () => {
  beforeEach(() => void vi.useFakeTimers());

  it("has places, and whoever comes later waits until one is free", async () => {
    const taken = await all();
    const next = takeMemory("imports");
    expect(await isKept(next)).toBe(false);
    taken.pop()?.giveBack();
    (await next).giveBack();
    for (const memory of taken) memory.giveBack();
  });

  it("is not waited for longer than somebody has patience", async () => {
    const taken = await all();
    const next = expect(takeMemory("imports", { milliseconds: 1_000 })).rejects.toBeInstanceOf(
      NoMemory,
    );
    await vi.advanceTimersByTimeAsync(1_000);
    await next;
    for (const memory of taken) memory.giveBack();
    // Who has gone takes no place.
    for (const memory of await all()) memory.giveBack();
  });

  it("goes to whoever has the least patience left, of equals to whoever came first", async () => {
    const taken = await all();
    const order: string[] = [];
    const wait = async (name: string, milliseconds?: number) => {
      const memory = await takeMemory("imports", { milliseconds });
      order.push(name);
      memory.giveBack();
    };
    const minutes = [wait("one upload"), wait("other upload")];
    await vi.advanceTimersByTimeAsync(299_500);
    const waits = [wait("background", Number.POSITIVE_INFINITY), wait("page", 1_000), ...minutes];
    const late = wait("upload that came late");
    taken.pop()?.giveBack();
    await Promise.all([...waits, late]);
    expect(order).toEqual([
      ...["one upload", "other upload", "page", "upload that came late", "background"],
    ]);
    for (const memory of taken) memory.giveBack();
  });

  it("comes to the work for which nobody waits, however many uploads come", async () => {
    const taken = await all();
    const order: string[] = [];
    const wait = async (name: string, milliseconds?: number) => {
      const memory = await takeMemory("imports", { milliseconds });
      order.push(name);
      memory.giveBack();
    };
    const background = wait("background", Number.POSITIVE_INFINITY);
    await vi.advanceTimersByTimeAsync(300_001);
    const waits = [wait("upload"), wait("page", 1_000), background];
    taken.pop()?.giveBack();
    await Promise.all(waits);
    expect(order).toEqual(["page", "background", "upload"]);
    for (const memory of taken) memory.giveBack();
  });

  it("is waited for within the patience in all, for a place and for more", async () => {
    const taken = await all();
    const large = await takeMemory("refigures");
    await large.atLeast(placeBytes + 1);
    const next = takeMemory("imports", { milliseconds: 1_000 });
    await vi.advanceTimersByTimeAsync(600);
    taken.pop()?.giveBack();
    const memory = await next;
    const more = expect(memory.atLeast(placeBytes + 1)).rejects.toBeInstanceOf(NoMemory);
    await vi.advanceTimersByTimeAsync(400);
    await more;
    for (const one of [...taken, large, memory]) one.giveBack();
  });

  it("gives refigures places of their own", async () => {
    const taken = await all();
    (await takeMemory("refigures")).giveBack();
    for (const memory of taken) memory.giveBack();
  });

  it("gives more than a place to one after the other", async () => {
    const [one, other] = [await takeMemory("imports"), await takeMemory("refigures")];
    await one.atLeast(placeBytes + 1);
    // It has that now: asking for more waits for nobody.
    await one.atLeast(placeBytes * 2);
    await other.atLeast(placeBytes);
    const more = other.atLeast(placeBytes + 1);
    expect(await isKept(more)).toBe(false);
    one.giveBack();
    await more;
    other.giveBack();
  });

  it("goes on to the next where somebody leaves who has waited for more", async () => {
    const [one, gone, next] = [
      await takeMemory("imports"),
      await takeMemory("imports"),
      await takeMemory("imports"),
    ];
    await one.atLeast(placeBytes + 1);
    const waits = expect(gone.atLeast(placeBytes + 1)).rejects.toBeInstanceOf(NoMemory);
    const waitsToo = next.atLeast(placeBytes + 1);
    gone.giveBack();
    await waits;
    expect(one.isAwaited()).toBe(true);
    one.giveBack();
    await waitsToo;
    expect(next.isAwaited()).toBe(false);
    next.giveBack();
  });

  it("is given back once, however often somebody says so", async () => {
    const taken = await all();
    for (const memory of taken) memory.giveBack();
    taken[0]?.giveBack();
    const again = await all();
    expect(await isKept(takeMemory("imports", { milliseconds: 1_000 }).catch(() => {}))).toBe(
      false,
    );
    for (const memory of again) memory.giveBack();
  });
});
