import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lookThrough } from "~/features/imports/services/look-through.server";

vi.mock("~/features/imports/services/reading-thread.server", () => ({
  withReadingThread: (work: (thread: () => unknown) => unknown) => work(() => undefined),
}));

const { promise: end, resolve: endAll } = Promise.withResolvers<void>();
const of = (followers: number, following: number | null) => ({
  counts: { followers, following, skipped: 0 },
});
const asIs = async () => "looked";
const stillLooking = { status: 429, message: "Your exports are still being looked through." };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("what a subscriber looks through at once", () => {
  it("waits for its turn as long as somebody has patience, and holds nobody else up", async () => {
    const begun: number[] = [];
    const looks = Array.from({ length: 22 }, (_, index) =>
      lookThrough("ann", [], () => {
        begun.push(index);
        return end;
      }).catch((error: unknown) => error),
    );
    await vi.advanceTimersByTimeAsync(0);
    expect([[0], [0, 1]]).toContainEqual(begun);
    await expect(lookThrough("ann", [], asIs)).rejects.toMatchObject(stillLooking);
    expect(await lookThrough("ben", [], asIs)).toBe("looked");
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await looks.at(-1)).toMatchObject({ ...stillLooking, wait: 10_000 });
    const next = lookThrough("ann", [], asIs);
    endAll();
    expect(await next).toBe("looked");
  });

  it("is counted by the hour where the lists are long", async () => {
    const long = [of(12_000, 500), of(7_400, null), of(101, 0)];
    for (let time = 0; time < 240; time += 1) await lookThrough("cleo", long, asIs);
    await expect(lookThrough("cleo", long, asIs)).rejects.toMatchObject({
      status: 429,
      message: "You have looked through your exports very often.",
    });
    expect(await lookThrough("cleo", [of(19_000, 1_000)], asIs)).toBe("looked");
  });
});
