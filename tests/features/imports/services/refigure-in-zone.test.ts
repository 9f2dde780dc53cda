import { randomUUID } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { settingsOf } from "~/features/account/settings.server";
import { storedAnalysis } from "~/features/history/analyses.server";
import { refigureInZone } from "~/features/imports/refigure.server";
import { carryOutPlan } from "~/features/imports/services/carry-out-plan.server";
import { takeMemory } from "~/features/imports/services/memory.server";
import { nothingToDo, planInZone, type Standing } from "~/features/imports/services/plans.server";
import { log } from "~/platform/monitoring/log.server";
import { currentLane, UpstreamError } from "~/platform/upstream/upstream.server";
import { minute } from "~/platform/values/durations";
import { backgroundSettled } from "~/platform/work/background.server";

vi.mock("~/features/account/settings.server");
vi.mock("~/features/history/analyses.server");
vi.mock("~/features/imports/cleanup.server", () => ({ eraseLeftoverLists: async () => {} }));
vi.mock("~/features/imports/services/carry-out-plan.server");
vi.mock("~/features/imports/services/memory.server", async (original) => ({
  ...(await original<typeof import("~/features/imports/services/memory.server")>()),
  takeMemory: vi.fn(async () => ({
    ...{ atLeast: async () => {}, isAwaited: () => false, giveBack: () => {} },
  })),
}));

let chosen: string | null;
/** That of the analysis; `none` without one. */
let computed: string | "none";
const generation = () => (computed === "none" ? null : "g");
const analysis = () => ({ generation: generation(), timeZone: computed }) as Standing["analysis"];

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(settingsOf).mockImplementation(async () => ({ timeZone: chosen }) as never);
  vi.mocked(storedAnalysis).mockImplementation(async () => ({ analysis: analysis() }) as never);
  vi.mocked(carryOutPlan).mockImplementation(async () => {
    computed = chosen ?? "UTC";
    return { outcome: "outside" };
  });
});

const runs = () => vi.mocked(carryOutPlan).mock.calls.length;

test.each([
  ["another zone", "UTC", "Asia/Tokyo", 1],
  ["the zone of the analysis", "Asia/Tokyo", "Asia/Tokyo", 0],
  ["no zone, after UTC", "UTC", null, 0],
  ["a zone, without an analysis", "none", "Asia/Tokyo", 0],
])("%s", async (_, from, to, times) => {
  [computed, chosen] = [from, to];
  const imports = [{ state: "used" }];
  const standing = { analysis: analysis(), timeZone: chosen, imports } as unknown as Standing;
  expect(planInZone(standing) === nothingToDo).toBe(times === 0);
  expect(planInZone({ ...standing, imports: [] })).toBe(nothingToDo);
  refigureInZone(randomUUID());
  await backgroundSettled();
  expect(runs()).toBe(times);
});

test("it runs in the lane of background work, and waits for memory for a minute", async () => {
  [computed, chosen] = ["UTC", "Asia/Tokyo"];
  const lanes: string[] = [];
  vi.mocked(carryOutPlan).mockImplementation(async () => {
    lanes.push(currentLane());
    return { outcome: "outside" };
  });
  refigureInZone(randomUUID());
  await backgroundSettled();
  expect(lanes).toEqual(["background"]);
  expect(takeMemory).toHaveBeenCalledWith("refigures", { milliseconds: minute });
});

test("one runs for a subscriber, and one more after it for all that were saved meanwhile", async () => {
  [computed, chosen] = ["UTC", "Asia/Tokyo"];
  const uid = randomUUID();
  const [first, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  vi.mocked(carryOutPlan).mockImplementationOnce(async () => {
    computed = "Asia/Tokyo";
    begun.resolve();
    await first.promise;
    return { outcome: "outside" };
  });
  refigureInZone(uid);
  await begun.promise;
  for (const zone of ["Asia/Bangkok", "Europe/Berlin", "Europe/Rome"]) {
    chosen = zone;
    refigureInZone(uid);
  }
  expect(runs()).toBe(1);
  first.resolve();
  await backgroundSettled();
  expect([runs(), computed]).toEqual([2, "Europe/Rome"]);
});

test("the sixth in an hour is refused and logged", async () => {
  const warn = vi.spyOn(log, "warn");
  const uid = randomUUID();
  computed = "UTC";
  for (const zone of ["Asia/Tokyo", "UTC", "Asia/Tokyo", "UTC", "Asia/Tokyo", "UTC"]) {
    chosen = zone;
    refigureInZone(uid);
    await backgroundSettled();
  }
  expect([runs(), computed]).toEqual([5, "Asia/Tokyo"]);
  expect(warn.mock.calls).toEqual([
    [{}, "hours are not told in another time zone: too often in an hour"],
  ]);
});

test("one that failed is made good by saving the same zone again", async () => {
  const warn = vi.spyOn(log, "warn");
  [computed, chosen] = ["UTC", "Asia/Tokyo"];
  const uid = randomUUID();
  vi.mocked(carryOutPlan).mockRejectedValueOnce(new UpstreamError("firestore", "timeout"));
  refigureInZone(uid);
  await backgroundSettled();
  expect(computed).toBe("UTC");
  expect(warn).toHaveBeenCalledOnce();
  refigureInZone(uid);
  await backgroundSettled();
  expect(computed).toBe("Asia/Tokyo");
});
